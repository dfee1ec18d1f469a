import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch } from "../kit/browser/chromium.ts";

let server: Server;
let port = 0;

beforeAll(async () => {
  server = createServer(({ url }, answer) => {
    const frame = `<iframe src="http://127.0.0.1:${port}/frame"></iframe>`;
    answer.setHeader("Content-Type", "text/html").end(url === "/page" ? frame : "<p>frame</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port; // a server that listens on a port always answers so
});
afterAll(() => server.close());

it.each([
  ["partitioned", "kept"],
  ["denied", "SecurityError"],
] as const)("a frame from another site has storage that is %s: %s", async (storage, outcome) => {
  const { browser, close } = await launch({ storage });
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/page`);
    const frame = page.frames().find((one) => one.url().endsWith("/frame"));
    const result = await frame?.evaluate(() => {
      try {
        localStorage.setItem("key", "kept");
        return localStorage.getItem("key");
      } catch (error) {
        return error instanceof Error ? error.name : "unknown";
      }
    });
    expect(result).toBe(outcome);
  } finally {
    await close();
  }
});
