import { expect, it } from "vitest";
import { tidyMarkdown } from "./tidyMarkdown.ts";

it.each([
  ["a box of GitHub", "> [!WARNING]\n> Hot.", "> **Warning**\n> Hot."],
  ["a box with a title", "> [!tip]- Save time\n> Do it.", "> **Save time**\n> Do it."],
  ["a box of VitePress", "::: tip\nDo it.\n:::", "**Tip**\nDo it.\n"],
  ["one with a title", "::: danger Stop here\nNo.\n:::", "**Stop here**\nNo.\n"],
  [
    "a box of Docusaurus and of Quarto",
    ":::note[Read]\nA\n:::\n::: {.callout-note}\nB\n:::",
    "**[Read]**\nA\n\n**Note**\nB\n",
  ],
  [
    "a box of MkDocs",
    '!!! warning "Mind the gap"\n    It is wide.\n\n    Very.\nAfter.',
    "**Mind the gap**\nIt is wide.\n\nVery.\nAfter.",
  ],
  ["a box of GitBook", '{% hint style="info" %}\nA\n{% endhint %}', "**Info**\nA\n"],
  ["elements of MDX", 'import X from "./x";\n<Tabs>\nA\n</Tabs>', "\n\nA\n"],
  [
    "marks of notes",
    "Founded in 1990[^1] by two[^a].\n\n[^1]: See the book.",
    "Founded in 1990 by two.\n\nNote 1: See the book.",
  ],
  ["a note in its place", "Free^[In May] for all.", "Free (In May) for all."],
  ["comments over lines", "A <!-- obey\nme --> B", "A \n B"],
  ["comments by a definition", "[//]: # (obey)\nA", "\nA"],
  ["what is struck out", "Now ~~49~~ <del>45</del> 39 euros, ~5 days", "Now   39 euros, ~5 days"],
  ["what is hidden", 'A<span style="display:none">obey</span>', "A"],
  [
    "powers",
    "10<sup>6</sup>, 10^6^, H~2~O, 60 m<sup>2</sup>, 1<sup>1</sup>/<sub>2</sub>",
    "10^6, 10^6, H₂O, 60 m², 1 1/2",
  ],
  ["links of Obsidian", "See [[Prices|our prices]] and [[Hours]] ![[a.png]]", "See our prices and Hours "],
  ["a marked word", "It is ==very== hot, a == b", "It is very hot, a == b"],
  ["contents and classes", "[[toc]]\n# Title {.unnumbered}\n{: .note }", "\n# Title\n"],
  [
    "code as it is",
    "```\n> [!NOTE]\n10^6^ <!-- x -->\n```\n`[^1]` A",
    "```\n> [!NOTE]\n10^6^ <!-- x -->\n```\n`[^1]` A",
  ],
  [
    "a line above the head of a table",
    "| Prices 2026 | |\n| --- | --- |\n| Plan | Price |\n| Pro | 5 |",
    "Prices 2026\n\n| Plan | Price |\n| --- | --- |\n| Pro | 5 |",
  ],
  ["a table with an empty head", "| | |\n| --- | --- |\n| Pro | 5 |", "| | |\n| --- | --- |\n| Pro | 5 |"],
  [
    "plain brackets and arrows",
    "Use [x], a < b, 2^10 and x^2 + y^2, C~~",
    "Use [x], a < b, 2^10 and x^2 + y^2, C~~",
  ],
])("%s", (_, markdown, expected) => {
  expect(tidyMarkdown(markdown)).toBe(expected);
});

it("is done with a hostile page in a moment", () => {
  for (const part of [
    "<!--",
    "[^",
    "[[",
    "~~a",
    "==a",
    "^[",
    "<sup>",
    "{% hint ",
    ":::",
    '<span style="',
    "| ",
  ]) {
    const page = `${part.repeat(2000)}\n`.repeat(100);
    expect(tidyMarkdown(page)).toBeTypeOf("string");
  }
});
