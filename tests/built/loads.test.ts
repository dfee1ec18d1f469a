import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, distFolder } from "../../server/build.ts";
import { openAssets } from "../../server/http/assets.ts";
import { answerConsolePage } from "../../server/http/consolePage.ts";
import { launch } from "../kit/chromium.ts";
import type { RunningChromium } from "../kit/chromium.ts";

let server: Server;
let chromium: RunningChromium;
let home = "";

beforeAll(async () => {
  buildIfMissing();
  server = createServer((request, answer) => void respond(request, answer));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  home = `http://localhost:${(server.address() as AddressInfo).port}`; // a server that listens on a port answers so
  chromium = await launch();
});

afterAll(async () => {
  await chromium?.close();
  server?.close();
});

describe("the built console in a browser", () => {
  it("starts under the strict policy of its document and shows the sign-in without any fault", async () => {
    const page = await chromium.browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) faults.push(message.text());
    });
    await page.goto(`${home}/auth/login`);
    await page.getByRole("textbox").first().waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it("loads no more than its entry, what that needs, and the screen that is shown", async () => {
    const page = await chromium.browser.newPage();
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(`${home}/auth/login`);
    await page.getByRole("textbox").first().waitFor();
    const sizes = Object.fromEntries(
      await Promise.all(scripts.map(async (path) => [path, await weighServed(path)] as const)),
    );
    expect(Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(120_000);
    await page.close();
  });
});

const assets = openAssets(distFolder);

/** The server's own files and document; every call is answered as to somebody who is not signed in. */
async function respond(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? "/", home).pathname;
  const response = path.startsWith("/api/")
    ? Response.json(
        { error: { code: "unauthenticated", message: "Sign in." }, message: "Sign in." },
        { status: 401 },
      )
    : ((await assets.serve(path, new Headers({ "accept-encoding": "br" }))) ?? answerConsolePage(assets));
  answer.writeHead(response.status, Object.fromEntries(response.headers));
  answer.end(Buffer.from(await response.arrayBuffer()));
}

async function weighServed(path: string): Promise<number> {
  const response = await assets.serve(path, new Headers({ "accept-encoding": "br" }));
  return response ? (await response.arrayBuffer()).byteLength : 0;
}
