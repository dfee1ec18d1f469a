import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeMessage } from "../../../../tests/kit/samples.ts";

const call = "POST threads/thread-1/messages";
const place = { orgId, agentId, threadId: "thread-1" };

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on(call, "cut");
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The console as a browser has just loaded it, with somebody signed in. */
async function load({ userId = session.user._id, inOrganization = orgId } = {}) {
  vi.resetModules();
  const { authentication } = await import("../../accounts/authentication.ts");
  const { organization } = await import("../../accounts/organization.ts");
  const { sendReply } = await import("./replies.ts");
  const { watchOutbox } = await import("./outboxWatch.ts");
  Object.assign(authentication, { user: { ...session.user, _id: userId } });
  Object.assign(organization, { _id: inOrganization });
  return { sendReply, watchOutbox };
}

/** Writes two replies that the server does not acknowledge, in a page that is gone then. */
async function leaveTwo(): Promise<void> {
  const { sendReply } = await load();
  const sent = ["One", "Two"].map((content) => sendReply(place, { content, attachments: [] }));
  expect(await Promise.all(sent)).toEqual([false, false]);
}

const contents = () => server.sent(call).map((body) => (body as { data: { content: string } }).data.content); // the contract's

describe("what a page could not send", () => {
  it("the next one sends, once and in order, and keeps no longer", async () => {
    await leaveTwo();
    const before = server.sent(call).length;
    let stored = 0;
    server.on(call, () => ({ body: { data: makeMessage({ id: `m${stored++}`, threadId: "thread-1" }) } }));
    const { watchOutbox } = await load();
    const stop = watchOutbox();
    await vi.waitFor(() => expect(stored).toBe(2));
    await vi.waitFor(() => expect(localStorage.getItem(`replies:${session.user._id}`)).toBeNull());
    stop();
    expect(contents().slice(before)).toEqual(["One", "Two"]);
  });

  it.each([
    ["of somebody else", { userId: "user-2" }],
    ["in another organization", { inOrganization: "org-2" }],
  ])("no page %s sends", async (_, who) => {
    await leaveTwo();
    const before = server.sent(call).length;
    const { watchOutbox } = await load(who);
    watchOutbox()();
    expect(server.sent(call)).toHaveLength(before);
    expect(localStorage.getItem(`replies:${session.user._id}`)).toMatch(/One.*Two/);
  });

  it.each([
    ["stored", "[]", true],
    ["could not send", null, false],
  ])("another tab %s: who waits for it here is told", async (_, left, isStored) => {
    const key = `replies:${session.user._id}`;
    const { sendReply, watchOutbox } = await load();
    // The other tab has the turn.
    vi.stubGlobal("navigator", { locks: { request: () => new Promise(() => undefined) } });
    const stop = watchOutbox();
    const sent = sendReply(place, { content: "One", attachments: [] });
    const error = { code: "offline", message: "No connection.", isFinal: false };
    const failed = JSON.stringify([{ ...JSON.parse(localStorage.getItem(key) ?? "[]")[0], error }]);
    localStorage.setItem(key, left ?? failed);
    dispatchEvent(new StorageEvent("storage", { key }));
    expect(await sent).toBe(isStored);
    expect(server.requests).toEqual([]);
    stop();
  });

  it("is nothing where others wrote into the storage", async () => {
    localStorage.setItem(`replies:${session.user._id}`, '[null, {"clientId": 1}, "x"]');
    const { watchOutbox } = await load();
    watchOutbox()();
    expect(server.requests).toEqual([]);
  });
});
