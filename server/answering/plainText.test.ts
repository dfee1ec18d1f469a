import { describe, expect, it } from "vitest";
import { toPlainText } from "./plainText.ts";

describe("Markdown as people read it", () => {
  it.each([
    ["From **Repairs**:\n\n> A full inspection costs 79.", "From Repairs: A full inspection costs 79."],
    ["# Prices\n\n## Bikes\n\n590", "Prices Bikes 590"],
    ["> > quoted twice", "quoted twice"],
    ["See [the page](https://example.com) and ![](https://example.com/x.png)this", "See the page and this"],
    ["5 > 3 and a # in the middle", "5 > 3 and a # in the middle"],
    ["snake_case stays, `code` too", "snake_case stays, code too"],
  ])("%j is %j", (markdown, text) => expect(toPlainText(markdown)).toBe(text));
});
