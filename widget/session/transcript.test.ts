import { expect, it } from "vitest";
import { setIn } from "../../shared/format/setIn.ts";
import { naughtyStrings } from "../../tests/kit/safety/naughtyStrings.ts";
import { makeMessage } from "../../tests/kit/samples.ts";
import { writeTranscript } from "./transcript.ts";

it.each(["user", "assistant", "support"] as const)(
  "E14: has every text of the %s as it was written, whatever stands in it",
  (role) => {
    for (const content of naughtyStrings) {
      const text = writeTranscript("Talk", [makeMessage({ role, content })]);
      expect(text.startsWith("Talk\n\n")).toBe(true);
      expect(text.endsWith(`\n${setIn(content)}\n`), JSON.stringify(content)).toBe(true);
    }
  },
);

it("E14: has what was said with a rating as it was written", () => {
  for (const remark of naughtyStrings) {
    const text = writeTranscript("Talk", [], { score: 3, remark, at: 1 });
    expect(text.endsWith(`\n${setIn(remark)}\n`), JSON.stringify(remark)).toBe(true);
  }
});
