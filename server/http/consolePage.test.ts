import { expect, it } from "vitest";
import { answerConsolePage } from "./consolePage.ts";

it("the console's document is called 'AI Agent' until a screen says more", async () => {
  const assets = { findEntry: () => ({ file: "/assets/main.js", preload: [] }), find: () => undefined };
  const html = await answerConsolePage(assets as never).text(); // of the assets only the entry is asked for
  expect(html).toContain("<title>AI Agent</title>");
});
