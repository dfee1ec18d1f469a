import { expect, it } from "vitest";
import { naughtyStrings } from "../../../../../tests/kit/safety/naughtyStrings.ts";
import { makeMessage } from "../../../../../tests/kit/samples.ts";
import { setIn } from "../../../../../shared/format/setIn.ts";
import { describeEvent } from "../../threads/describeEvent.ts";
import { writeMarkdown } from "./writeMarkdown.ts";
import { makeTranscript, writeTranscript } from "./writeTranscript.ts";

const told = { agentName: "Harbour Help", contactName: "Mia", hasPrivate: true, describe: describeEvent };

it.each([
  ["a visitor's", { role: "user" }],
  ["a reply's", { role: "support" }],
  ["a note's", { role: "support", audience: "team" }],
] as const)("E14: has %s text as it was written, whatever it contains", (_, written) => {
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

it("has translations beside the originals on request", () => {
  const translations = [{ language: "en", text: "Hi *you*\nAda", model: "GPT-4o", credits: 5 }];
  const messages = [makeMessage({ role: "user", content: "Hallo", translations })];
  const translated = makeTranscript(messages, { ...told, hasTranslations: true });
  expect(writeTranscript(translated)).toContain(
    setIn("Hallo\nIn English, translated by GPT-4o:\n" + setIn("Hi *you*\nAda")),
  );
  const markdown = writeMarkdown(translated, () => "");
  expect(markdown).toContain("> Hallo\n\n*In English, translated by GPT-4o*\n\n> Hi \\*you\\*\\\n> Ada\n");
  for (const write of [writeTranscript, (one: typeof translated) => writeMarkdown(one, () => "")])
    expect(write(makeTranscript(messages, told))).not.toContain("English");
});
