import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteListeners } from "../../tests/kit/listeners.ts";
import { pass, until } from "../../tests/kit/until.ts";
import {
  agentId,
  configuration,
  createVisitorServer,
  makeFrame,
  type VisitorServer,
} from "../../tests/kit/visitorServer.ts";
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
async function openFramed({ origin = site, unavailable = null as "disabled" | null } = {}) {
  const page = { postMessage: vi.fn() };
  vi.stubGlobal("parent", page);
  vi.resetModules();
  const { startChat } = await import("./startChat.ts");
  const { chat } = await import("./state.ts");
  const isOwnSite = origin === location.origin;
  const actions = startChat(makeFrame({ origin: isOwnSite ? null : origin, unavailable }));
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
  /** Gives what the frame answers. */
  const ask = async <Name extends keyof FrameAsks>(name: Name, detail: FrameAsks[Name]["in"]) => {
    const id = ++asks;
    say("ask", { id, name, detail } as FrameAsk); // name and detail belong together
    return until(() => {
      const answer = heard.find(
        ({ type, payload }) => type === "answer" && (payload as { id: number }).id === id,
      );
      expect(answer).toBeDefined();
      return answer?.payload as FrameToPage["answer"]; // the frame wrote it
    });
  };
  return { chat, actions, heard, say, ask, page };
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

  it("sends what the page sends, with the place where the visitor is", async () => {
    const { say, ask, heard, chat } = await openFramed();
    say("navigate", { url: `${site}/shoes`, title: "Shoes" });
    await until(() => expect(chat.page?.title).toBe("Shoes"));
    void ask("send", { text: "How much?", files: [] });
    await until(() => expect(server.messages).toHaveLength(2));
    const sent = server.requests.find(({ path }) => path.endsWith("/messages"))?.body;
    expect(sent).toMatchObject({
      data: { content: "How much?", page: { url: `${site}/shoes`, title: "Shoes" } },
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
    const { say, ask, heard, chat } = await openFramed();
    say("init", init);
    void ask("send", { text: "Hello", files: [] });
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
    localStorage.setItem("ph:token:session", JSON.stringify({ id: "s", key: "k", agentId }));
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

  it("asks its page to load it anew when its document is too old, and has kept the message", async () => {
    server.validTickets.clear();
    const { actions, heard, chat } = await openFramed();
    actions.send("Hello");
    await until(() => expect(heard).toContainEqual({ type: "reload-request", payload: {} }));
    expect(chat.pending).toMatchObject([{ delivery: "waiting" }]);
    expect(localStorage.getItem("ph:token:outbox")).toContain("Hello");
  });

  it("ends its streams when the page takes it away", async () => {
    const { say, ask } = await openFramed();
    void ask("send", { text: "Hello", files: [] });
    await until(() => expect(server.openStreams("live")).toBe(1));
    say("destroy", {});
    await until(() => expect(server.openStreams("live")).toBe(0));
  });
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
    localStorage.setItem("ph:token:session", kept);
    const { actions } = await openPreview();
    actions.send("Hello");
    await until(() => expect(server.messages).toHaveLength(2));
    expect({ ...localStorage }).toEqual({ "ph:token:session": kept });
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
    say("init", { closable: false, look: {}, preview: { ...preview, ticket: "another" } });
    await pass(100);
    expect(chat.messages).toHaveLength(2);
    expect(server.sessions.size).toBe(1);
  });

  it("says why when its ticket has run out, and does not reload the console's frame", async () => {
    const { chat, actions, heard } = await openPreview();
    server.validTickets.clear();
    actions.send("Hello");
    await until(() => expect(chat.pending).toMatchObject([{ delivery: "failed" }]));
    expect(heard.some(({ type }) => type === "reload-request")).toBe(false);
  });
});
