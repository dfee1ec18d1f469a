import { render } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UnsupportedSentence } from "../../../shared/contract/conversations/answers/receipts.ts";
import { Markdown } from "../../../shared/ui/markdown/Markdown.tsx";
import MarkedAnswer from "./MarkedAnswer.tsx";

describe("an answer with sentences that nothing supports", () => {
  it.each([
    ["a plain one", "It is blue. It costs 90 euros. Yes.", "It costs 90 euros.", ["It costs 90 euros."]],
    ["one in bold", "**It costs 90 euros.** Yes.", "**It costs 90 euros.**", ["It costs 90 euros."]],
    ["one that a style goes on behind", "**It costs 90. Yes.** No.", "**It costs 90.", ["It costs 90."]],
    [
      "one with code and a link",
      "Run `a [1000]` at [x](https://a.example). Yes.",
      "Run `a [1000]` at [x](https://a.example).",
      ["Run a [1000] at x."],
    ],
    ["one in parentheses", "Yes (It costs 90.) or no", "(It costs 90.)", ["It costs 90.)"]],
    ["one of a list", "- Blue\n- It costs 90.", "It costs 90.", ["It costs 90."]],
    ["a row of a table", "| a | b |\n|---|---|\n| x | 90 |", "| x | 90 |", ["x", "90"]],
    ["one with _marks_ in it", "It is _90_. No.", "It is _90_.", ["It is 90."]],
    ["one that ends in a mark", "It is _90_", "It is _90_", ["It is 90"]],
  ])("marks %s, and says so in words", (_, text, sentence, expected) => {
    const { container } = draw(text, [sentence]);
    expect(readMarks(container)).toEqual(expected);
    const words = [...container.querySelectorAll("small")].map((one) => one.textContent);
    expect(words).toEqual(expected.map(() => "not in the sources: 90"));
    expect(container.querySelector("small")?.title).toBe("No source has this number: 90");
    expect(container.textContent).toContain("Not in the sources: ");
    expect(readWithoutMarks(container)).toBe(readPlain(text));
  });

  it("marks two beside each other, each by itself", () => {
    const { container } = draw("It costs 90. It weighs 70.", ["It costs 90.", "It weighs 70."]);
    expect(readMarks(container)).toEqual(["It costs 90.", "It weighs 70."]);
  });

  it.each([
    ["code", "```\nIt costs 90.\n```"],
    ["what stands indented", "Hello\n\n    It costs 90."],
    ["HTML", "<div>\nIt costs 90.\n</div>"],
  ])("leaves %s as it is", (_, text) => {
    const { container } = draw(text, ["It costs 90."]);
    expect(readMarks(container)).toEqual([]);
    expect(container.textContent.replace("Copy", "")).toBe(readPlain(text));
  });

  it("marks nothing in another text than the one that was read", () => {
    const sentence = makeSentence("It costs 90.", 4);
    const { container } = render(
      <MarkedAnswer text="It costs 90." citations={[]} unsupported={[sentence]} />,
    );
    expect(container.textContent).toBe("It costs 90.");
  });

  it("leaves a sentence whose marks would be drawn once another one has none", () => {
    const text = "``````\n```js b. ";
    const unsupported = [makeSentence(text.slice(2, 12), 2), makeSentence(text.slice(12, 15), 12)];
    const { container } = render(<MarkedAnswer text={text} citations={[]} unsupported={unsupported} />);
    expect(container.textContent).not.toMatch(/\[1\d{3}\]/);
  });

  it("shows no number of ours in any text, wherever the sentences begin and end", () => {
    const piece = fc.constantFrom(
      "It ",
      "is 90. ",
      "**",
      "_",
      "`",
      "[1]",
      "(",
      ")",
      "\n",
      "- ",
      "| a ",
      "|",
      "[x](y)",
      "<b>",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(60), fc.nat(60), (pieces, one, other) => {
        const text = pieces.join("");
        const [from = 0, to = 0] = [one, other].map((at) => at % (text.length + 1)).sort((a, b) => a - b);
        const { container, unmount } = render(
          <MarkedAnswer
            text={text}
            citations={[]}
            unsupported={[makeSentence(text.slice(from, to), from)]}
          />,
        );
        expect(container.textContent).not.toMatch(/\[1\d{3}\]/);
        unmount();
      }),
      {
        numRuns: 300,
        examples: [
          // An end behind a backslash, within what is marked as a whole.
          [["**", "\\", "**"], 21, 0],
          // Both ends in the name of a language.
          [["`", "`", "`", "`", "_"], 58, 17],
        ],
      },
    );
  });
});

function draw(text: string, sentences: string[]) {
  const unsupported = sentences.map((sentence) => makeSentence(sentence, text.indexOf(sentence)));
  return render(<MarkedAnswer text={text} citations={[]} unsupported={unsupported} />);
}

function makeSentence(text: string, from: number): UnsupportedSentence {
  return { from, to: from + text.length, text, why: "number", missing: ["90"] };
}

/** The marked text up to each of the words that end a mark. */
function readMarks(container: Element): string[] {
  const marks = [...container.querySelectorAll("mark, small")].map((one) =>
    one.localName === "small" ? "\n" : one.textContent,
  );
  return marks.join("").split("\n").slice(0, -1);
}

function readWithoutMarks(container: Element): string {
  for (const ours of container.querySelectorAll("small, span")) {
    if (ours.localName === "small" || ours.textContent === "Not in the sources: ") ours.remove();
  }
  return container.textContent;
}

function readPlain(text: string): string {
  return render(<Markdown text={text} />).container.textContent;
}
