import { render } from "@testing-library/react";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { Markdown } from "./Markdown.tsx";
import { chatCases } from "./chatCases.ts";

/** What differs by intent is made equal on both sides: heading levels, wrappers, attributes of ours, tight lists. */
function normalize(html: string): string {
  const page = document.createElement("div");
  page.innerHTML = html;
  for (const item of page.querySelectorAll("li > p")) item.replaceWith(" ", ...item.childNodes);
  for (const box of page.querySelectorAll("figcaption, input")) box.remove();
  for (const wrapper of page.querySelectorAll("figure, [role=region]"))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const all of page.querySelectorAll("*")) {
    const kept = ["href", "src", "start", "title"];
    for (const name of all.getAttributeNames()) if (!kept.includes(name)) all.removeAttribute(name);
  }
  return page.innerHTML
    .replace(/(<\/?h)\d/g, "$1x")
    .replace(/\s*(<\/?(?:p|ul|ol|li|pre|table|thead|tbody|tr|th|td|blockquote|hr|h\w+|br)\b[^>]*>)\s*/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

describe("Markdown", () => {
  it.each(chatCases)("draws what marked draws: %j", (text) => {
    const inner = render(<Markdown text={text} />).container.firstElementChild?.innerHTML ?? "";
    expect(normalize(inner)).toBe(normalize(marked.parse(text, { async: false, gfm: true })));
  });

  it.each([
    ["这是**“重点”**内容", "“重点”"],
    ["**注意：**请看", "注意："],
    ["**これは太字です。**次の文", "これは太字です。"],
    ["これは**重要（じゅうよう）**です", "重要（じゅうよう）"],
    ["이것은 **굵은 글씨(bold)**입니다", "굵은 글씨(bold)"],
    ["请用**`npm run`**命令", "npm run"],
    ["价格**¥99**起", "¥99"],
  ])("draws the bold part of %s without its marks", (text, bold) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector("strong")?.textContent).toBe(bold);
    expect(container.textContent).not.toContain("*");
  });

  it.each([
    ["请看https://a.example/x。谢谢", "https://a.example/x"],
    ["详见https://a.example/x请登录", "https://a.example/x"],
    ["“https://a.example/x”を見て", "https://a.example/x"],
    ["https://a.example/x에서", "https://a.example/x"],
  ])("ends the address in %s where its text goes on", (text, href) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector("a")?.getAttribute("href")).toBe(href);
    expect(container.textContent).toBe(text);
  });

  it.each(["- a", "1. a", "> a", "| a |\n|---|\n| b |"])(
    "lets the letters inside %j say on which side its marks stand",
    (text) => {
      const block = render(<Markdown text={text} />).container.firstElementChild?.firstElementChild;
      expect(block?.getAttribute("dir")).toBe("auto");
      // A browser looks for them only in elements that have no direction of their own.
      expect(block?.querySelector("[dir]")).toBeNull();
    },
  );

  it("draws HTML as text", () => {
    const { container } = render(
      <Markdown text={"<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>"} />,
    );
    expect(container.querySelector("img, script")).toBeNull();
    expect(container.textContent).toContain("<script>alert(1)</script>");
  });

  it("loads an image only from where the place allows, else shows its link", () => {
    const text = "![a](https://good.example/i.png) ![b](https://evil.example/?q=secret)";
    const slots = { allowImage: (address: string) => address.startsWith("https://good.example/") };
    const { container } = render(<Markdown text={text} slots={slots} />);
    expect([...container.querySelectorAll("img")].map((image) => image.alt)).toEqual(["a"]);
    expect(container.querySelector("a")?.textContent).toBe("b");
  });

  it("opens links apart from the page and without handing it over", () => {
    const { container } = render(<Markdown text="[t](https://a.example)" />);
    const link = container.querySelector("a");
    expect(link?.rel).toContain("noopener");
    expect(link?.target).toBe("_blank");
  });

  it("draws a citation where one exists and leaves the others as text", () => {
    const slots = { hasCitation: (n: number) => n === 1, renderCitation: (n: number) => <sup>{n}</sup> };
    const { container } = render(<Markdown text="Yes [1][2]." slots={slots} />);
    expect(container.querySelector("p")?.innerHTML).toBe("Yes <sup>1</sup>[2].");
  });

  it("gives a code block its language and the place for a button", () => {
    const slots = { renderCodeAction: (code: string) => <button>{code.length}</button> };
    const { container } = render(<Markdown text={"```ts\nlet a;\n```"} slots={slots} />);
    expect(container.querySelector("figcaption")?.textContent).toBe("ts7");
  });

  it("keeps the elements of finished blocks while more text comes", () => {
    const { container, rerender } = render(<Markdown text={"# A\n\nb **c"} isStreaming />);
    const [title, strong] = [container.querySelector("h3"), container.querySelector("strong")];
    rerender(<Markdown text={"# A\n\nb **c d** e\n\n- f"} isStreaming />);
    expect(container.querySelector("h3")).toBe(title);
    expect(container.querySelector("strong")).toBe(strong);
    expect(strong?.textContent).toBe("c d");
  });

  it("keeps the items of a list that turns loose", () => {
    const { container, rerender } = render(<Markdown text={"- a\n- b"} isStreaming />);
    const first = container.querySelector("li > p");
    rerender(<Markdown text={"- a\n- b\n\n- c"} isStreaming />);
    expect(container.querySelector("li > p")).toBe(first);
    expect(container.querySelector("ul")?.hasAttribute("data-tight")).toBe(false);
  });
});
