import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { createNote } from "../../shared/contract/conversations/messages/notes.ts";
import { updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";
import { listen, newClientId, say, type TestVisitor } from "../kit/conversations/threads/talks.ts";

/** A window of the team's says how often it sounded. */
declare global {
  interface Window {
    tones: number;
  }
}

let app: BrowserApp;
let agent: Agent;
let context: BrowserContext;

beforeAll(async () => {
  app = await openBrowserApp({ args: ["--autoplay-policy=no-user-gesture-required"] });
  agent = await app.talk.createAgent();
  context = await app.enter(app.talk.owner);
  await context.addInitScript(() => {
    window.tones = 0;
    // Of two notes.
    OscillatorNode.prototype.start = () => void (window.tones += 1 / 2);
    OscillatorNode.prototype.stop = () => {};
    localStorage.setItem("inboxSound", "on");
  });
});
afterAll(() => app?.stop());

const owner = () => app.talk.server.as(app.talk.owner);
const base = () => `${app.origin}/accounts/${app.talk.owner.organizationId}/cp/${agent.id}`;

async function openWindow(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(base() + path);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  // A browser lets a page sound only once somebody pressed something there.
  await page.locator("body").press("Shift");
  return page;
}

it("one of several windows rings for a new message, and none rings for a muted conversation until a mention", async () => {
  const visitor = await app.talk.openVisitor(agent);
  const { threadId } = await listen(say(app.talk.server, visitor, { content: "Hello?" }));
  const place = { params: { productId: agent.id, threadId } };
  await owner().call(updateThread, { ...place, body: { data: { handledBy: "human" } } });
  const windows = [await openWindow("/inbox/conversations"), await openWindow("/configuration")];
  /** Until a window took it up, and none has it in hand any more. */
  const write = async (content: string) => {
    const before = await listTold(windows[1]);
    await speak(visitor, threadId, content);
    const isNew = (name: string) => !before.includes(name);
    await expect.poll(async () => (await listTold(windows[1])).filter(isNew)).toHaveLength(1);
    await expect.poll(() => countInHand(windows[1])).toBe(0);
  };
  const heard = async () => {
    const tones = await Promise.all(windows.map((page) => page.evaluate(() => window.tones)));
    return tones.reduce((sum, one) => sum + one, 0);
  };
  const [inbox] = windows;
  const rows = inbox?.getByRole("region", { name: "Conversations", exact: true }).getByRole("listitem");
  await write("One rings");
  await rows?.getByText("One rings").waitFor();
  expect(await heard()).toBe(1);

  await rows?.first().click();
  await inbox?.getByRole("button", { name: "More", exact: true }).click();
  await inbox?.getByText("Mute", { exact: true }).click();
  await rows?.getByText("Muted", { exact: true }).waitFor();
  // Not since, either; a page that is opened again has heard nothing.
  expect(await heard()).toBe(1);
  await inbox?.goto(`${base()}/inbox/conversations`);
  await rows?.getByText("Muted", { exact: true }).waitFor();
  await inbox?.locator("body").press("Shift");
  const before = await heard();
  await write("Nobody hears");
  await rows?.getByText("Nobody hears").waitFor();
  const mentions = { userIds: [app.talk.owner.user._id], teamIds: [] };
  const mate = await app.talk.server.createMember(app.talk.owner.organizationId, "collaborator");
  const body = { data: { clientId: newClientId(), content: "Look here", mentions } };
  await app.talk.server.as(mate).call(createNote, { ...place, body });
  await expect.poll(heard).toBe(before + 1);
  await write("Nobody hears this, either");
  await rows?.getByText("Nobody hears this, either").waitFor();
  expect(await heard()).toBe(before + 1);
});

/** What windows of the browser took up lately, to sound it; each has a bell of its own. */
async function listTold(page: Page | undefined): Promise<string[]> {
  const kept = await page?.evaluate(() => localStorage.getItem("toldNews"));
  return Object.keys(JSON.parse(kept ?? "{}") as object).filter((name) => !name.startsWith("bell "));
}

/** How many things some window has in hand, so that no other one tells of them. */
async function countInHand(page: Page | undefined): Promise<number | undefined> {
  const locks = await page?.evaluate(() => navigator.locks.query());
  return locks?.held?.filter(({ name }) => name?.startsWith("pilothouse news")).length;
}

async function speak(visitor: TestVisitor, threadId: string, content: string): Promise<void> {
  // Nobody writes more often than they may.
  app.talk.server.clock.advance(5000);
  await listen(say(app.talk.server, visitor, { content, threadId }));
}
