import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { watchFaults } from "../hosts/stage.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

/** What a page's own code sees; the tag manager's stand-in below sets the rest. */
interface Seen {
  dataLayer?: Record<string, unknown>[];
  refused?: string[];
  tagged?: string[];
}

let chromium: RunningChromium;
let server: SpawnedServer;
let app: BenchApp;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  chromium = await launch();
});
afterAll(() => chromium?.close());

it("a console without configuration contacts only its own server, under a policy that allows nothing else", async () => {
  const { page, faults, foreign } = await open(server.url);
  await signIn(page);
  await page.goto(page.url().replace("/dashboard", "/account/pricing"));
  await page.getByRole("region", { name: "Self-hosted" }).waitFor();
  expect(await page.getByText("Book a Demo").count()).toBe(0);
  expect(await page.getByText("Get Help").count()).toBe(0);
  expect(await page.evaluate(() => (globalThis as Seen).dataLayer)).toBeUndefined();
  expect([...faults, ...foreign]).toEqual([]);
});

it("a configured console solves its captcha, opens our own help widget, and gives the tag manager what its policy allows", async () => {
  const { dataDir } = server;
  await server.end();
  const env = {
    CAPTCHA: "on",
    MEETING_URL: "https://meet.example.com/us",
    SUPPORT_WIDGET_TOKEN: app.token,
    TAG_MANAGER_ID: "GTM-TEST1",
  };
  server = await spawnServer({ dataDir, env });
  const { page, context, faults, foreign } = await open(`${server.url}/auth/login?utm_source=news`);
  await context.route("https://www.googletagmanager.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: tagManagerStandIn }),
  );
  await context.route("https://www.google-analytics.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: 'globalThis.tagged.push("analytics")' }),
  );
  await page.reload();
  await signIn(page);
  await expect.poll(() => page.evaluate(() => (globalThis as Seen).tagged)).toEqual(["gtm", "analytics"]);
  // Markup, and scripts of other places, stay refused: the tag manager's own code tried.
  expect(await page.evaluate(() => (globalThis as Seen).refused)).toEqual(["markup", "elsewhere"]);

  const demo = page.getByRole("link", { name: "Book a Demo" });
  expect(await demo.getAttribute("href")).toBe("https://meet.example.com/us?utm_source=news");
  await page.getByRole("button", { name: "Get Help" }).click();
  const chat = page.frameLocator(`iframe[src*="/embed/${app.token}"]`);
  await writeInChat(chat, "How do I invite people?");
  await chat.getByRole("article").nth(1).waitFor();
  const events = await page.evaluate(() => (globalThis as Seen).dataLayer?.map(({ event }) => event));
  expect(events).toEqual(["gtm.js", "get_help_clicked"]);
  expect(faults.filter((fault) => !/Trusted|TrustedScriptURL|TrustedHTML/.test(fault))).toEqual([]);
  expect(new Set(foreign.map((url) => new URL(url).host))).toEqual(
    new Set(["www.googletagmanager.com", "www.google-analytics.com"]),
  );

  // The support team sees who wrote: the console's user, told to the chat once the page has stood for a moment.
  const inbox = await context.newPage();
  await inbox.goto(page.url().replace("/dashboard", `/cp/${app.agentId}/inbox/conversations`));
  await expect.poll(() => inbox.locator("body").ariaSnapshot()).toMatch(/link "Bench.*Agent: /);
  await context.close();
});

const tagManagerStandIn = `
globalThis.tagged = ["gtm"];
globalThis.refused = [];
try { document.createElement("div").innerHTML = "<b>x</b>"; } catch { refused.push("markup"); }
try { document.createElement("script").src = "https://evil.example/x.js"; } catch { refused.push("elsewhere"); }
const script = document.createElement("script");
script.src = "https://www.google-analytics.com/analytics.js";
document.head.append(script);
`;

interface Opened {
  context: BrowserContext;
  page: Page;
  faults: string[];
  /** What was asked of others than the server. */
  foreign: string[];
}

async function open(url: string): Promise<Opened> {
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const faults = watchFaults(page);
  const foreign: string[] = [];
  context.on("request", (request) => {
    const isOwn = request.url().startsWith(server.url) || /^(data|blob|about):/.test(request.url());
    if (!isOwn) foreign.push(request.url());
  });
  await page.goto(url);
  return { context, page, faults, foreign };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
}
