import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnswerFilter } from "./answerFilter.ts";

const source = "https://shop.example/returns";

describe("a model's text", () => {
  it.each([
    ["keeps a citation that exists", "It is free [2].", "It is free [1]."],
    ["numbers citations as they come", "A [3], b [1], c [3].", "A [1], b [2], c [1]."],
    ["drops a citation of nothing", "It is free [9].", "It is free."],
    ["splits a list of citations", "Free [1, 2] and [3;9].", "Free [1][2] and [3]."],
    ["reads foreign brackets", "Free 【2†source】.", "Free [1]."],
    ["reads footnotes", "Free [^3].", "Free [1]."],
    ["makes a linked citation a citation", "Free [2](https://evil.example).", "Free [1]."],
    ["keeps a link of the sources", `See [returns](${source}).`, `See [returns](${source}).`],
    ["keeps a bare address of the sources", `See ${source}.`, `See ${source}.`],
    ["takes the link from a text", "See [our page](https://evil.example/a?b=(c)).", "See our page."],
    ["takes a relative link too", "See [our page](/login).", "See our page."],
    ["takes a script link", "See [our page](javascript:alert(1)).", "See our page."],
    ["takes a bare address", "See https://evil.example/x, or not.", "See (link removed), or not."],
    ["takes an address without its scheme", "See www.evil.example now", "See (link removed) now"],
    ["takes an autolink", "See <https://evil.example>.", "See <(link removed)>."],
    ["takes a picture", "![secret](https://evil.example/?q=1) Hi", "secret Hi"],
    ["takes a link in a link's text", "[a https://evil.example b](/x)", "a (link removed) b"],
    [
      "takes what a reference points to",
      "[a][x]\n\n[x]: https://evil.example",
      "[a][x]\n\n[x]: (link removed)",
    ],
    ["leaves code alone", "Run `curl https://api.example/[1]`.", "Run `curl https://api.example/[1]`."],
    [
      "leaves fenced code alone",
      "```\na[1] https://x.example\n```\n[1]",
      "```\na[1] https://x.example\n```\n[1]",
    ],
    ["keeps brackets that are no citation", "An [optional] part", "An [optional] part"],
    ["keeps words that only begin like an address", "how www hello http", "how www hello http"],
    ["mends half a character", "a\ud83d b", "a\ufffd b"],
    ["has no NUL", "a\u0000b", "a\ufffdb"],
  ])("%s", (_, text, expected) => {
    expect(filterAll([text])).toBe(expected);
  });

  it.each(["Secret", "from them", "at"])("is shown at once where it ends in a word: %s", (text) => {
    expect(createAnswerFilter({ passages: 3, isAllowed: () => false }).push(text)).toBe(text);
  });

  it("becomes the same wherever it is cut", () => {
    const texts = fc.array(
      fc.constantFrom(
        ...[
          "[",
          "]",
          "(",
          ")",
          "1",
          "[2]",
          "[1, 3]",
          "`",
          "```\n",
          "\n",
          " ",
          "!",
          "<",
          ">",
          "http",
          "s://",
          "www.",
        ],
        ...[
          "evil.example",
          source,
          "word",
          "👩‍🚀",
          "[a](https://evil.example)",
          "![",
          "【1】",
          "\\",
          ":",
          ".",
          "h",
          "w",
        ],
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(texts, fc.array(fc.nat(200)), (pieces, cuts) => {
        const text = pieces.join("");
        const edges = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const cut = edges.slice(1).map((end, index) => text.slice(edges[index], end));
        expect(filterAll(cut)).toBe(filterAll([text]));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["a link's target goes on behind a bracket", `](${source}[2][a](https://evil.example)`],
    ["a fence stands behind what is no beginning of one", ")```\n```\n[a](https://evil.example)"],
  ])("becomes the same where %s, wherever it is cut", (_, text) => {
    for (let at = 1; at < text.length; at += 1) {
      expect(filterAll([text.slice(0, at), text.slice(at)])).toBe(filterAll([text]));
    }
  });

  it("never lets an address out that no source has", () => {
    const texts = fc.array(
      fc.constantFrom(
        "[",
        "](",
        ")",
        "https://evil.example",
        "http://evil.example/a",
        "<",
        ">",
        "!",
        " ",
        "x",
        "\n",
        "[1]",
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(texts, (pieces) => {
        expect(filterAll(pieces)).not.toMatch(/https?:\/\/evil/);
      }),
      { numRuns: 2000 },
    );
  });

  it("of brackets without an end is not held back for long, nor slow", () => {
    const filter = createAnswerFilter({ passages: 3, isAllowed: () => false });
    const out = filter.push("[".repeat(20_000));
    expect(out.length).toBeGreaterThan(10_000);
    expect(out + filter.end()).toBe("[".repeat(20_000));
  });
});

function filterAll(pieces: string[]): string {
  const filter = createAnswerFilter({ passages: 3, isAllowed: (url) => url === source });
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}
