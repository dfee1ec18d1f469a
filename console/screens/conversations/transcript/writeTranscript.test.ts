import { expect, it } from "vitest";
import { naughtyStrings } from "../../../../tests/kit/naughtyStrings.ts";
import { makeMessage } from "../../../../tests/kit/samples.ts";
import { setIn } from "../../../../shared/format/setIn.ts";
import { describeEvent } from "../describeEvent.ts";
import { makeTranscript, writeTranscript } from "./writeTranscript.ts";

const told = { agentName: "Harbour Help", contactName: "Mia", hasPrivate: true, describe: describeEvent };

it.each([
  ["a visitor's", { role: "user" }],
  ["a reply's", { role: "support" }],
  ["a note's", { role: "support", audience: "team" }],
] as const)("E14: has %s text as it was written, whatever stands in it", (_, written) => {
  const messages = naughtyStrings.map((content, position) =>
    makeMessage({ ...written, id: `m${position}`, position, content }),
  );
  const transcript = makeTranscript(messages, told);
  expect(transcript.entries.map(({ text }) => text)).toEqual(naughtyStrings);
  const text = writeTranscript(transcript);
  let from = 0;
  // One behind the other, and nothing between them but who said it.
  for (const { head, text: said } of transcript.entries) {
    const paragraph = `\n\n${head}\n${setIn(said)}`;
    const at = text.indexOf(paragraph, from);
    expect(at, JSON.stringify(said)).toBeGreaterThanOrEqual(from);
    from = at + paragraph.length;
  }
  expect(text.slice(from)).toBe("\n");
});
