import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteListeners } from "../../tests/kit/browser/listeners.ts";
import { pass, until } from "../../tests/kit/until.ts";
import {
  agentId,
  configuration,
  createVisitorServer,
  keptAt,
  fail,
  makeFrame,
  type VisitorServer,
} from "../../tests/kit/surfaces/visitorServer.ts";
import { namespace } from "../../shared/frame/link.ts";
import type { FrameAsk, FrameAsks, FrameToPage, PageToFrame } from "../../shared/frame/messages.ts";

const site = "https://shop.example";
let server: VisitorServer;
let forgetListeners: () => void;
let port: MessagePort | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  forgetListeners = noteListeners();
  server = createVisitorServer();
  vi.stubGlobal("fetch", server.fetch);
});

afterEach(() => {
  port?.close();
  server.abandon();
  forgetListeners();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A frame's document with a page around it that takes its hello. */
async function openFramed({
  origin = site,
  unavailable = null as "disabled" | null,
  team = configuration.team,
} = {}) {
  const page = { postMessage: vi.fn() };
  vi.stubGlobal("parent", page);
  vi.resetModules();
  const { startChat } = await import("./startChat.ts");
  const { chat } = await import("./state.ts");
  const isOwnSite = origin === location.origin;
  const actions = startChat(
    makeFrame({
      ...{ origin: isOwnSite ? null : origin, unavailable },
      configuration: { ...structuredClone(configuration), team },
    }),
  );
  const heard: { type: string; payload: unknown }[] = [];
  const { port1, port2 } = new MessageChannel();
  port = port1;
  port1.onmessage = ({ data }) => void heard.push({ type: data.type, payload: data.payload });
  const event = new Event("message");
  const data = { ns: namespace, v: 1, type: "connect", payload: {} };
  for (const [name, value] of Object.entries({ data, origin, source: page, ports: [port2] })) {
    Object.defineProperty(event, name, { value });
  }
  dispatchEvent(event);
  const say = <Type extends keyof PageToFrame>(type: Type, payload: PageToFrame[Type]) =>
    port1.postMessage({ ns: namespace, v: 1, type, payload });
  let asks = 0;
  /** Asks without waiting for the answer, and gives the question's number. */
  const post = <Name extends keyof FrameAsks>(name: Name, detail: FrameAsks[Name]["in"]): number => {
    const id = ++asks;
    say("ask", { id, name, detail } as FrameAsk); // name and detail belong together
    return id;
  };
  /** Gives what the frame answers. */
  const ask = async <Name extends keyof FrameAsks>(name: Name, detail: FrameAsks[Name]["in"]) => {
    const id = post(name, detail);
    return until(() => {
      const answer = heard.find(
        ({ type, payload }) => type === "answer" && (payload as { id: number }).id === id,
      );
      expect(answer).toBeDefined();
      return answer?.payload as FrameToPage["answer"]; // the frame wrote it
    });
  };
  return { chat, actions, heard, say, post, ask, page };
}

const init = { closable: true, look: {}, preview: null };

describe("a frame with a page around it", () => {
  it("says that it is ready, and is closed until the page opens it", async () => {
    const { chat, heard, say } = await openFramed();
    say("init", init);
    await until(() => expect(chat).toMatchObject({ isClosable: true, isOpen: false }));
    await until(() => expect(heard.map(({ type }) => type)).toContain("ready"));
    say("open", { focus: false });
    await until(() => expect(chat.isOpen).toBe(true));
  });

  it("gives a visitor who waits the cursor with the first word of the page", async () => {
    const { say } = await openFramed();
    document.body.innerHTML = "<footer><form><textarea></textarea></form></footer>";
    say("init", { ...init, focus: true });
    await until(() => expect(document.activeElement?.localName).toBe("textarea"));
    document.body.replaceChildren();
  });

  it("sends what the page sends, with the place where the visitor is and from where they came, without its query", async () => {
    const { say, post, heard, chat } = await openFramed();
    say("navigate", { url: `${site}/shoes`, title: "Shoes", referrer: "https://search.example/find?q=feet" });
    await until(() => expect(chat.page?.title).toBe("Shoes"));
    post("send", { text: "How much?", files: [] });
    await until(() => expect(server.messages).toHaveLength(2));
    const sent = server.requests.find(({ path }) => path.endsWith("/messages"))?.body;
    expect(sent).toMatchObject({ data: { content: "How much?" } });
    expect(sent).toHaveProperty("data.page", {
      ...{ url: `${site}/shoes`, title: "Shoes" },
      referrer: "https://search.example/find",
    });
    server.end({ content: "Five." });
    await until(() => {
      const names = heard.flatMap(({ type, payload }) =>
        type === "event" ? [(payload as { name: string }).name] : [],
      );
      expect(names).toEqual([
        "conversation:start",
        "message:sent",
        "stream:start",
        "message:received",
        "stream:end",
      ]);
    });
  });

  it("counts for the launcher what comes while it is closed, and nothing once it is open", async () => {
    const { say, post, heard, chat } = await openFramed();
    say("init", init);
    post("send", { text: "Hello", files: [] });
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    await until(() =>
      expect(heard.findLast(({ type }) => type === "state")?.payload).toMatchObject({ unread: 1 }),
    );
    say("open", { focus: false });
    await until(() =>
      expect(heard.findLast(({ type }) => type === "state")?.payload).toMatchObject({ unread: 0 }),
    );
    expect(chat.unread).toBe(0);
  });

  it("holds no stream of a returning visitor before the panel is opened", async () => {
    localStorage.setItem(keptAt("session"), JSON.stringify({ id: "s", key: "k", agentId }));
    server.sessions.add("s");
    const { say, chat } = await openFramed();
    say("init", init);
    await until(() => expect(chat.isLoading).toBe(false));
    await pass(5000);
    expect(server.openStreams("live")).toBe(0);
    say("open", { focus: false });
    await until(() => expect(server.openStreams("live")).toBe(1));
  });

  it("steps aside with its reason", async () => {
    const { heard } = await openFramed({ unavailable: "disabled" });
    await until(() => expect(heard).toContainEqual({ type: "unavailable", payload: { reason: "disabled" } }));
  });

  it("asks its page to load it again when its document is too old, and has kept the message", async () => {
    server.validTickets.clear();
    const { actions, heard, chat } = await openFramed();
    actions.send("Hello");
    await until(() => expect(heard).toContainEqual({ type: "reload-request", payload: {} }));
    expect(chat.pending).toMatchObject([{ delivery: "waiting" }]);
    expect(localStorage.getItem(keptAt("outbox"))).toContain("Hello");
  });

  it("ends its streams when the page takes it away", async () => {
    const { say, post } = await openFramed();
    post("send", { text: "Hello", files: [] });
    await until(() => expect(server.openStreams("live")).toBe(1));
    say("destroy", {});
    await until(() => expect(server.openStreams("live")).toBe(0));
  });
});

describe("what a page asks for", () => {
  const named = (heard: { type: string; payload: unknown }[], name: string) =>
    heard.flatMap(({ type, payload }) => {
      const event = payload as { name: string; detail: unknown };
      return type === "event" && event.name === name ? [event.detail] : [];
    });

  async function openTalking() {
    const opened = await openFramed();
    opened.say("init", { ...init, closable: false });
    const sent = opened.ask("send", { text: "Hello", files: [] });
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    await until(() => expect(opened.chat.messages[1]?.status).toBe("sent"));
    return { ...opened, sent: await sent };
  }

  it("is answered with the message as it is stored", async () => {
    const { sent, chat } = await openTalking();
    const [question] = chat.messages;
    expect(sent).toMatchObject({
      error: null,
      value: { id: question?.id, conversationId: chat.thread?.id, role: "user", text: "Hello" },
    });
  });

  it("is refused with the server's own code", async () => {
    const { ask } = await openFramed();
    server.replyOnce(/POST .*\/messages$/, fail(413, "too_large"));
    expect(await ask("send", { text: "Large", files: [] })).toMatchObject({
      value: null,
      error: { code: "too_large" },
    });
    expect(await ask("send", { text: " ", files: [] })).toMatchObject({ error: { code: "invalid_input" } });
  });

  it("lists conversations, gives their text, ends one and begins another", async () => {
    const { ask, chat, heard } = await openTalking();
    const { id } = chat.thread ?? { id: "" };
    expect((await ask("conversations", {})).value).toMatchObject([{ id, status: "open", unread: 0 }]);
    const transcript = (await ask("transcript", { id: null })).value as { role: string; text: string }[]; // the contract's
    expect(transcript.map(({ role, text }) => [role, text])).toEqual([
      ["user", "Hello"],
      ["assistant", "Hi."],
    ]);
    expect((await ask("endConversation", {})).error).toBeNull();
    expect(named(heard, "conversation:end")).toEqual([{ id, by: "visitor" }]);
    await ask("newConversation", {});
    expect(chat.thread).toBeNull();
    expect((await ask("transcript", { id })).value).toHaveLength(2);
  });

  it("knows a conversation's id before it begins, and it begins under that", async () => {
    const { post, ask, chat, heard } = await openTalking();
    const id = (await ask("newConversation", {})).value as string;
    expect((await ask("transcript", { id })).value).toEqual([]);
    expect(server.threads).toHaveLength(1);
    post("send", { text: "And now?", files: [] });
    await until(() => expect(chat.thread?.id).toBe(id));
    expect(named(heard, "conversation:start").at(-1)).toEqual({ id });
    server.end({ content: "Now." });
    const other = (await ask("newConversation", {})).value;
    expect(other).not.toBe(id);
  });

  it("may change what is sent, or hold it back, and is not waited for longer than a second", async () => {
    const { say, chat, actions, heard } = await openFramed();
    say("init", { ...init, closable: false, options: { asksBeforeSend: true } });
    const questions = () => heard.filter(({ type }) => type === "before-send");
    const answerNext = async (count: number, change: (text: string) => string | null) => {
      await until(() => expect(questions()).toHaveLength(count));
      const { id, text } = questions().at(-1)?.payload as { id: number; text: string };
      say("before-send-answer", { id, text: change(text) });
    };
    await until(() => expect(chat.isClosable).toBe(false));
    await pass(100);
    actions.send("one");
    actions.send("two");
    expect(chat.pending.map(({ content }) => content)).toEqual(["one", "two"]);
    await answerNext(1, (text) => text.toUpperCase());
    await answerNext(2, () => null);
    await until(() => expect(server.messages.map(({ content }) => content)).toEqual(["ONE", ""]));
    await until(() => expect(chat).toMatchObject({ pending: [], text: "two" }));
    server.end({ content: "Yes." });
    actions.send("three");
    await until(() => expect(questions()).toHaveLength(3));
    await pass(1000);
    await until(() => expect(server.messages.map(({ content }) => content)).toContain("three"));
  });

  it("is told what it says of one message alone, which stands over the page's context", async () => {
    const { say, post } = await openFramed();
    say("context", { plan: "pro", page: "cart" });
    post("send", { text: "Hello", files: [], meta: { page: "checkout" } });
    await until(() => expect(server.messages).toHaveLength(2));
    const sent = server.requests.find(({ path }) => path.endsWith("/messages"))?.body;
    expect(sent).toMatchObject({ data: { context: { plan: "pro", page: "checkout" } } });
  });

  it("takes nothing for read where the page hides it", async () => {
    const { say, post, chat, heard } = await openFramed();
    say("init", init);
    say("open", { focus: false });
    say("visibility", { isVisible: false });
    post("send", { text: "Hello", files: [] });
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Hi." });
    await until(() => expect(named(heard, "unread")).toEqual([{ count: 1 }]));
    say("visibility", { isVisible: true });
    await until(() => expect(chat.unread).toBe(0));
  });

  it("has the visitor's links for itself where it listens, and no others", async () => {
    const { say, heard, chat } = await openFramed();
    const followed = vi.fn((event: Event) => event.preventDefault());
    const use = (href: string, init: MouseEventInit = {}, more: Record<string, string> = {}) => {
      const link = document.createElement("a");
      Object.assign(link, { href, ...more });
      document.body.append(link);
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
      link.remove();
    };
    const urls = () =>
      heard.flatMap(({ type, payload }) => (type === "open-url" ? [(payload as { url: string }).url] : []));
    say("init", init);
    await until(() => expect(chat.isClosable).toBe(true));
    await pass(100);
    // The last listener sees what is left to the browser.
    addEventListener("click", (event) => void (event.defaultPrevented || followed(event)));
    use(`${site}/shoes`);
    expect(followed).toHaveBeenCalledTimes(1);
    say("options", { asksBeforeOpen: true });
    await pass(0);
    await until(() => {
      use(`${site}/shoes`);
      expect(urls().length).toBeGreaterThan(0);
    });
    followed.mockClear();
    const before = urls().length;
    use(`${site}/shoes`, { ctrlKey: true });
    use("mailto:help@shop.example");
    use(`${site}/list.pdf`, {}, { download: "list.pdf" });
    expect(followed).toHaveBeenCalledTimes(3);
    expect(urls()).toHaveLength(before);
  });

  it("is told what a message was sent with: the page's context", async () => {
    const { say, post } = await openFramed();
    say("context", { plan: "pro" });
    post("send", { text: "Hello", files: [] });
    await until(() => expect(server.messages).toHaveLength(2));
    const sent = server.requests.find(({ path }) => path.endsWith("/messages"))?.body;
    expect(sent).toMatchObject({ data: { context: { plan: "pro" } } });
  });

  it("hears of a person who takes over, of one whom the visitor asks for, and of a rating", async () => {
    const { chat, actions, heard } = await openTalking();
    await until(() => expect(server.openStreams("live")).toBe(1));
    actions.rate(chat.messages[1]?.id ?? "", { value: 1, reason: null, text: "" });
    await until(() => expect(named(heard, "feedback")).toMatchObject([{ value: 1 }]));
    actions.askForPerson();
    await until(() => expect(named(heard, "handoff")).toHaveLength(1));
    server.tell({ type: "thread", thread: { ...chat.thread, handledBy: "human", assigneeName: "Anna" } });
    await until(() => expect(named(heard, "conversation:assigned")).toEqual([{ name: "Anna" }]));
    expect(heard.findLast(({ type }) => type === "state")?.payload).toMatchObject({
      agent: { name: "Anna", online: true },
    });
  });

  it("hears when somebody is there again, of a visitor who asks for a person outside the hours", async () => {
    const { chat, actions, heard } = await openTalking();
    const team = { isAway: true, opensAt: null };
    if (chat.configuration) chat.configuration.team = team;
    actions.askForPerson();
    await until(() => expect(named(heard, "unavailable")).toEqual([{ reason: "outside_hours" }]));
    actions.leavePerson();
    await until(() => expect(chat.thread?.isWaitingForPerson).toBe(false));
    if (chat.configuration) chat.configuration.team = { ...team, isAway: false };
    actions.askForPerson();
    await until(() => expect(named(heard, "handoff")).toHaveLength(2));
    expect(named(heard, "unavailable")).toHaveLength(1);
  });

  it("reports a message left outside the hours as waiting for the team", async () => {
    const { chat, actions, heard } = await openFramed({
      team: { isAway: true, opensAt: null },
    });
    const left = { clientId: "client-left-1", email: "ada@example.org", content: "Do you ship?" };
    const kept = actions.leaveMessage(left);
    await until(() => expect(chat.thread?.isWaitingForPerson).toBe(true));
    await until(() => expect(chat.messages.at(-1)?.content).toBe("Do you ship?"));
    for (const name of ["conversation:start", "handoff", "unavailable"] as const)
      await until(() => expect(named(heard, name)).toHaveLength(1));
    await kept;
  });

  it("keeps the form if its message was refused, and says why", async () => {
    const { chat, actions } = await openFramed();
    server.replyOnce(/POST .*\/offline-messages$/, fail(422, "offline_form_refused"));
    void actions.leaveMessage({ clientId: "client-left-2", email: "ada@example.org", content: "Hello" });
    await until(() => expect(chat.notice).not.toBe(""));
    expect(chat.thread).toBeNull();
  });

  it("follows the team, which comes and leaves while the chat is open", async () => {
    const changes = [
      { inMs: 1, isAway: false, opensAt: 2 },
      { inMs: 2, isAway: true, opensAt: 3 },
    ];
    const { chat } = await openFramed({ team: { isAway: true, opensAt: 1, changes } });
    await until(() => expect(chat.configuration?.team).toMatchObject({ isAway: true, opensAt: 3 }));
  });

  it("opens the list of conversations, or one of them", async () => {
    const { say, chat, actions } = await openTalking();
    const id = chat.thread?.id ?? "";
    say("open", { focus: false, view: "history" });
    await until(() => expect(chat.view).toBe("history"));
    await until(() => expect(chat.history.items).toHaveLength(1));
    actions.startNew();
    say("open", { focus: false, view: { conversation: id } });
    await until(() => expect(chat).toMatchObject({ view: "chat", thread: { id } }));
    await until(() => expect(chat.messages).toHaveLength(2));
  });

  it("sends into the conversation that it was just told to open, however long that takes", async () => {
    const { say, ask, chat, actions } = await openTalking();
    const id = chat.thread?.id ?? "";
    actions.startNew();
    say("open", { focus: false, view: { conversation: id } });
    const { value, error } = await ask("send", { text: "And one more thing", files: [] });
    expect(error).toBeNull();
    expect(value).toMatchObject({ text: "And one more thing" });
    expect(chat.thread?.id).toBe(id);
    expect(chat.messages.filter(({ role }) => role === "user")).toHaveLength(2);
  });

  it("opens its greeting, and leaves what was shown among the conversations", async () => {
    const { say, chat } = await openTalking();
    say("open", { focus: false, view: "home" });
    await until(() => expect(chat).toMatchObject({ view: "chat", thread: null, messages: [] }));
    say("open", { focus: false, view: "history" });
    await until(() => expect(chat.history.items).toHaveLength(1));
  });

  it("is told in which language the launcher has to speak", async () => {
    const { say, chat, heard } = await openFramed();
    say("init", { ...init, options: { locale: "de" } });
    await until(() => expect(chat.language).toBe("de"));
    await until(() =>
      expect(heard.findLast(({ type }) => type === "language")?.payload).toMatchObject({ language: "de" }),
    );
  });
});

describe("consent", () => {
  it("that is required lets nothing be kept or sent before the visitor agrees, and is remembered", async () => {
    history.replaceState(null, "", "#consent=required");
    const { say, ask, chat, actions } = await openFramed();
    say("init", { ...init, closable: false, options: { consent: "required" } });
    expect(chat.consent).toBe("required");
    actions.send("Hello");
    expect(chat.pending).toEqual([]);
    expect(await ask("send", { text: "Hello", files: [] })).toMatchObject({
      error: { code: "consent_missing" },
    });
    expect([localStorage.length, server.requests.length]).toEqual([0, 0]);
    expect(saidConsent()).toEqual([]);
    actions.agree();
    await until(() => expect(chat.consent).toBe("granted"));
    actions.send("Hello");
    await until(() => expect(server.messages).toHaveLength(2));
    expect(localStorage.getItem(keptAt("session"))).not.toBeNull();
    const text = "Before you write, please agree that your messages are stored and answered.";
    await until(() => expect(saidConsent()).toEqual([{ value: "granted", text, agoMs: expect.any(Number) }]));
    port?.close();
    const next = await openFramed();
    await until(() => expect(next.chat.consent).toBe("granted"));
    history.replaceState(null, "", "#");
  });

  it("that is taken back leaves nothing", async () => {
    const { say, post, chat } = await openFramed();
    post("send", { text: "Hello", files: [] });
    await until(() => expect(server.messages).toHaveLength(2));
    say("options", { consent: "denied" });
    await until(() => expect(chat).toMatchObject({ consent: "denied", thread: null, messages: [] }));
    await until(() => expect(localStorage.length).toBe(0));
    const left = () =>
      server.requests.find(({ method, path }) => method === "DELETE" && path.endsWith("/session"));
    await until(() => expect(left()?.search).toBe("?consent=denied"));
  });

  it("that the page asked for is told with the first message, with no text of the chat's", async () => {
    history.replaceState(null, "", "#consent=denied");
    const { say, post, chat } = await openFramed();
    say("init", { ...init, options: { consent: "denied" } });
    await until(() => expect(chat.consent).toBe("denied"));
    expect(server.requests).toEqual([]);
    say("options", { consent: "granted" });
    await until(() => expect(chat.consent).toBe("granted"));
    expect(server.requests).toEqual([]);
    post("send", { text: "Hello", files: [] });
    await until(() =>
      expect(saidConsent()).toEqual([{ value: "granted", text: null, agoMs: expect.any(Number) }]),
    );
    history.replaceState(null, "", "#");
  });

  it.each([
    ["was said before the frame was there is told, too", "#consent=granted", 1],
    ["nobody asked for is not told", "", 0],
  ])("that %s", async (_, hash, times) => {
    history.replaceState(null, "", hash || "#");
    const { post } = await openFramed();
    post("send", { text: "Hello", files: [] });
    await until(() => expect(server.messages).toHaveLength(2));
    await until(() => expect(saidConsent()).toHaveLength(times));
    history.replaceState(null, "", "#");
  });

  function saidConsent() {
    return server.requests
      .filter(({ method, path }) => method === "PUT" && path.endsWith("/consent"))
      .map(({ body }) => (body as { data: unknown }).data); // the contract's
  }
});

describe("the console's preview", () => {
  const preview = {
    ticket: "preview",
    expiresAt: 0,
    configuration: { ...configuration, preview: true, name: "Draft" },
  };

  async function openPreview() {
    server.validTickets.add("preview");
    const opened = await openFramed({ origin: location.origin });
    opened.say("init", { closable: false, look: {}, preview });
    await until(() => expect(opened.chat.configuration?.name).toBe("Draft"));
    return opened;
  }

  it("shows nothing of what is published before it", async () => {
    const { chat, say } = await openFramed({ origin: location.origin });
    await pass(100);
    expect(chat.isLoading).toBe(true);
    say("init", { closable: false, look: {}, preview });
    await until(() => expect(chat).toMatchObject({ isLoading: false, isOpen: true }));
    expect(chat.configuration?.name).toBe("Draft");
  });

  it("is no visit: it neither takes nor leaves anything in the browser", async () => {
    const kept = JSON.stringify({ id: "s", key: "k", agentId: "a" });
    localStorage.setItem(keptAt("session"), kept);
    const { actions } = await openPreview();
    actions.send("Hello");
    await until(() => expect(server.messages).toHaveLength(2));
    expect({ ...localStorage }).toEqual({ [keptAt("session")]: kept });
    const opened = server.requests.find(({ path }) => path.endsWith("open-chat-widget"));
    expect(opened?.body).toMatchObject({ data: { ticket: "preview" } });
  });

  it("changes with each keystroke and keeps its conversation, also over another ticket", async () => {
    const { chat, actions, say } = await openPreview();
    actions.send("Hello");
    await until(() => expect(server.messages).toHaveLength(2));
    server.end({ content: "Hi." });
    await until(() => expect(chat.messages).toHaveLength(2));
    say("update", { configuration: { ...preview.configuration, name: "Other" } });
    await until(() => expect(chat.configuration?.name).toBe("Other"));
    expect(chat.isSoundOn).toBe(false);
    const settings = { ...preview.configuration.settings, hasSound: true };
    say("update", { configuration: { ...preview.configuration, settings } });
    await until(() => expect(chat.isSoundOn).toBe(true));
    say("init", { closable: false, look: {}, preview: { ...preview, ticket: "another" } });
    await pass(100);
    expect(chat.messages).toHaveLength(2);
    expect(server.sessions.size).toBe(1);
  });

  it("holds every call back where the console shows a slow network", async () => {
    server.validTickets.add("preview");
    const { chat, actions, say } = await openFramed({ origin: location.origin });
    say("init", { closable: false, look: {}, preview: { ...preview, delayMs: 2000 } });
    await until(() => expect(chat.configuration?.name).toBe("Draft"));
    await pass(100);
    actions.send("Hello");
    await pass(1500);
    expect(server.requests).toEqual([]);
    await until(() => expect(server.messages).toHaveLength(2));
  });

  it("says why when its ticket has run out, and does not reload the console's frame", async () => {
    const { chat, actions, heard } = await openPreview();
    server.validTickets.clear();
    actions.send("Hello");
    await until(() => expect(chat.pending).toMatchObject([{ delivery: "failed" }]));
    expect(heard.some(({ type }) => type === "reload-request")).toBe(false);
  });
});
