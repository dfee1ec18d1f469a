import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, readManifest } from "../../server/build.ts";
import { launch } from "../kit/chromium.ts";
import type { RunningChromium } from "../kit/chromium.ts";
import { spawnServer } from "../kit/spawnServer.ts";
import type { SpawnedServer } from "../kit/spawnServer.ts";

/** Brotli bytes of script until somebody can type. */
const firstScreenBytes = 120_000;

let server: SpawnedServer;
let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  chromium = await launch();
});
afterAll(() => chromium?.close());

describe("the built console, served as people get it", () => {
  it("starts under the strict policy of its document, without any fault, and can be typed into", async () => {
    const { page, faults } = await openPage();
    await page.goto(server.url);
    await page.getByRole("textbox").first().fill("ana@example.com");
    expect(faults).toEqual([]);
  });

  it("loads only its entry, what that needs, and the screen that is shown", async () => {
    const { page, scripts } = await openPage();
    await page.goto(server.url);
    await page.getByRole("textbox").first().waitFor();
    const { files, entries } = readManifest();
    const bytes = [...scripts].reduce((sum, path) => sum + (files[path]?.br ?? Number.POSITIVE_INFINITY), 0);
    expect(scripts).toContain(entries["console"]?.file);
    expect(bytes).toBeLessThan(firstScreenBytes);
    expect(scripts.size).toBeLessThan(Object.keys(files).length / 2);
  });
});

/** Opens a page that writes down what goes wrong in it and which scripts it loads. */
async function openPage(): Promise<{ page: Page; faults: string[]; scripts: Set<string> }> {
  const page = await chromium.browser.newPage();
  const faults: string[] = [];
  const scripts = new Set<string>();
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy|Trusted(HTML|Script)/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
  });
  return { page, faults, scripts };
}
