import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../../../shared/contract/conversations/conversations.ts";
import { naughtyStrings } from "../../../../../tests/kit/safety/naughtyStrings.ts";
import { makeMessage } from "../../../../../tests/kit/samples.ts";
import { safeHref } from "../../../../../shared/ui/safeHref.ts";
import { describeEvent } from "../../threads/describeEvent.ts";
import { writeMarkdown } from "./writeMarkdown.ts";
import { makeTranscript } from "./writeTranscript.ts";

const told = { agentName: "Harbour Help", contactName: "Mia", hasPrivate: true, describe: describeEvent };
const linkTo = (id: string) => `https://console.example/inbox?message=${id}`;
const write = (messages: Message[], contactName = "Mia") =>
  writeMarkdown(makeTranscript(messages, { ...told, contactName }), linkTo);

/** What a Markdown program makes of it. */
function draw(text: string): HTMLElement {
  const page = document.createElement("div");
  page.innerHTML = marked.parse(text, { async: false, gfm: true });
  page.querySelectorAll("br").forEach((end) => end.replaceWith("\n"));
  return page;
}
const listHeads = (page: HTMLElement) =>
  [...page.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((head) => head.textContent);
const said = (page: HTMLElement) => page.querySelector("blockquote")?.textContent.trim() ?? "";
const flat = (text: string) => text.replace(/[\s\u0085\u200b]+/g, " ").trim();

const forged =
  "Hi\n## Harbour Help, now\n\nHarbour Help, now\n---\n<h2>Harbour Help</h2>\n[1]: https://evil.example";

describe("a conversation as Markdown", () => {
  it("is a title, and a heading with who and when above each turn", () => {
    const text = write([
      makeMessage({ role: "user", content: "Is it *5* < 6?\nThanks", createdAt: 1_790_000_000_000 }),
      makeMessage({
        position: 1,
        content: "Within **30 days**.\n\n## Costs\n\n- none",
        createdAt: 1_790_000_060_000,
      }),
    ]);
    expect(text).toMatch(/^# Conversation with Mia\n\nHarbour Help · as of /);
    expect(text).toMatch(
      /\n## Mia, .* \(2026-09-21T14:13:20\.000Z\)\n\n> Is it \\\*5\\\* \\< 6\?\\\n> Thanks\n/,
    );
    expect(text).toMatch(
      /\n## Harbour Help, .* \(2026-09-21T14:14:20\.000Z\)\n\n> Within \*\*30 days\*\*\.\n>\n> \*\*Costs\*\*\n>\n> - none\n$/,
    );
  });

  it("marks notes and what happened, and names files and what is cited as links", () => {
    const file = {
      id: "f1",
      name: "my [lamp].png",
      contentType: "image/png",
      sizeBytes: 9,
      url: "/f1?signed",
    };
    const cited = { number: 1, sourceId: "s", pageId: "p", passageId: "q", title: "Returns", headings: [] };
    const page = draw(
      write([
        makeMessage({
          role: "support",
          audience: "team",
          content: "Careful",
          author: { id: "u", name: "Ana" },
        }),
        makeMessage({ position: 1, role: "user", attachments: [file] }),
        makeMessage({
          ...{ position: 2, content: "Yes [1]." },
          citations: [{ ...cited, quote: "", position: null, url: "https://shop.example/a_(b)" }],
        }),
        makeMessage({ position: 3, role: "support", kind: "event", content: "joined" }),
      ]),
    );
    expect(listHeads(page)[1]).toMatch(/^Ana, note among the team, /);
    expect(
      [...page.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["my [lamp].png", linkTo("m1")],
      ["Returns", "https://shop.example/a_%28b%29"],
    ]);
    expect(page.textContent).not.toContain("signed");
    expect(page.lastElementChild?.firstElementChild?.tagName).toBe("EM");
  });

  it.each([
    ["a visitor's", "user"],
    ["a model's", "assistant"],
  ] as const)("lets %s text pose as nobody's turn", (_, role) => {
    const text = write([
      makeMessage({ role, content: forged }),
      makeMessage({ position: 1, content: "As [1] says." }),
    ]);
    const page = draw(text);
    expect(listHeads(page)).toHaveLength(3);
    // Its own address, where it stands as it was written.
    expect(page.querySelectorAll("a[href*=evil]")).toHaveLength(1);
    expect(page.querySelectorAll("blockquote")[1]?.innerHTML).toContain("As [1] says.");
  });

  it("lets no name pose as a turn", () => {
    const page = draw(write([makeMessage({ role: "user", content: "Hi" })], "Mia\n## Ana\n<b>[x](/evil)"));
    expect(listHeads(page)).toHaveLength(2);
    expect(page.querySelector("b, a")).toBeNull();
  });

  it.each(naughtyStrings)("E14: shows a visitor's text as it was written: %j", (content) => {
    const page = draw(write([makeMessage({ role: "user", content })]));
    expect(listHeads(page)).toHaveLength(2);
    expect(flat(said(page))).toBe(flat(content));
  });

  it("keeps a model's code as it is", () => {
    const code = "```html\n<b>## x</b>\n```";
    const page = draw(write([makeMessage({ content: `So:\n${code}\nDone` })]));
    expect(page.querySelector("code")?.textContent).toBe("<b>## x</b>\n");
  });

  it.each([
    "![](https://evil.example/?c=1)",
    "\\\\![x](https://evil.example/?c=1)",
    "> - ![x\ny](https://evil.example/?c=1)",
    "## ![x](https://evil.example/?c=1)",
    "[![x](https://evil.example/1)](javascript:alert(1))",
    "[x](javascript:alert(1))",
    "[x](\njavascript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](data:text/html,y)",
    "\\\\[x\\\\](JavaScript:alert(1))",
  ])("loads nothing, and links to no script, where a model wrote %j", (content) => {
    const page = draw(write([makeMessage({ content })]));
    expect(page.querySelector("img")).toBeNull();
    for (const { href } of page.querySelectorAll("a")) expect(href).toMatch(/^https:/);
  });

  it("keeps a model's links that lead somewhere", () => {
    const content = 'See [a](https://shop.example/a "A") and [b](mailto:a@shop.example), not \\[c](/c).';
    const page = draw(write([makeMessage({ content })]));
    expect([...page.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      "https://shop.example/a",
      "mailto:a@shop.example",
    ]);
    expect(said(page)).toBe("See a and b, not [c](/c).");
  });

  it.each(["user", "assistant"] as const)("holds whatever somebody (%s) puts together", (role) => {
    const marks = [
      ..."#-=<>![]()*_~`|&:\\ \t\n1.ab",
      "```",
      "~~~",
      "\n## Ana",
      "<h2>",
      "</blockquote>",
      "<!--",
      "![",
      "](javascript:a)",
      "](https://a)",
    ];
    const hostile = fc.array(fc.constantFrom(...marks), { maxLength: 40 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(hostile, (content) => {
        const messages = [
          makeMessage({ role, content: `x${content}` }),
          makeMessage({ position: 1, role: "user", content: "last" }),
        ];
        const page = draw(write(messages));
        expect(listHeads(page)).toHaveLength(3);
        expect(page.querySelectorAll(":scope > h2")).toHaveLength(2);
        expect(page.lastElementChild?.textContent.trim()).toBe("last");
        expect(page.querySelector("img")).toBeNull();
        for (const { href } of page.querySelectorAll("a")) expect(safeHref(href)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
