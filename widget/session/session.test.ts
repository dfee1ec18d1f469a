import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteListeners } from "../../tests/kit/browser/listeners.ts";
import { createLocks } from "../../tests/kit/browser/locks.ts";
import { until, pass } from "../../tests/kit/until.ts";
import {
  configuration,
  createVisitorServer,
  fail,
  keptAt,
  makeFrame,
  type VisitorServer,
} from "../../tests/kit/surfaces/visitorServer.ts";
import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";

let server: VisitorServer;
let forgetListeners: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  sessionStorage.clear();
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

/** A document of the frame: its own modules, as after a load. `early` happens before the part is there that comes later. */
async function openDocument(
  given: Partial<FrameDocument> = {},
  { reload = vi.fn(), early = () => {} }: { reload?: () => void; early?: () => void } = {},
) {
  vi.resetModules();
  const { startChat } = await import("./startChat.ts");
  const { chat } = await import("./state.ts");
  const actions = startChat(makeFrame(given), { reload });
  early();
  // Resolves once the part is there that comes later: it belongs to this document, too.
  await actions.loadOlder();
  await pass(0);
  await until(() => expect(chat.isLoading).toBe(false));
  return { chat, actions, reload };
}

/** The document is gone: nothing of it runs on, and what it had open hangs. */
async function reload(given: Partial<FrameDocument> = {}) {
  server.abandon();
  forgetListeners();
  forgetListeners = noteListeners();
  vi.clearAllTimers();
  return openDocument(given);
}

const texts = ({ chat }: { chat: { messages: { content: string }[] } }) =>
  chat.messages.map(({ content }) => content);
const asked = (match: RegExp) =>
  server.requests.filter(({ method, path }) => match.test(`${method} ${path}`));
const stored = () => server.messages.filter(({ role }) => role === "user").map(({ content }) => content);

describe("a visitor's session", () => {
  it("asks the server for nothing before the first message", async () => {
    await openDocument();
    await pass(60_000);
    expect(server.requests).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it("streams the answer of the first message and is live from then on", async () => {
    const tab = await openDocument();
    tab.actions.send("  Where is my order? ");
    await until(() => expect(server.messages).toHaveLength(2));
    server.write("It is ");
    await until(() => expect(texts(tab)).toEqual(["Where is my order?", "It is "]));
    server.write("on its way.");
    server.end({ followUps: ["When does it come?"] });
    await until(() =>
      expect(tab.chat.messages[1]).toMatchObject({ content: "It is on its way.", status: "sent" }),
    );
    await until(() => expect(server.openStreams("live")).toBe(1));
    expect(tab.chat.pending).toEqual([]);
    expect(localStorage.getItem(keptAt("outbox"))).toBeNull();
  });

  it("leaves what is written in a call's conversation to the call, and sends once what the call did not take", async () => {
    const tab = await openDocument();
    const { takeTyped } = await import("./calling.ts");
    tab.actions.send("One");
    await until(() => expect(server.messages).toHaveLength(2));
    server.end({ content: "First." });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("sent"));
    const typed: string[] = [];
    const end = takeTyped(({ threadId, clientId, content }) => {
      if (threadId === tab.chat.thread?.id && content !== "Elsewhere") typed.push(clientId);
      return content !== "Elsewhere";
    });
    tab.actions.send("Two");
    await until(() => expect(typed).toHaveLength(1));
    await pass(5000);
    expect(stored()).toEqual(["One"]);
    expect(tab.chat.pending.map(({ clientId }) => clientId)).toEqual(typed);
    end();
    tab.actions.retrySend(typed[0] ?? "");
    await until(() => expect(stored()).toEqual(["One", "Two"]));
    await until(() => expect(tab.chat.pending).toEqual([]));
  });

  it("reads each answer over one stream, however many events tell of it", async () => {
    const tab = await openDocument();
    tab.actions.send("One");
    await until(() => expect([server.openStreams("live"), server.openStreams("answer")]).toEqual([1, 1]));
    server.end({ content: "First." });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("sent"));
    tab.actions.send("Two");
    await until(() => expect(tab.chat.messages).toHaveLength(4));
    await pass(2000);
    expect(server.openStreams("answer")).toBe(1);
    expect(asked(/\/stream$/)).toEqual([]);
  });

  it("reads its answer over one stream, too, when a live event tells of it first", async () => {
    const tab = await openDocument();
    tab.actions.send("One");
    await until(() => expect([server.openStreams("live"), server.openStreams("answer")]).toEqual([1, 1]));
    server.end({ content: "First." });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("sent"));
    server.acceptsAfter = new Promise((resolve) => setTimeout(resolve, 500));
    tab.actions.send("Two");
    await until(() => expect(tab.chat.messages).toHaveLength(4));
    await pass(2000);
    expect(server.openStreams("answer")).toBe(1);
    expect(asked(/\/stream$/)).toEqual([]);
  });

  it("goes on with its conversation after a reload, in the middle of an answer", async () => {
    const before = await openDocument();
    before.actions.send("Hello");
    await until(() => expect(server.messages).toHaveLength(2));
    server.write("Half of ");
    await until(() => expect(texts(before)).toContain("Half of "));
    const after = await reload();
    await until(() => expect(texts(after)).toEqual(["Hello", "Half of "]));
    server.write("an answer.");
    server.end();
    await until(() =>
      expect(after.chat.messages[1]).toMatchObject({ content: "Half of an answer.", status: "sent" }),
    );
    expect(asked(/open-chat-widget/)).toHaveLength(1);
  });

  it("shares one session between two tabs that begin at once", async () => {
    const one = await openDocument();
    const other = await openDocument();
    one.actions.send("From one");
    await until(() => expect(localStorage.getItem(keptAt("session"))).not.toBeNull());
    other.actions.send("From the other");
    await until(() => expect(stored()).toHaveLength(2));
    expect(server.sessions.size).toBe(1);
  });

  it("shows in one tab what is said in the other", async () => {
    const one = await openDocument();
    one.actions.send("Hello");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    const other = await openDocument();
    await until(() => expect(texts(other)).toEqual(["Hello", "Hi."]));
    await until(() => expect(server.openStreams("live")).toBe(2));
    one.actions.send("And now?");
    await until(() => expect(texts(other)).toContain("And now?"));
    server.write("Now too.");
    server.end();
    await until(() => expect(texts(other)).toEqual(["Hello", "Hi.", "And now?", "Now too."]));
    await until(() => expect(texts(one)).toEqual(texts(other)));
  });

  it("starts a new session where the server has forgotten the old one, and sends the message all the same", async () => {
    const tab = await openDocument();
    tab.actions.send("Hello");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    await until(() => expect(texts(tab)).toEqual(["Hello", "Hi."]));
    server.sessions.clear();
    tab.actions.send("Still there?");
    await until(() => expect(stored()).toEqual(["Hello", "Still there?"]));
    await until(() => expect(texts(tab)).toEqual(["Still there?", ""]));
    expect(server.sessions.size).toBe(1);
  });

  it("starts another thread where the server has removed the old one", async () => {
    const tab = await openDocument();
    tab.actions.send("Hello");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("sent"));
    server.replyOnce(/POST .*\/messages$/, fail(404, "not_found"));
    tab.actions.send("Again");
    await until(() => expect(server.threads).toHaveLength(2));
    expect(server.sessions.size).toBe(1);
  });

  it("gives up, and says why, when even a new session is refused", async () => {
    const tab = await openDocument();
    for (let i = 0; i < 5; i += 1) server.replyOnce(/POST .*\/messages$/, fail(401, "unauthenticated"));
    tab.actions.send("Hello");
    await until(() => expect(tab.chat.pending[0]?.delivery).toBe("failed"));
    expect(tab.chat.pending[0]?.error).toContain("unauthenticated");
    expect(asked(/POST .*\/messages$/)).toHaveLength(3);
  });

  it("renews a ticket that has expired", async () => {
    const tab = await openDocument({ ticket: "old, renewable" });
    tab.actions.send("Hello");
    await until(() => expect(stored()).toEqual(["Hello"]));
    expect(tab.reload).not.toHaveBeenCalled();
  });

  it("loads its document again when the ticket is too old, and sends the message from there", async () => {
    const old = await openDocument({ ticket: "too old" });
    old.actions.send("Hello");
    await until(() => expect(old.reload).toHaveBeenCalledOnce());
    expect(stored()).toEqual([]);
    await reload();
    await until(() => expect(stored()).toEqual(["Hello"]));
  });

  it("keeps a new conversation apart from an answer that still comes in the old one", async () => {
    const tab = await openDocument();
    tab.actions.send("Old");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    const [, oldAnswer] = server.messages;
    tab.actions.startNew();
    tab.actions.send("New");
    await until(() => expect(server.threads).toHaveLength(2));
    Object.assign(oldAnswer ?? {}, { status: "sent", content: "Late." });
    server.tell({ type: "message", message: { ...oldAnswer } });
    server.end({ content: "Fresh." });
    await until(() => expect(texts(tab)).toEqual(["New", "Fresh."]));
  });

  it("does not show a message that is accepted after its conversation was left", async () => {
    const tab = await openDocument();
    server.replyOnce(/open-chat-widget/, "cut");
    tab.actions.send("Old");
    await until(() => expect(tab.chat.pending[0]?.delivery).toBe("waiting"));
    tab.actions.startNew();
    await until(() => expect(stored()).toEqual(["Old"]));
    await until(() => expect(tab.chat.pending).toEqual([]));
    expect(tab.chat).toMatchObject({ thread: null, messages: [] });
  });
});

describe("the outbox", () => {
  it.each([
    ["is cut before the server hears it", { hears: false }],
    ["is cut after the server has stored it", { hears: true }],
  ])("stores a message once when its request %s", async (_, options) => {
    const tab = await openDocument();
    for (let i = 0; i < 3; i += 1) server.replyOnce(/POST .*\/messages$/, "cut", options);
    tab.actions.send("Once");
    await until(() => expect(tab.chat.messages).toHaveLength(2));
    expect(stored()).toEqual(["Once"]);
    expect(asked(/POST .*\/messages$/)).toHaveLength(4);
    expect(tab.chat.pending).toEqual([]);
  });

  it("keeps what waits over a reload, and sends it once the server is back", async () => {
    const before = await openDocument();
    server.setDown(true);
    before.actions.send("First");
    before.actions.send("Second");
    await until(() =>
      expect(before.chat).toMatchObject({ isOnline: false, pending: [{ delivery: "waiting" }, {}] }),
    );
    const after = await reload();
    expect(after.chat.pending.map(({ content }) => content)).toEqual(["First", "Second"]);
    await until(() => expect(after.chat.isOnline).toBe(false));
    server.setDown(false);
    await until(() => expect(stored()).toEqual(["First"]));
    server.end({ content: "Yes." });
    await until(() => expect(stored()).toEqual(["First", "Second"]));
    expect(after.chat.isOnline).toBe(true);
    expect(server.threads).toHaveLength(1);
    await until(() => expect(localStorage.getItem(keptAt("outbox"))).toBeNull());
  });

  it("sends what was written offline once and in order, however often the line breaks meanwhile (fault 12)", async () => {
    const tab = await openDocument();
    server.setDown(true);
    const written = ["One", "Two", "Three", "Four", "Five"];
    for (const text of written) tab.actions.send(text);
    await until(() => expect(tab.chat).toMatchObject({ isOnline: false, pending: written.map(() => ({})) }));
    for (const hears of [true, false, true, false]) server.replyOnce(/POST .*\/messages$/, "cut", { hears });
    server.setDown(false);
    const isWriting = () => server.messages.some(({ status }) => status === "streaming");
    while (stored().length < written.length || isWriting()) {
      await until(() => expect(isWriting()).toBe(true));
      server.end({ content: "Yes." });
    }
    await until(() =>
      expect(tab.chat).toMatchObject({ pending: [], messages: { length: 2 * written.length } }),
    );
    expect(stored()).toEqual(written);
    const shown = tab.chat.messages.filter(({ role }) => role === "user");
    expect(shown.map(({ content }) => content)).toEqual(written);
  });

  it("stores a message once that two tabs found waiting", async () => {
    const one = await openDocument();
    server.setDown(true);
    one.actions.send("Once");
    await until(() => expect(one.chat.pending[0]?.delivery).toBe("waiting"));
    const other = await openDocument();
    expect(other.chat.pending).toHaveLength(1);
    server.setDown(false);
    await until(() => expect([one.chat.pending, other.chat.pending]).toEqual([[], []]));
    expect(stored()).toEqual(["Once"]);
  });

  it("leaves what another tab keeps where it is", async () => {
    const one = await openDocument();
    const other = await openDocument();
    server.replyOnce(/open-chat-widget/, fail(403, "surface_disabled"));
    one.actions.send("Refused");
    await until(() => expect(one.chat.pending[0]?.delivery).toBe("failed"));
    other.actions.send("Fine");
    await until(() => expect(stored()).toEqual(["Fine"]));
    expect(localStorage.getItem(keptAt("outbox"))).toContain("Refused");
    expect(localStorage.getItem(keptAt("outbox"))).not.toContain("Fine");
  });

  it("waits as long as the server asks", async () => {
    const tab = await openDocument();
    server.replyOnce(/POST .*\/messages$/, fail(429, "too_many", { "retry-after": "40" }));
    tab.actions.send("Patience");
    await until(() => expect(tab.chat.pending[0]?.delivery).toBe("waiting"));
    await pass(35_000);
    expect(stored()).toEqual([]);
    await pass(10_000);
    await until(() => expect(stored()).toEqual(["Patience"]));
  });

  it("gives a message back that the server fails at again and again", async () => {
    const tab = await openDocument();
    for (let i = 0; i < 6; i += 1) server.replyOnce(/POST .*\/messages$/, fail(500, "internal"));
    tab.actions.send("Poison");
    await until(() => expect(tab.chat.pending[0]).toMatchObject({ delivery: "failed", error: /internal/ }));
    expect(asked(/POST .*\/messages$/)).toHaveLength(6);
    tab.actions.send("Next");
    await until(() => expect(stored()).toEqual(["Next"]));
  });

  it("forgets what a live event told to be stored before the answer came", async () => {
    const tab = await openDocument();
    tab.actions.send("One");
    await until(() => expect([server.openStreams("live"), server.openStreams("answer")]).toEqual([1, 1]));
    server.end({ content: "First." });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("sent"));
    server.replyOnce(/POST .*\/messages$/, "cut", { hears: true });
    tab.actions.send("Two");
    await until(() => expect(texts(tab)).toEqual(["One", "First.", "Two", ""]));
    server.end({ content: "Second." });
    await until(() => expect(texts(tab)).toEqual(["One", "First.", "Two", "Second."]));
    await until(() => expect(localStorage.getItem(keptAt("outbox"))).toBeNull());
    expect(stored()).toEqual(["One", "Two"]);
  });

  it("says why a message was refused, and sends it again when the visitor wants", async () => {
    const tab = await openDocument();
    server.replyOnce(/POST .*\/messages$/, fail(413, "too_large"));
    tab.actions.send("Large");
    await until(() => expect(tab.chat.pending[0]).toMatchObject({ delivery: "failed", error: /too_large/ }));
    tab.actions.retrySend(tab.chat.pending[0]?.clientId ?? "");
    await until(() => expect(stored()).toEqual(["Large"]));
  });

  it("does not send by itself what was written more than a day ago", async () => {
    const kept = { clientId: "old-message", content: "Old", attachments: [], threadId: null, refusal: null };
    localStorage.setItem(keptAt("outbox"), JSON.stringify([{ ...kept, createdAt: Date.now() - 90_000_000 }]));
    const tab = await openDocument();
    await pass(10_000);
    expect(tab.chat.pending).toMatchObject([{ content: "Old", delivery: "failed" }]);
    expect(server.requests).toEqual([]);
  });

  it.each(["{", "null", "[1,null,{}]", '[{"clientId":"a"}]', '"text"', '{"0":1}'])(
    "begins as if nothing was kept where %s stands in the storage",
    async (text) => {
      localStorage.setItem(keptAt("outbox"), text);
      localStorage.setItem(keptAt("session"), text);
      const tab = await openDocument();
      expect(tab.chat.pending).toEqual([]);
      tab.actions.send("Hello");
      await until(() => expect(stored()).toEqual(["Hello"]));
    },
  );
});

describe("an answer", () => {
  async function ask() {
    const tab = await openDocument();
    tab.actions.send("Hello");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    return tab;
  }

  it("goes on where it stopped when its stream is cut", async () => {
    const tab = await ask();
    server.write("One, ");
    await until(() => expect(texts(tab)).toContain("One, "));
    server.cut();
    server.write("two, ");
    await until(() => expect(texts(tab)).toContain("One, two, "));
    server.write("three.");
    server.end();
    await until(() =>
      expect(tab.chat.messages[1]).toMatchObject({ content: "One, two, three.", status: "sent" }),
    );
    expect(tab.chat.messages).toHaveLength(2);
  });

  it("starts over when the server had to", async () => {
    const tab = await ask();
    server.write("The first attempt was long");
    await until(() => expect(texts(tab)).toContain("The first attempt was long"));
    server.cut();
    server.restart();
    server.write("Second.");
    server.end();
    await until(() =>
      expect(tab.chat.messages[1]).toMatchObject({ content: "Second.", generation: 1, status: "sent" }),
    );
  });

  it("is picked up again while the server is away for long", async () => {
    const tab = await ask();
    server.write("Before. ");
    server.setDown(true);
    server.cut();
    await until(() => expect(tab.chat.isOnline).toBe(false));
    await pass(60_000);
    server.setDown(false);
    server.write("After.");
    server.end();
    await until(() =>
      expect(tab.chat.messages[1]).toMatchObject({ content: "Before. After.", status: "sent" }),
    );
    expect(tab.chat.isOnline).toBe(true);
  });

  it("is read over another connection when the first one is silent for 30 seconds", async () => {
    const tab = await ask();
    await pass(31_000);
    await until(() => expect(asked(/\/stream$/)).toHaveLength(1));
    server.end({ content: "Here." });
    await until(() => expect(texts(tab)).toContain("Here."));
  });

  it("is stopped, and can be written again", async () => {
    const tab = await ask();
    server.write("Too much");
    await until(() => expect(texts(tab)).toContain("Too much"));
    tab.actions.stop();
    await until(() => expect(tab.chat.messages[1]?.status).toBe("stopped"));
    tab.actions.retryAnswer(tab.chat.messages[1]?.id ?? "");
    await until(() =>
      expect(tab.chat.messages[1]).toMatchObject({ status: "streaming", content: "", generation: 1 }),
    );
    server.write("Right.");
    server.end();
    await until(() => expect(tab.chat.messages[1]).toMatchObject({ status: "sent", content: "Right." }));
  });

  it("keeps its text and says why when writing it again is refused", async () => {
    const tab = await ask();
    server.write("Half");
    server.end({ status: "failed", error: { code: "model_failed", message: "No." } });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("failed"));
    server.replyOnce(/\/retry$/, fail(409, "conflict"));
    tab.actions.retryAnswer(tab.chat.messages[1]?.id ?? "");
    await until(() => expect(asked(/\/retry$/)).toHaveLength(1));
    await until(() => expect(tab.chat.messages[1]).toMatchObject({ status: "failed", content: "Half" }));
  });

  it("asks its question in a new session where the old one is gone", async () => {
    const tab = await ask();
    server.end({ status: "failed", content: "" });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("failed"));
    server.sessions.clear();
    tab.actions.retryAnswer(tab.chat.messages[1]?.id ?? "");
    await until(() => expect(stored()).toEqual(["Hello", "Hello"]));
    await until(() => expect(texts(tab)).toEqual(["Hello", ""]));
  });

  it("does not follow where a person answers", async () => {
    const tab = await ask();
    server.end({ content: "Hi." });
    const [thread] = server.threads;
    Object.assign(thread ?? {}, { handledBy: "human", assigneeName: "Anna" });
    tab.actions.send("Are you a person?");
    await until(() => expect(texts(tab)).toEqual(["Hello", "Hi.", "Are you a person?"]));
    server.say({ content: "Yes." });
    await until(() =>
      expect(tab.chat.messages.at(-1)).toMatchObject({ content: "Yes.", author: { name: "Anna" } }),
    );
    expect(tab.chat.pending).toEqual([]);
  });

  it("waits for the team from the next message on where the agent was paused", async () => {
    const tab = await ask();
    server.end({ content: "Hi." });
    await until(() => expect(tab.chat.messages[1]?.status).toBe("sent"));
    expect(tab.chat.thread?.isWaitingForPerson).toBe(false);
    const [thread] = server.threads;
    Object.assign(thread ?? {}, { handledBy: "human", isWaitingForPerson: true, peopleBefore: 2 });
    tab.actions.send("Anybody there?");
    await until(() => expect(tab.chat.thread).toMatchObject({ isWaitingForPerson: true, peopleBefore: 2 }));
    await until(() => expect(texts(tab)).toEqual(["Hello", "Hi.", "Anybody there?"]));
    expect(tab.chat.pending).toEqual([]);
  });
});

describe("an address that carries a token", () => {
  const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`;
  const knowsItsUsers = () => ({
    configuration: { ...structuredClone(configuration), isIdentityRequired: true },
  });

  /** As a link to the same document does: the fragment changes, and nothing is loaded. */
  function follow(sub: string): void {
    history.replaceState(null, "", `#identity=${tokenOf(sub)}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  async function expectSent(sub: string, { chat, actions }: Awaited<ReturnType<typeof openDocument>>) {
    await until(() => expect(chat.signIn).toBeNull());
    expect(location.hash).toBe("");
    actions.send("Hello");
    await until(() => expect(stored()).toEqual(["Hello"]));
    const [opened] = asked(/open-chat-widget/);
    expect(opened?.body).toMatchObject({ data: { identity: { token: tokenOf(sub) } } });
  }

  it("is heard when it changes before the part that speaks with the server has come", async () => {
    const tab = await openDocument(knowsItsUsers(), { early: () => follow("grace") });
    await expectSent("grace", tab);
  });

  it("is heard when it changes", async () => {
    const tab = await openDocument(knowsItsUsers());
    expect(tab.chat.signIn).toBe("needed");
    follow("mary");
    await expectSent("mary", tab);
  });
});

describe("what is live", () => {
  async function talk() {
    const tab = await openDocument();
    tab.actions.send("Hello");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    await until(() => expect(server.openStreams("live")).toBe(1));
    await until(() => expect(texts(tab)).toEqual(["Hello", "Hi."]));
    return tab;
  }

  function setHidden(isHidden: boolean): void {
    vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
    document.dispatchEvent(new Event("visibilitychange"));
  }

  afterEach(() => void vi.restoreAllMocks());

  it("brings what was missed while the connection was cut", async () => {
    const tab = await talk();
    server.cut();
    server.say({ content: "While you were away." });
    await until(() => expect(texts(tab)).toContain("While you were away."));
  });

  it("hears for five minutes in a hidden tab, then holds no stream, and catches up when it is looked at again", async () => {
    const tab = await talk();
    setHidden(true);
    await until(() => expect(server.openStreams("live")).toBe(1));
    server.say({ content: "Psst." });
    await until(() => expect(texts(tab)).toContain("Psst."));
    await until(() => expect(tab.chat.unread).toBe(1));
    await pass(5 * 60_000);
    await until(() => expect(server.openStreams("live")).toBe(0));
    server.say({ content: "Later." });
    setHidden(false);
    await until(() => expect(texts(tab)).toContain("Later."));
    expect(server.openStreams("live")).toBe(1);
  });

  it("is the visitor's who looks, and says so of a tab that is hidden", async () => {
    await talk();
    const streams = () => server.requests.filter(({ path }) => path.endsWith("/events"));
    expect(streams().map(({ search }) => search)).toEqual([""]);
    setHidden(true);
    await until(() => expect(streams().at(-1)?.search).toBe("?away=true"));
    setHidden(false);
    await until(() => expect(streams().map(({ search }) => search)).toEqual(["", "?away=true", ""]));
  });

  it("hears in a hidden tab as long as a person has the conversation, and no longer", async () => {
    const tab = await talk();
    change({ handledBy: "human", isWaitingForPerson: true });
    await until(() => expect(tab.chat.thread?.handledBy).toBe("human"));
    setHidden(true);
    await pass(60 * 60_000);
    await until(() => expect(server.openStreams("live")).toBe(1));
    change({ handledBy: "ai", isWaitingForPerson: false });
    await until(() => expect(server.openStreams("live")).toBe(0));
  });

  it("is one for all hidden tabs, and the next one's when its tab goes", async () => {
    vi.spyOn(navigator, "locks", "get").mockReturnValue(createLocks() as LockManager);
    const one = await talk();
    const other = await openDocument();
    await until(() => expect(server.openStreams("live")).toBe(2));
    setHidden(true);
    await until(() => expect(server.openStreams("live")).toBe(1));
    await pass(2000);
    expect(server.openStreams("live")).toBe(1);
    server.say({ content: "News." });
    for (const tab of [one, other]) {
      await until(() => expect(texts(tab)).toContain("News."));
      await until(() => expect(tab.chat.unread).toBe(1));
    }
    // What nobody heard, between one stream and the next, reaches both, too.
    server.cut();
    server.say({ content: "Between." });
    for (const tab of [one, other]) await until(() => expect(texts(tab)).toContain("Between."));
    change({ status: "resolved" });
    await until(() => expect(server.openStreams("live")).toBe(0));
  });

  function change(changes: object): void {
    const [thread] = server.threads;
    server.tell({ type: "thread", thread: Object.assign(thread ?? {}, changes) } as never);
  }

  it("tells how many wait before the visitor, of this conversation alone", async () => {
    const tab = await talk();
    change({ handledBy: "human", isWaitingForPerson: true, peopleBefore: 2 });
    await until(() => expect(tab.chat.thread?.peopleBefore).toBe(2));
    server.tell({ type: "place", threadId: "another", peopleBefore: 9 });
    server.tell({ type: "place", threadId: tab.chat.thread?.id, peopleBefore: 1 });
    await until(() => expect(tab.chat.thread?.peopleBefore).toBe(1));
    server.tell({ type: "place", threadId: tab.chat.thread?.id, peopleBefore: null });
    await until(() => expect(tab.chat.thread?.peopleBefore).toBe(null));
  });

  it("shows none any more of a conversation that the team deleted, and begins another one", async () => {
    const tab = await talk();
    server.tell({ type: "threadGone", threadId: "another" });
    const threadId = tab.chat.thread?.id;
    expect(threadId).toBeTruthy();
    server.tell({ type: "threadGone", threadId });
    await until(() => expect(tab.chat.thread).toBe(null));
    expect(tab.chat.messages).toEqual([]);
  });

  it("opens another stream for another session", async () => {
    const tab = await talk();
    server.sessions.clear();
    server.cut();
    await pass(5000);
    tab.actions.send("Again");
    await until(() => expect(stored()).toHaveLength(2));
    await until(() => expect(server.openStreams("live")).toBe(1));
    expect(asked(/\/events$/).at(-1)?.session).toBe([...server.sessions][0]);
  });

  it("counts what comes while nobody looks, once each", async () => {
    const tab = await talk();
    tab.chat.isOpen = false;
    const message = server.say({ content: "One" });
    server.tell({ type: "message", message: { ...message } });
    server.say({ content: "Two" });
    await until(() => expect(tab.chat.unread).toBe(2));
    expect(texts(tab)).toHaveLength(4);
  });

  it("shows at once what a person begins while nothing else is there to read", async () => {
    const tab = await talk();
    tab.actions.startNew();
    server.begin("Your lamp is here.");
    await until(() => expect(texts(tab)).toEqual(["Your lamp is here."]));
    expect(tab.chat.thread?.assigneeName).toBe("Anna");
    expect(tab.chat.elsewhere).toEqual([]);
  });

  it("counts what a person begins while the chat is closed, and opens with it", async () => {
    const tab = await talk();
    tab.chat.isOpen = false;
    server.begin("Your lamp is here.");
    await until(() => expect(tab.chat.unread).toBe(1));
    await until(() => expect(texts(tab)).toEqual(["Your lamp is here."]));
    expect(tab.chat.unread).toBe(1);
    tab.chat.isOpen = true;
    await until(() => expect(tab.chat.unread).toBe(0));
  });

  it("leaves the visitor where they read and write, and counts what a person begins elsewhere until it is read", async () => {
    const tab = await talk();
    tab.actions.write("I was about to");
    const { id } = server.begin("Your lamp is here.");
    await until(() => expect(tab.chat.unread).toBe(1));
    expect(tab.chat.elsewhere).toMatchObject([{ id, assigneeName: "Anna", unread: 1 }]);
    expect(texts(tab)).toEqual(["Hello", "Hi."]);
    await tab.actions.openConversation(id);
    await until(() => expect(texts(tab)).toEqual(["Your lamp is here."]));
    await until(() => expect(tab.chat.unread).toBe(0));
    expect(tab.chat.text).toBe("I was about to");
  });

  it("shows after a reload what a person began meanwhile, as news", async () => {
    await talk();
    server.abandon();
    server.begin("Your lamp is here.");
    const tab = await reload();
    await until(() => expect(texts(tab)).toEqual(["Your lamp is here."]));
  });

  it("finds what a person began while the connection was cut", async () => {
    const tab = await talk();
    tab.actions.write("I was about to");
    server.cut();
    server.begin("Your lamp is here.");
    await until(() => expect(tab.chat.elsewhere).toMatchObject([{ title: "Your lamp is here." }]));
    expect(tab.chat.unread).toBe(1);
  });
});
