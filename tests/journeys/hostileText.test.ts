import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Widget } from "../../embed/types.ts";
import { buildIfMissing, distFolder, type Manifest } from "../../server/build.ts";
import { describePage } from "../../server/surfaces/hostedPage.ts";
import { writeDocument } from "../../server/surfaces/writeDocument.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";
import { wordKeys } from "../../shared/words/keys.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { fakeEdge, type FrameEdge } from "../kit/surfaces/frameEdge.ts";
import { hostilePayloads } from "../kit/safety/hostilePayloads.ts";
import { sampled } from "../kit/sampled.ts";
import { makeMessage, makeVisitorThread, makeWidgetSettings } from "../kit/samples.ts";
import { watchHostile } from "../kit/browser/watchHostile.ts";
import { startWebServer, type WebServer } from "../kit/network/webServer.ts";

/** safety.md C10, C11, C18: nothing that a stranger wrote becomes more than text, wherever the chat shows it. */
const token = "0".repeat(32);
/** Each stands in every place of the chat, and is cut at every character: some of them each run, all in `npm run test:full`. */
const payloads = sampled(hostilePayloads, {
  ...{ name: "hostile text", count: 25 },
  always: (payload) => payload === "<script>alert(1)</script>",
});
const together = payloads.join(" ");
/** As a browser reads it from HTML. */
const asRead = together.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
let chromium: RunningChromium;
let server: WebServer;
let manifest: Manifest;
/** What the next document shows, and whether the server's policy comes with it: without, the page alone has to hold. */
let shown: { frame: FrameDocument; hasPolicy: boolean };
const shopPage = `<!doctype html><html lang="en"><head><title>Shop</title><script async src="/widget.js?token=${token}"></script></head><h1>Shop</h1>`;

beforeAll(async () => {
  buildIfMissing();
  manifest = JSON.parse(readFileSync(join(distFolder, "manifest.json"), "utf8")) as Manifest; // the build wrote it
  server = await startWebServer((request, response) => {
    const file = manifest.files[request.url?.split("?")[0] ?? ""];
    if (file) {
      response.writeHead(200, { "content-type": "text/javascript" });
      return void response.end(readFileSync(join(distFolder, file.path)));
    }
    if (request.url?.startsWith("/api/public/v1/copilots?")) {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ ...shown.frame.configuration, ...hostileRule }));
    }
    if (request.url === "/shop") {
      response.writeHead(200, { "content-type": "text/html" });
      return void response.end(shopPage);
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
      // What the page says of itself to others, word for word.
      for (const name of ["description", "og:title", "og:description"]) {
        const said = page.locator(`meta[name="${name}"], meta[property="${name}"]`);
        expect(await said.getAttribute("content")).toBe(asRead);
      }
      const links = page.locator("nav a");
      for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "")))
        expect(href).toMatch(/^(https?:|mailto:|tel:)/i);
    });
  });

  it("stays text on the card that asks for consent", async () => {
    await withPage(hasPolicy, null, async (page) => {
      await page.goto("about:blank");
      await page.goto(`${server.origin}/#consent=required`);
      await page.locator("footer section button").waitFor();
      expect(await page.getByRole("textbox").count()).toBe(0);
      expect(await page.locator("footer section").innerText()).toContain("<script>alert(1)</script>");
    });
  });

  it("stays text in the list of conversations, and in the one that is saved as a file", async () => {
    const earlier = payloads.map((payload, index) =>
      makeVisitorThread({
        ...{
          id: `earlier-${index}`,
          title: payload,
          assigneeName: index % 2 ? payload : null,
          unread: index % 3,
        },
        lastMessage: { role: index % 2 ? "support" : "user", text: payload, at: 1 },
      }),
    );
    const messages = payloads.slice(0, 60).flatMap((payload, index) => writeTurn(payload, index * 4));
    const edge = { thread: makeVisitorThread({ title: together }), earlier, messages, streams: {} };
    await withPage(hasPolicy, edge, async (page) => {
      await page.getByRole("article").first().waitFor();
      await page.getByRole("button", { name: "More" }).click();
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: widgetWords.downloadTranscript }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(/^[\p{L}\p{N}-]+\.txt$/u);
      const text = readFileSync(await saved.path(), "utf8");
      expect(text).toContain("  <script>alert(1)</script>");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: widgetWords.history }).click();
      await page.waitForFunction(
        (count) => document.querySelectorAll("main li").length > count,
        earlier.length - 1,
      );
    });
  });

  it("stays text on the launcher: its name, label, tooltip and suggestions", async () => {
    await withPage(
      hasPolicy,
      null,
      async (page) => {
        await page.goto(`${server.origin}/shop`);
        const launcher = page.locator("pilothouse-launcher");
        await launcher.locator("[part=launcher]").hover();
        await launcher.locator(".chip").last().waitFor();
        await page.evaluate(() => void (window as unknown as { Pilothouse: Widget }).Pilothouse.track("now"));
        await launcher.locator("[role=status] [data-open]").waitFor();
        const drawn = await launcher.evaluate((host) =>
          [...(host.shadowRoot?.querySelectorAll("*") ?? [])].map((one) => ({
            name: one.localName,
            attributes: one.getAttributeNames(),
            text: [...one.childNodes].map((node) => (node instanceof Text ? node.data : "")).join(""),
          })),
        );
        const plain = ["button", "div", "iframe", "p", "path", "small", "span", "svg"];
        expect([...new Set(drawn.map(({ name }) => name))].filter((name) => !plain.includes(name))).toEqual(
          [],
        );
        expect(
          drawn.flatMap(({ attributes }) => attributes).filter((name) => /^on|^href$/.test(name)),
        ).toEqual([]);
        // The launcher's label, what is said first and by whom, and the button beside the words for a chat that does not come.
        expect(drawn.filter(({ text }) => text === together).map(({ name }) => name)).toEqual([
          ...["button", "small", "button", "button"],
        ]);
        expect(drawn.filter(({ text }) => text === payloads[0])).toHaveLength(1);
        expect(await launcher.locator("[part=launcher]").getAttribute("aria-label")).toBe(together);
        expect(await launcher.locator("iframe").getAttribute("title")).toBe(together);
        // Most of it stands in the shadow root, which was looked at here.
      },
      0,
    );
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
      attachments: [{ ...file, contentType: "image/png" }],
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
  leastLooked = 100,
): Promise<void> {
  shown = { frame: writeFrameDocument(edge === null), hasPolicy };
  const context = await chromium.browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
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
    const readOffences = await watchHostile(page, { elements: "pilothouse-launcher", links: ["/a-file"] });
    await page.goto(`${server.origin}/`);
    await work(page);
    const { ranScripts, found, looked } = await readOffences();
    expect({ ranScripts, found, elsewhere, faults }).toEqual({
      ranScripts: 0,
      found: [],
      elsewhere: [],
      faults: [],
    });
    expect(looked).toBeGreaterThan(leastLooked);
  } finally {
    await context.close();
  }
}

function writeFrame(): { headers: Record<string, string>; text: Promise<string> } {
  const script = manifest.entries["frame"];
  if (!script) throw new Error("the frame was not built");
  const { configuration } = shown.frame;
  const answer = writeDocument({
    basePath: "",
    script,
    status: 200,
    title: together,
    language: "en",
    head: configuration
      ? describePage({
          ...{ title: together, description: together, url: `${server.origin}/p/shop`, base: "/p/shop" },
          ...{ isIndexed: false, hasImage: true, color: configuration.settings.primary },
        })
      : [],
    frame: shown.frame,
    ancestors: null,
    imageHosts: [],
    uploadOrigin: null,
  });
  const headers = Object.fromEntries(answer.headers);
  if (!shown.hasPolicy) delete headers["content-security-policy"];
  return { headers, text: answer.text() };
}

/** Said once the page tells the event `now`. */
const hostileRule = {
  speaksFirst: true,
  hideMessageLabel: together,
  proactive: [
    {
      id: "hostile",
      when: {
        ...{ pages: [], notPages: [], afterSeconds: 0, scrollPercent: 0, onExit: false, visitors: "all" },
        ...{ attributes: [], event: "now" },
      },
      texts: [{ id: "a", text: together }],
    },
  ],
};

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
          suggestions: [...payloads],
          minimisedSuggestions: [...payloads],
          links: payloads.map((label) => ({ label, url: label })),
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
      voice: null,
      callSpeech: "browser",
      form: null,
      team: { isAway: false, opensAt: null },
      hasAvatar: false,
      isIdentityRequired: false,
      launcherWords: {
        open: together,
        openUnread: together,
        close: together,
        title: together,
        waiting: together,
      },
      hostedUrl: null,
    },
    unavailable: null,
    isDevelopment: false,
    hosted: { title: together, description: together },
  };
}

function batches(size: number): (readonly string[])[] {
  const count = Math.ceil(payloads.length / size);
  return Array.from({ length: count }, (_, index) => payloads.slice(index * size, (index + 1) * size));
}
