import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteListeners } from "../../tests/kit/browser/listeners.ts";
import { until, pass } from "../../tests/kit/until.ts";
import {
  createVisitorServer,
  keptAt,
  makeFrame,
  type VisitorServer,
} from "../../tests/kit/surfaces/visitorServer.ts";

let server: VisitorServer;
let forgetListeners: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  history.replaceState(null, "", "/");
  forgetListeners = noteListeners();
  server = createVisitorServer();
  vi.stubGlobal("fetch", server.fetch);
});

afterEach(() => {
  server.abandon();
  forgetListeners();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openDocument() {
  vi.resetModules();
  const { startChat } = await import("./startChat.ts");
  const { chat } = await import("./state.ts");
  const actions = startChat(makeFrame());
  await vi.dynamicImportSettled();
  await until(() => expect(chat.isLoading).toBe(false));
  return { chat, actions };
}

async function reload() {
  server.abandon();
  forgetListeners();
  forgetListeners = noteListeners();
  vi.clearAllTimers();
  return openDocument();
}

async function talk() {
  const tab = await openDocument();
  tab.actions.send("Hello");
  await until(() => expect(server.openStreams("answer")).toBe(1));
  server.end({ content: "Hi." });
  await until(() => expect(texts(tab)).toEqual(["Hello", "Hi."]));
  return tab;
}

const texts = ({ chat }: { chat: { messages: { content: string }[] } }) =>
  chat.messages.map(({ content }) => content);
const kept = () => localStorage.getItem(keptAt("thread"));
const asked = (match: RegExp) => server.requests.filter(({ path }) => match.test(path));

describe("a conversation of an earlier visit", () => {
  it("is shown while nobody can be reached, and as it is now once somebody can", async () => {
    await talk();
    await until(() => expect(kept()).toContain("Hi."));
    server.setDown(true);
    const after = await reload();
    expect(texts(after)).toEqual(["Hello", "Hi."]);
    await until(() => expect(after.chat.isOnline).toBe(false));
    expect(after.chat.unread).toBe(0);
    server.say({ content: "While you were away." });
    server.setDown(false);
    await until(() => expect(texts(after)).toEqual(["Hello", "Hi.", "While you were away."]));
    expect(after.chat.isOnline).toBe(true);
    await until(() => expect(server.openStreams("live")).toBe(1));
  });

  it("takes a message meanwhile, which is sent into it", async () => {
    await talk();
    await until(() => expect(kept()).toContain("Hi."));
    server.setDown(true);
    const after = await reload();
    after.actions.send("Still there?");
    await until(() => expect(after.chat.pending).toMatchObject([{ content: "Still there?" }]));
    server.setDown(false);
    await until(() => expect(server.messages.filter(({ role }) => role === "user")).toHaveLength(2));
    expect(server.threads).toHaveLength(1);
  });

  it("costs the server no request more than one that is read again", async () => {
    await talk();
    await until(() => expect(kept()).toContain("Hi."));
    await pass(1000);
    const before = server.requests.length;
    const after = await reload();
    const read = () =>
      server.requests.slice(before).map(({ method, path }) => `${method} ${path.split("/").at(-1)}`);
    await until(() => expect(read().slice(2)).toEqual(["GET events", "GET messages"]));
    // The first two are asked for immediately.
    expect(read().slice(0, 2).sort()).toEqual(["GET messages", "GET threads"]);
    await pass(1000);
    expect(read()).toHaveLength(4);
    expect(texts(after)).toEqual(["Hello", "Hi."]);
  });

  it("is read again beside the list of conversations, and not after it", async () => {
    await talk();
    await until(() => expect(kept()).toContain("Hi."));
    await pass(1000);
    const before = server.requests.length;
    const opening = reload();
    server.replyOnce(/GET .*\/threads$/, "never");
    await opening;
    // What the tab of before saw is told by a PUT of its own, as late as it comes to it.
    const read = () => server.requests.slice(before).filter(({ method }) => method === "GET");
    await until(() => expect(read()).toHaveLength(2));
    expect(read().find(({ path }) => path.endsWith("/messages"))?.search).toBe("?limit=30");
  });

  it("makes room for a conversation that began elsewhere, with that one's messages", async () => {
    await talk();
    await until(() => expect(kept()).toContain("Hi."));
    const written = JSON.parse(kept() ?? "{}") as { thread: object; messages: object[] }; // written by the chat
    const old = { ...written.thread, id: "old" };
    const messages = written.messages.map((one) => ({ ...one, threadId: "old", content: "Old." }));
    localStorage.setItem(keptAt("thread"), JSON.stringify({ ...written, thread: old, messages }));
    const after = await reload();
    await until(() => expect(texts(after)).toEqual(["Hello", "Hi."]));
  });

  it("goes when the server knows the session no more", async () => {
    await talk();
    await until(() => expect(kept()).toContain("Hi."));
    server.sessions.clear();
    const after = await reload();
    await until(() => expect(texts(after)).toEqual([]));
    expect(kept()).toBeNull();
    expect(after.chat.thread).toBeNull();
  });

  it("is another visitor's only", async () => {
    await talk();
    await until(() => expect(kept()).toContain("Hi."));
    const session = JSON.parse(localStorage.getItem(keptAt("session")) ?? "{}") as object; // written by the chat
    localStorage.setItem(keptAt("session"), JSON.stringify({ ...session, contactId: "somebody else" }));
    server.setDown(true);
    const after = await reload();
    await pass(500);
    expect(texts(after)).toEqual([]);
  });

  it.each(["storage=none", "consent=required"])("is not kept where the page says %s", async (policy) => {
    history.replaceState(null, "", `/#${policy}`);
    const { chat, actions } = await openDocument();
    if (policy === "consent=required") chat.consent = "granted";
    actions.send("Hello");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    await until(() => expect(texts({ chat })).toEqual(["Hello", "Hi."]));
    await pass(1000);
    expect(localStorage.length).toBe(0);
  });

  it("is kept short, without the addresses of files", async () => {
    const tab = await talk();
    const file = { id: "f", name: "a.png", contentType: "image/png", sizeBytes: 1, url: "/secret-address" };
    for (let count = 0; count < 60; count += 1)
      server.say({ content: `${count} ${"long ".repeat(1000)}`, attachments: [file] });
    await until(() => expect(tab.chat.messages).toHaveLength(62));
    await until(() => expect(kept()).toContain("59 long"));
    expect(kept()?.length).toBeLessThan(100_001);
    expect(kept()).not.toContain("secret-address");
    expect(asked(/\/threads$/)).toEqual([]);
  });
});
