import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, distFolder, type Manifest } from "../../server/build.ts";
import { writeDocument } from "../../server/surfaces/writeDocument.ts";
import type { Message } from "../../shared/contract/conversations.ts";
import type { FrameDocument } from "../../shared/contract/surfaces.ts";
import { wordKeys } from "../../shared/words/keys.ts";
import { launch, type RunningChromium } from "../kit/chromium.ts";
import { fakeEdge, type FrameEdge } from "../kit/frameEdge.ts";
import { hostilePayloads } from "../kit/hostilePayloads.ts";
import { makeMessage, makeVisitorThread, makeWidgetSettings } from "../kit/samples.ts";
import { watchHostile } from "../kit/watchHostile.ts";
import { startWebServer, type WebServer } from "../kit/webServer.ts";

/** safety.md C10, C11, C18: nothing that a stranger wrote becomes more than text, wherever the chat shows it. */
const token = "0".repeat(32);
const together = hostilePayloads.join(" ");
let chromium: RunningChromium;
let server: WebServer;
let manifest: Manifest;
/** What the next document shows, and whether the server's policy comes with it: without, the page alone has to hold. */
let shown: { frame: FrameDocument; hasPolicy: boolean };

beforeAll(async () => {
  buildIfMissing();
  manifest = JSON.parse(readFileSync(join(distFolder, "manifest.json"), "utf8")) as Manifest; // the build wrote it
  server = await startWebServer((request, response) => {
    const file = manifest.files[request.url ?? ""];
    if (file) {
      response.writeHead(200, { "content-type": "text/javascript" });
      return void response.end(readFileSync(join(distFolder, file.path)));
    }
    if (request.url !== "/") return void response.writeHead(404).end();
    const { headers, text } = writeFrame();
    response.writeHead(200, headers);
    void text.then((html) => response.end(html));
  });
  chromium = await launch();
});

afterAll(async () => {
  await chromium?.close();
  await server?.stop();
});

/** A machine that does much beside this is slow; nothing here is about time. */
const patience = 200_000;
const parts = batches(90).map((batch, index) => [index + 1, batch] as const);

describe.each([
  ["with the policy of the server", true],
  ["without any policy", false],
])("hostile text, %s", { timeout: patience }, (_what, hasPolicy) => {
  it.each(parts)(
    "stays text in questions, answers, replies, names, files, sources, errors and further questions, part %i",
    async (_number, batch) => {
      const thread = makeVisitorThread({ title: together, assigneeName: together, handledBy: "human" });
      const messages = batch.flatMap((payload, index) => writeTurn(payload, index * 4));
      await withPage(hasPolicy, { thread, messages, streams: {} }, async (page) => {
        await page.waitForFunction(
          (count) => document.querySelectorAll("article").length >= count,
          batch.length * 4,
          { timeout: patience },
        );
        const marks = page.getByRole("button", { name: /^Source 1/ });
        await marks.first().click();
        await page.keyboard.press("Escape");
      });
    },
  );

  it("stays text in title, greeting, suggestions, links, consent and all words", async () => {
    await withPage(hasPolicy, null, async (page) => {
      await page.getByRole("textbox").first().waitFor();
      expect(await page.title()).toContain("<script>alert(1)</script>");
    });
  });
});

/** Here the page alone has to hold: a policy would only hide what slipped through for the moment of one character. */
describe("hostile text, without any policy", { timeout: patience }, () => {
  it.each(parts)("stays text in answers that are cut at every character, part %i", async (_number, batch) => {
    const streams = Object.fromEntries(batch.map((payload, index) => [`m${index}`, [...payload]]));
    const messages = batch.map((_payload, index) =>
      makeMessage({ id: `m${index}`, position: index, status: "streaming" }),
    );
    await withPage(false, { thread: makeVisitorThread(), messages, streams }, async (page) => {
      await page.waitForFunction((count) => globalThis.said === count, batch.length, { timeout: patience });
    });
  });
});

declare global {
  /** How many answers the faked edge has said to their end. */
  var said: number;
}

/** A question, its cited answer, a person's reply and a failed answer, each with the payload wherever it may stand. */
function writeTurn(payload: string, position: number): Message[] {
  const citation = {
    number: 1,
    sourceId: "s",
    pageId: "p",
    passageId: "q",
    title: payload,
    headings: [payload],
    url: payload,
    quote: payload,
    position: payload,
  };
  const file = { id: payload, name: payload, contentType: payload, sizeBytes: 1, url: "/a-file" };
  const base = { createdAt: position, updatedAt: position };
  return [
    makeMessage({ ...base, position, role: "user", content: payload, attachments: [file] }),
    makeMessage({
      ...base,
      position: position + 1,
      content: `${payload} [1]\n\nSee [1].`,
      citations: [citation],
      followUps: [payload],
      inReplyTo: `m${position}`,
    }),
    makeMessage({
      ...base,
      position: position + 2,
      role: "support",
      content: payload,
      author: { id: "a", name: payload },
      attachments: [{ ...file, contentType: "image/png", url: "data:image/png,x" }],
    }),
    makeMessage({
      ...base,
      position: position + 3,
      status: "failed",
      content: payload,
      error: { code: payload, message: payload },
    }),
  ];
}

async function withPage(
  hasPolicy: boolean,
  edge: FrameEdge | null,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  shown = { frame: writeFrameDocument(edge === null), hasPolicy };
  const context = await chromium.browser.newContext();
  try {
    const page = await context.newPage();
    const elsewhere: string[] = [];
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== server.origin && protocol !== "data:" && protocol !== "blob:")
        elsewhere.push(request.url());
    });
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("dialog", (dialog) => void dialog.dismiss());
    if (edge) await fakeEdge(page, token, edge);
    const readOffences = await watchHostile(page);
    await page.goto(`${server.origin}/`);
    await work(page);
    const { ranScripts, found, looked } = await readOffences();
    expect({ ranScripts, found, elsewhere, faults }).toEqual({
      ranScripts: 0,
      found: [],
      elsewhere: [],
      faults: [],
    });
    expect(looked).toBeGreaterThan(100);
  } finally {
    await context.close();
  }
}

function writeFrame(): { headers: Record<string, string>; text: Promise<string> } {
  const script = manifest.entries["frame"];
  if (!script) throw new Error("the frame was not built");
  const answer = writeDocument({
    script,
    status: 200,
    title: together,
    language: "en",
    head: [],
    frame: shown.frame,
    ancestors: null,
    imageHosts: [],
  });
  const headers = Object.fromEntries(answer.headers);
  if (!shown.hasPolicy) delete headers["content-security-policy"];
  return { headers, text: answer.text() };
}

/** `everywhere`: all that an owner, or who broke into their account, can write has every payload. */
function writeFrameDocument(everywhere: boolean): FrameDocument {
  const settings = makeWidgetSettings(
    everywhere
      ? {
          title: together,
          subtitle: together,
          welcome: together,
          placeholder: together,
          launcherLabel: together,
          consentText: together,
          consentUrl: `javascript:alert(1)`,
          suggestions: [...hostilePayloads],
          minimisedSuggestions: [...hostilePayloads],
          links: hostilePayloads.map((label) => ({ label, url: label })),
          words: { en: Object.fromEntries(wordKeys.map(({ key }) => [key, `${together} {name}`])) },
        }
      : {},
  );
  return {
    token,
    origin: null,
    ticket: "",
    ticketExpiresAt: Number.MAX_SAFE_INTEGER,
    configuration: {
      agentId: "a",
      name: together,
      icon: "chat",
      version: 1,
      preview: false,
      settings,
      language: "en",
      attachments: null,
      isIdentityRequired: false,
      launcherWords: { open: "", openUnread: "", close: "", title: "" },
      hostedUrl: null,
    },
    unavailable: null,
    isDevelopment: false,
    hosted: { title: together, description: together },
  };
}

function batches(size: number): (readonly string[])[] {
  const count = Math.ceil(hostilePayloads.length / size);
  return Array.from({ length: count }, (_, index) => hostilePayloads.slice(index * size, (index + 1) * size));
}
