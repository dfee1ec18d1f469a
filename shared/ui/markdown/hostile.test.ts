import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "./block.ts";
import { plainText } from "./inline.ts";
import type { Inline } from "./inline.ts";
import { parseBlocks } from "./parseBlocks.ts";
import { parseInline } from "./parseInline.ts";
import { advance, emptyStream } from "./stream.ts";

const references = new Map([["a", { href: "https://a.example", title: undefined }]]);
const options = { references, hasCitation: (n: number) => n < 3, isOpen: false };
const marks = [
  ..."[]()!*_~`<>&#|-+=:.@\\\n\t \"'1ax😀",
  ...[
    "](",
    "**",
    "~~",
    "``",
    "```\n",
    "https://",
    "www.",
    "\n> ",
    "\n- ",
    "\n1. ",
    "|-|",
    "[a]",
    "[1]",
    "&amp;",
    "    ",
    "\n\n",
  ],
];
const hostileText = fc.array(fc.constantFrom(...marks), { maxLength: 60 }).map((parts) => parts.join(""));

/** Runs over everything that would be drawn, so that reading the inside counts too. */
function walk(blocks: readonly Block[], isOpen = false): { depth: number; pieces: Inline[] } {
  const pieces: Inline[] = [];
  let depth = 0;
  const read = (text: string): void => {
    for (const piece of parseInline(text, { ...options, isOpen })) pieces.push(piece);
  };
  const visit = (block: Block, level: number): void => {
    depth = Math.max(depth, level);
    if ("children" in block) block.children.forEach((child) => visit(child, level + 1));
    else if (block.type === "table") [block.header, ...block.rows].flat().forEach(read);
    else if ("text" in block && block.type !== "code") read(block.text);
  };
  blocks.forEach((block) => visit(block, 1));
  return { depth, pieces };
}

function depthOf(pieces: readonly Inline[]): number {
  return pieces.reduce((deepest, piece) => {
    const depth = typeof piece === "object" && "children" in piece ? 1 + depthOf(piece.children) : 0;
    return Math.max(deepest, depth);
  }, 0);
}

describe("hostile text", () => {
  // A reader that takes quadratic time needs minutes for these; the limit of seconds is the proof.
  it.each([
    "😀",
    "[",
    "]",
    "[]",
    "![",
    "[a](",
    "[a](b ",
    '[a](b "',
    "[a](<b",
    "[a][b]",
    "](x",
    "*",
    "*a",
    "a* ",
    "*a **b ",
    "*a b_ ",
    "_a b~~ ",
    "_a_",
    "a_b ",
    "~~a",
    "`",
    "`a``b",
    "``a` ",
    "<",
    "<a:",
    "<a@",
    "&",
    "&#1",
    "\\",
    "@",
    "a@",
    "a@b.",
    "http://",
    "http://a)",
    "www.",
    "> ",
    ">",
    "- ",
    "- a\n",
    "- a\n\n",
    "1. ",
    "# ",
    "|",
    "|a",
    "a|b\n",
    "a|b\n-|-\n",
    "a|b\n---\n",
    "[a]: b\n",
    "[a]: b (\n",
    "```\n",
    "    a\n",
    "\t",
    " ",
    "\n",
    "a\n",
    "===\n",
    "a\n===\n",
    "*_~`[<&",
    "<!--",
    "<!-- a\n\n",
    "<?",
    "<!a",
    "<![CDATA[",
    "<a b='",
    "<a b=\"' ",
    "<a ",
    "<a\n",
    "<a b",
    "</a",
    "<div",
    "<div>\n",
    "[a]: b 'c\n",
    "[a]: b '\\'\n",
    "[a]:\n",
    '[a]: b "',
    "~a ",
    "a~ ~b",
  ])("%j repeated to half a million characters is read in time that grows with it", (unit) => {
    const text = unit.repeat(500_000 / unit.length);
    for (const isOpen of [false, true]) {
      const { blocks } = advance(emptyStream, text, isOpen);
      expect(walk(blocks, isOpen).depth).toBeLessThanOrEqual(41);
    }
    expect(parseInline(text, options).length).toBeGreaterThan(0);
  });

  it("takes a million emoji", () => {
    const text = "😀".repeat(1_000_000);
    expect(parseInline(text, options)).toEqual([text]);
  });

  it("takes a hundred thousand nested quotes, lists, brackets and marks without going deep", () => {
    const n = 100_000;
    for (const text of [">".repeat(n), "- ".repeat(n), "1. ".repeat(n), "> - ".repeat(n)]) {
      expect(walk(parseBlocks(text).blocks).depth).toBeLessThanOrEqual(41);
    }
    for (const text of [
      "*a **b ".repeat(n) + "** *".repeat(n),
      "[".repeat(n) + "a" + "](https://a.b)".repeat(n),
    ]) {
      expect(depthOf(parseInline(text, options))).toBeLessThanOrEqual(25);
    }
  });

  it("makes only links that are allowed", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { pieces } = walk(parseBlocks(text).blocks);
        const check = (piece: Inline): void => {
          if (typeof piece === "string") return;
          if ("href" in piece) expect(piece.href).toMatch(/^(https?:\/\/|mailto:|tel:)/i);
          if ("children" in piece) piece.children.forEach(check);
        };
        pieces.forEach(check);
      }),
      { numRuns: 3000 },
    );
  });

  it("loses no text where there are no marks", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 ,é日😀]{1,60}$/u), (text) => {
        expect(plainText(parseInline(text, options))).toBe(text);
      }),
    );
  });
});

describe("a text that grows", () => {
  it("ends as the same blocks, however it was cut", () => {
    fc.assert(
      fc.property(hostileText, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
        let stream = emptyStream;
        for (const cut of cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b)) {
          stream = advance(stream, text.slice(0, cut), true);
        }
        const whole = parseBlocks(text);
        const grown = advance(stream, text, false);
        expect(grown.blocks).toEqual(whole.blocks);
        expect([...grown.references]).toEqual([...whole.references]);
      }),
      { numRuns: 5000, examples: [["[\n1. \n|-|\n> https://", [13]]] },
    );
  });

  it("keeps finished blocks as the same objects", () => {
    const first = advance(emptyStream, "# A\n\nb\n\n- c\n", true);
    const second = advance(first, "# A\n\nb\n\n- c\n- d\n\ne", true);
    expect(second.blocks[0]).toBe(first.blocks[0]);
    expect(second.blocks[1]).toBe(first.blocks[1]);
    expect(second.blocks[2]).not.toBe(first.blocks[2]);
  });

  it("starts over with another text", () => {
    const first = advance(emptyStream, "a\n\nb\n\nc", true);
    expect(advance(first, "x", false).blocks).toEqual([{ type: "paragraph", text: "x" }]);
  });

  it.each([
    ["text\n-", 1],
    ["text\n\n1.", 1],
    ["text\n\n1. ", 1],
    ["text\n\n#", 1],
    ["text\n\n```py", 1],
    ["text\n\n| a | b", 1],
    ["text\n\n| a | b |\n", 1],
    ["text\n\n| a | b |\n| --", 1],
    ["text\n\n| a | b |\n| -- | -- |\n", 2],
    ["text\n\n> -", 1],
    ["text\n\n- [", 1],
    ["text\n\n- [ ] a", 2],
    ["text\n\n# T", 2],
  ])("of %j draws %i blocks", (text, count) => {
    const { blocks } = advance(emptyStream, text, true);
    expect(blocks).toHaveLength(count);
    expect(blocks[0]).toEqual({ type: "paragraph", text: "text" });
  });
});
