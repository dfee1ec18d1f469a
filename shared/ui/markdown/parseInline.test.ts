import { describe, expect, it } from "vitest";
import type { Inline } from "./inline.ts";
import { parseInline } from "./parseInline.ts";

const options = { references: new Map(), hasCitation: (n: number) => n < 4, isOpen: false };

/** A short way to write pieces: `<em>a</em>` and so on. */
function show(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if (piece.type === "break") return "<br>";
      if (piece.type === "code") return `<code>${piece.text}</code>`;
      if (piece.type === "citation") return `<${piece.number}>`;
      if (piece.type === "link") return `<a ${piece.href}>${show(piece.children)}</a>`;
      if (piece.type === "image") return `<img ${piece.href}>${show(piece.children)}</img>`;
      return `<${piece.type}>${show(piece.children)}</${piece.type}>`;
    })
    .join("");
}

describe("running text", () => {
  it.each([
    ["plain", "plain"],
    [
      "a *b* _c_ **d** __e__ ***f***",
      "a <em>b</em> <em>c</em> <strong>d</strong> <strong>e</strong> <em><strong>f</strong></em>",
    ],
    ["snake_case_word and 2*3*4", "snake_case_word and 2<em>3</em>4"],
    ["5 * 3 * 2", "5 * 3 * 2"],
    ["**bold *both* bold**", "<strong>bold <em>both</em> bold</strong>"],
    ["*a [b* c](https://x.y)", "*a <a https://x.y>b* c</a>"],
    ["foo***bar***baz", "foo<em><strong>bar</strong></em>baz"],
    ["~~gone~~ 5~10 ~ 6", "<del>gone</del> 5~10 ~ 6"],
    ["~gone~ 5~10 and 6~7", "<del>gone</del> 5~10 and 6~7"],
    ['<a title="*">*', '<a title="*">*'],
    ["`a *b*` ``x ` y``", "<code>a *b*</code> <code>x ` y</code>"],
    ["`open", "`open"],
    ["\\*not\\* \\a", "*not* \\a"],
    ["a  \nb\\\nc\nd", "a<br>b<br>c\nd"],
    ["&amp; &lt; &#65; &#x1F600; &nope; &", "& < A 😀 &nope; &"],
    ["<b>raw</b> <script>x</script>", "<b>raw</b> <script>x</script>"],
    ["[t](https://a.b/c_d_e 'x')", "<a https://a.b/c_d_e>t</a>"],
    ["[**b** `c`](<https://a.b/x y>)", "<a https://a.b/x%20y><strong>b</strong> <code>c</code></a>"],
    ["[a](https://x.y/(z))", "<a https://x.y/(z)>a</a>"],
    ["[a [b](https://x.y) c](https://z.y)", "[a <a https://x.y>b</a> c](<a https://z.y>https://z.y</a>)"],
    ["![alt *x*](https://i.j/k.png)", "<img https://i.j/k.png>alt <em>x</em></img>"],
    ["[![i](https://i.j)](https://l.m)", "<a https://l.m><img https://i.j>i</img></a>"],
    ["[https://a.b](https://a.b)", "<a https://a.b>https://a.b</a>"],
    [
      "see https://a.b/c, (www.d.e) or <https://f.g>.",
      "see <a https://a.b/c>https://a.b/c</a>, (<a http://www.d.e>www.d.e</a>) or <a https://f.g>https://f.g</a>.",
    ],
    [
      "mail first_last@ex-am.com. <x@y.z>",
      "mail <a mailto:first_last@ex-am.com>first_last@ex-am.com</a>. <a mailto:x@y.z>x@y.z</a>",
    ],
    ["**https://a.b**", "<strong><a https://a.b>https://a.b</a></strong>"],
    ["yes [1][2], [3] no [4] [12]", "yes <1><2>, <3> no [4] [12]"],
    ["[1](https://a.b) [1]:", "<a https://a.b>1</a> [1]:"],
  ])("%j is read as %j", (text, expected) => {
    expect(show(parseInline(text, options))).toBe(expected);
  });

  it.each([
    ["half **bold", "half <strong>bold</strong>"],
    ["half **bold*", "half <strong>bold</strong>"],
    ["half **bold**", "half <strong>bold</strong>"],
    ["a *b **c", "a <em>b <strong>c</strong></em>"],
    ["a ~~b", "a <del>b</del>"],
    ["run `code wi", "run <code>code wi</code>"],
    ["about ~10", "about ~10"],
    ["ends with *", "ends with "],
    ["a [link te", "a link te"],
    ["a [link text](https://ex", "a link text"],
    ["a [link text]", "a link text"],
    ["so [1", "so "],
    ["so [1]", "so <1>"],
    ["so ![pic", "so "],
    ["5 * 3", "5 * 3"],
  ])("while it grows %j shows as %j", (text, expected) => {
    expect(show(parseInline(text, { ...options, isOpen: true }))).toBe(expected);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "java&#115;cript:alert(1)",
    "javascript&colon;alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;avascript:alert(1)",
    "\\javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "blob:https://a.b/c",
    "//evil.example",
    "/relative",
    "#anchor",
    "https:evil",
    "\u0001javascript:alert(1)",
    "\u200bjavascript:alert(1)",
    "view-source:https://a.b",
  ])("no link leads to %j", (address) => {
    const references = new Map([["r", { href: address, title: undefined }]]);
    const texts = [
      `[t](${address})`,
      `[t](<${address}>)`,
      `<${address}>`,
      `![t](${address})`,
      "[r]",
      "[t][r]",
    ];
    for (const text of texts) {
      const shown = show(parseInline(text, { ...options, references }));
      expect(shown).not.toMatch(/<(a|img) (?!https?:\/\/)/i);
    }
  });
});
