import type { BrowserContext, Page, Worker } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { requestPerson, sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { standalonePath, standaloneScopes } from "../../shared/domain/standalone.ts";
import type { StandaloneScope } from "../../shared/domain/standalone.ts";
import { addTexts, openBenchApp, openVisitor, type BenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import type { TestClient } from "../kit/client.ts";
import { newClientId } from "../kit/conversations/threads/talks.ts";
import { startPushService, type PushService } from "../kit/notifications/pushService.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;
let service: PushService;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  buildIfMissing();
  service = await startPushService();
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8" } });
  app = await openBenchApp(server);
  await addTexts(app, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  chromium = await launch({ program: "whole" });
});
afterAll(async () => {
  await chromium?.close();
  await service?.stop();
});

beforeEach(async () => {
  context = await chromium.browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" },
  });
  page = await context.newPage();
  return () => context.close();
});

const inbox = (scope?: StandaloneScope) =>
  standalonePath({ orgId: app.organizationId, agentId: app.agentId }, scope);

it("an inbox link leads through sign-in to its conversation, with a way back to the list", async () => {
  const threadId = await waitForTeam("When does the lighthouse open?");
  const refused: string[] = [];
  page.on("console", (line) => {
    if (/Content Security Policy|TrustedScriptURL/.test(line.text())) refused.push(line.text());
  });
  await signIn(`${inbox()}/${threadId}`);
  await page.getByRole("region", { name: /^Conversation with/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${inbox()}/${threadId}`);
  // The head of the conversation stands in the place of the bar.
  expect(await page.getByRole("banner").count()).toBe(0);
  const found = await findBarriers(page, "a conversation");
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("button", { name: /Menu and other agents/ }).waitFor();
  found.push(...(await findBarriers(page, "the list")));
  await page.getByRole("button", { name: /Menu and other agents/ }).click();
  await page.getByRole("navigation", { name: "Agents" }).getByRole("link").first().waitFor();
  found.push(...(await findBarriers(page, "the menu")));
  expect(found).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto(`${server.url}${inbox()}/no-such-conversation`);
  await page.getByText("This conversation no longer exists.").waitFor();
  await page.waitForURL(({ pathname }) => pathname === inbox());
  expect(refused).toEqual([]);
});

it("a conversation opens at its end, and each message shows its actions", async () => {
  const visitor = await openVisitor(app, server);
  let threadId = await ask(visitor, "Good morning!");
  for (const content of ["Are you there?", "When do you open?", "And when do you close?"])
    threadId = await ask(visitor, content, threadId);
  await signIn(inbox());
  await page.goto(
    `${server.url}/accounts/${app.organizationId}/cp/${app.agentId}/inbox/conversations/${threadId}`,
  );
  const list = page.getByRole("log", { name: "Messages" });
  await list.getByRole("button", { name: "Actions for this message" }).last().waitFor();
  await page.getByRole("button", { name: "Take over" }).waitFor();
  const below = () => list.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);
  await expect.poll(below).toBeLessThan(2);
});

it.each(standaloneScopes)("%s is an installable page", async (scope) => {
  await signIn(inbox(scope));
  await page.getByRole("heading", { name: /^Conversations/ }).waitFor();
  const session = await context.newCDPSession(page);
  const { url, data = "" } = await session.send("Page.getAppManifest");
  expect(url).toBe(`${server.url}${inbox(scope)}/app.webmanifest`);
  expect(JSON.parse(data)).toMatchObject({ scope, start_url: inbox(scope) });
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const found = installabilityErrors.map(({ errorId }) => errorId);
  // Each test has a window of its own, which keeps nothing.
  expect(found.filter((errorId) => errorId !== "in-incognito")).toEqual([]);
});

it.each(standaloneScopes)(
  "%s reports a missing network, stores nothing, and resumes when the network is back",
  async (scope) => {
    await signIn(inbox(scope));
    await page.getByRole("heading", { name: /^Conversations/ }).waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const scopes = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope));
    expect(await scopes()).toEqual([server.url + scope]);
    await context.setOffline(true);
    await page.goto(`${server.url}${inbox(scope)}`).catch(() => undefined);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    expect(await findBarriers(page, "offline")).toEqual([]);
    await context.setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("heading", { name: /^Conversations/ }).waitFor();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  },
);

it.each(standaloneScopes)(
  "notifications of %s need a click to turn on, arrive encrypted, and lead to their conversation",
  async (scope) => {
    await context.grantPermissions(["notifications"], { origin: server.url });
    await subscribeLocally();
    await signIn(inbox(scope));
    await page.getByRole("heading", { name: /^Conversations/ }).waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByRole("button", { name: /Menu and other agents/ }).click();
    const toggle = page.getByRole("switch", { name: "Notifications on this device" });
    await toggle.waitFor();
    expect(await toggle.getAttribute("aria-checked")).toBe("false");
    await toggle.click();
    await page.getByText("On. This device notifies you while the inbox is closed.").waitFor();
    await page.getByRole("button", { name: "Notification settings" }).click();
    await page.getByRole("list", { name: "Devices with notifications" }).waitFor();
    expect(await findBarriers(page, "what one is told of")).toEqual([]);
    await page.getByRole("dialog", { name: "Notifications" }).getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Close" }).click();

    const told = service.arrived.length + 1;
    const threadId = await waitForTeam("Is the lighthouse open to dogs?");
    const push = (await service.until(told)).at(-1);
    expect(service.refused).toEqual([]);
    expect(push?.note).toMatchObject({
      path: `${inbox()}/${threadId}`,
      body: "Is the lighthouse open to dogs?",
    });

    // Shown as it came, and a click leads the inbox that is open to its conversation.
    const path = `${inbox(scope)}/${threadId}`;
    await deliver(scope, JSON.stringify(push?.note));
    await expect
      .poll(readNotes)
      .toMatchObject([{ title: push?.note.title, body: push?.note.body, path: push?.note.path }]);
    await clickNote();
    await page.waitForURL(server.url + path);
    await page.getByRole("log").getByText("Is the lighthouse open to dogs?").waitFor();
    expect(await readNotes()).toEqual([]);

    // Where none is open, a new one is asked for.
    await deliver(scope, JSON.stringify(push?.note));
    await expect.poll(readNotes).toHaveLength(1);
    await page.goto("about:blank");
    expect(await clickNote()).toEqual([path]);
  },
);

/** Hands a push to the service worker as the browser does once it has decrypted it. */
async function deliver(scope: StandaloneScope, data: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === server.url + scope);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  await session.send("ServiceWorker.deliverPushMessage", { origin: server.url, registrationId, data });
  await session.detach();
}

function findWorker(): Worker {
  const worker = context.serviceWorkers().find((one) => one.url().startsWith(server.url));
  if (!worker) throw new Error("The inbox has no service worker.");
  return worker;
}

/** The notifications that the browser shows. */
function readNotes() {
  return findWorker().evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope; // what runs there
    const shown = await scope.registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, path: (data as { path: string }).path }));
  });
}

/**
 * Clicks the notification that is shown, in the worker: nothing outside can. Gives the addresses for which the worker asked
 * a window, which the browser opens after a hand's click alone.
 */
function clickNote(): Promise<string[]> {
  return findWorker().evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope; // what runs there
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("Nothing is shown.");
    const asked: string[] = [];
    const settled = Promise.withResolvers<void>();
    scope.clients.openWindow = async (url) => {
      asked.push(String(url));
      settled.resolve();
      return null;
    };
    const { prototype } = scope.ExtendableEvent;
    const { waitUntil } = prototype;
    // An event of a script's own is extended by nobody: its work is awaited here.
    prototype.waitUntil = (work) => void work.finally(settled.resolve).catch(() => {});
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    await settled.promise;
    prototype.waitUntil = waitUntil;
    return asked;
  });
}

/** What these tests use of the place in which a service worker runs. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { openWindow(url: string): Promise<unknown> };
  NotificationEvent: new (type: string, given: { notification: Notification }) => Event;
  ExtendableEvent: { prototype: { waitUntil(work: Promise<unknown>): void } };
}

async function signIn(path: string): Promise<void> {
  await page.goto(server.url + path);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(server.url + path);
}

/** A visitor asks something, and then for a person. */
async function waitForTeam(content: string): Promise<string> {
  const visitor = await openVisitor(app, server);
  const threadId = await ask(visitor, content);
  const params = { productId: app.agentId };
  const body = { data: { clientId: newClientId(), threadId } };
  await visitor.call(requestPerson, { params, body });
  return threadId;
}

/** A visitor says something, in a conversation or a new one, and reads the answer to its end. */
async function ask(visitor: TestClient, content: string, threadId?: string): Promise<string> {
  const data = { clientId: newClientId(), content, ...(threadId !== undefined && { threadId }) };
  let id = "";
  for await (const event of visitor.stream(sendMessage, {
    params: { productId: app.agentId },
    body: { data },
  }))
    if (event.type === "accepted") id = event.thread.id;
  return id;
}

/** A browser's own push service is far away: subscriptions are those of the local one. */
async function subscribeLocally(): Promise<void> {
  await context.exposeFunction("subscribeAt", (key: string) => service.subscribe(key));
  await context.addInitScript(() => {
    type Local = { subscribeAt: (key: string) => Promise<PushSubscriptionJSON> };
    let held: PushSubscriptionJSON | null = null;
    const asBrowser = () =>
      held && ({ toJSON: () => held, unsubscribe: async () => true } as PushSubscription);
    Object.assign(PushManager.prototype, {
      async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
        held = await (globalThis as unknown as Local).subscribeAt(String(applicationServerKey)); // exposed above
        return asBrowser();
      },
      getSubscription: async () => asBrowser(),
    });
  });
}
