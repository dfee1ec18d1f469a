import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeChannels, FakeChannel } from "../../tests/kit/browser/fakeChannels.ts";
import { noteListeners } from "../../tests/kit/browser/listeners.ts";
import { stubUploads } from "../../tests/kit/browser/stubUploads.ts";
import { pass, until } from "../../tests/kit/until.ts";
import {
  configuration,
  createVisitorServer,
  fail,
  makeFrame,
  type VisitorServer,
} from "../../tests/kit/surfaces/visitorServer.ts";
import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";

let server: VisitorServer;
let forgetListeners: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  forgetListeners = noteListeners();
  server = createVisitorServer();
  vi.stubGlobal("fetch", server.fetch);
  // The test's own browser has none.
  vi.stubGlobal("BroadcastChannel", FakeChannel);
});

afterEach(() => {
  closeChannels();
  server.abandon();
  forgetListeners();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openDocument(given: Partial<FrameDocument> = {}) {
  vi.resetModules();
  const { startChat } = await import("./startChat.ts");
  const { chat } = await import("./state.ts");
  const actions = startChat(makeFrame(given));
  await actions.loadOlder();
  await pass(0);
  await until(() => expect(chat.isLoading).toBe(false));
  return { chat, actions };
}

/** A conversation of a question and its answer. */
async function talk(given: Partial<FrameDocument> = {}) {
  const tab = await openDocument(given);
  tab.actions.send("Hello");
  await until(() => expect(server.openStreams("answer")).toBe(1));
  server.end({ content: "Hi." });
  await until(() => expect(tab.chat.messages[1]?.status).toBe("sent"));
  await until(() => expect(server.openStreams("live")).toBe(1));
  await until(() => expect(asked(/\/read$/)).toHaveLength(1));
  return tab;
}

const asked = (match: RegExp) =>
  server.requests.filter(({ method, path }) => match.test(`${method} ${path}`));
const bodies = (match: RegExp) => asked(match).map(({ body }) => (body as { data: unknown }).data);
const texts = ({ chat }: { chat: { messages: { content: string }[] } }) =>
  chat.messages.map(({ content }) => content);

describe("the composer", () => {
  it("is emptied when its text is sent, and nothing is sent twice by an impatient finger", async () => {
    const { chat, actions } = await openDocument();
    actions.write("Hello");
    actions.send(chat.text);
    actions.send(chat.text);
    expect(chat.text).toBe("");
    await until(() => expect(server.messages).toHaveLength(2));
    expect(asked(/POST .*\/messages$/)).toHaveLength(1);
  });

  it("takes up the last question, writes it and its answer again, and gives back what stood there before", async () => {
    const tab = await talk();
    const { chat, actions } = tab;
    actions.write("half a thought");
    actions.beginEdit(chat.messages[0]?.id ?? "");
    await until(() => expect(chat.text).toBe("Hello"));
    actions.send("Good morning");
    await until(() => expect(texts(tab)).toEqual(["Good morning", ""]));
    expect(chat).toMatchObject({ text: "half a thought", editing: null });
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.write("Good morning to you.");
    server.end();
    await until(() => expect(texts(tab)).toEqual(["Good morning", "Good morning to you."]));
    expect(chat.messages).toHaveLength(2);
    expect(chat.messages[0]?.editedAt).not.toBeNull();
  });

  it("keeps question and answer where the server refuses the edit, and the visitor's words with it", async () => {
    const tab = await talk();
    const { chat, actions } = tab;
    server.replyOnce(/\/edit$/, fail(409, "conflict"));
    actions.beginEdit(chat.messages[0]?.id ?? "");
    await until(() => expect(chat.editing).not.toBeNull());
    actions.send("Something else");
    await until(() => expect(chat.notice).toContain("conflict"));
    expect(texts(tab)).toEqual(["Hello", "Hi."]);
    expect(chat).toMatchObject({ text: "Something else", editing: chat.messages[0]?.id });
    actions.cancelEdit();
    await until(() => expect(chat).toMatchObject({ text: "", editing: null }));
  });
});

describe("what the visitor thinks of an answer", () => {
  const bad = { value: -1, reason: "wrong", text: "" } as const;

  it("is shown at once and told to the server, and can be taken back", async () => {
    const { chat, actions } = await talk();
    const id = chat.messages[1]?.id ?? "";
    actions.rate(id, bad);
    await until(() => expect(chat.messages[1]?.feedback).toEqual(bad));
    await until(() => expect(bodies(/\/feedback$/)).toEqual([bad]));
    actions.rate(id, null);
    await until(() => expect(bodies(/\/feedback$/)).toHaveLength(2));
    await until(() => expect(chat.messages[1]?.feedback).toBeNull());
  });

  it("goes back to what it was where it can't be told", async () => {
    const { chat, actions } = await talk();
    server.replyOnce(/\/feedback$/, fail(404, "not_found"));
    actions.rate(chat.messages[1]?.id ?? "", bad);
    await until(() => expect(chat.notice).toContain("not_found"));
    expect(chat.messages[1]?.feedback).toBeNull();
  });
});

describe("a person", () => {
  it("can be asked for before a word was written, and left again", async () => {
    const { chat, actions } = await openDocument();
    actions.askForPerson();
    await until(() => expect(chat.thread).toMatchObject({ handledBy: "human", isWaitingForPerson: true }));
    await until(() => expect(chat.messages.map(({ content }) => content)).toEqual(["person_requested"]));
    actions.leavePerson();
    await until(() => expect(chat.thread?.isWaitingForPerson).toBe(false));
  });

  it("hears that the visitor writes, at most every three seconds", async () => {
    const { chat, actions } = await talk();
    actions.write("To the agent nobody tells.");
    Object.assign(chat.thread ?? {}, { handledBy: "human" });
    const now = vi.spyOn(performance, "now");
    for (const at of [10_000, 11_000, 12_900, 13_000]) {
      now.mockReturnValue(at);
      actions.write(`At ${at}`);
      await pass(0);
    }
    await until(() => expect(asked(/\/typing$/)).toHaveLength(2));
  });

  it("is seen writing for six seconds, or until the message is there", async () => {
    const { chat } = await talk();
    const typing = { type: "typing", threadId: chat.thread?.id, by: "team", name: "Anna" };
    server.tell(typing);
    await until(() => expect(chat.typing).toBe("Anna"));
    await pass(6000);
    expect(chat.typing).toBeNull();
    server.tell(typing);
    await until(() => expect(chat.typing).toBe("Anna"));
    server.say({ content: "Here I am." });
    await until(() => expect(chat.typing).toBeNull());
    await until(() => expect(asked(/\/read$/)).toHaveLength(2));
  });
});

describe("what was read", () => {
  it("is told to the server once the visitor looks, and not before", async () => {
    const { chat, actions } = await talk();
    actions.setAtEnd(false);
    server.say({ content: "Further down." });
    await until(() => expect(chat.unread).toBe(1));
    expect(asked(/\/read$/)).toHaveLength(1);
    actions.setAtEnd(true);
    await until(() => expect(chat.unread).toBe(0));
    await until(() => expect(asked(/\/read$/)).toHaveLength(2));
    expect(bodies(/\/read$/).at(-1)).toEqual({ readTo: (chat.messages.at(-1)?.position ?? 0) + 1 });
  });

  it("is what it was at the next visit, with what comes after the list of conversations was read", async () => {
    const first = await talk();
    await until(() => expect(asked(/\/read$/)).toHaveLength(1));
    first.chat.isOpen = false;
    server.say({ content: "While you were away." });
    await until(() => expect(first.chat.unread).toBe(1));
    expect(server.threads).toMatchObject([{ unread: 0 }]);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const { chat } = await openDocument();
    // A stream is opened once all that the last visit left was read.
    await until(() => expect(server.openStreams("live")).toBe(2));
    expect(chat.unread).toBe(1);
  });

  it("in one tab is read in the other", async () => {
    const one = await talk();
    const other = await openDocument();
    await until(() => expect(server.openStreams("live")).toBe(2));
    for (const { actions } of [one, other]) actions.setAtEnd(false);
    server.say({ content: "News." });
    await until(() => expect([one.chat.unread, other.chat.unread]).toEqual([1, 1]));
    one.actions.setAtEnd(true);
    await until(() => expect([one.chat.unread, other.chat.unread]).toEqual([0, 0]));
  });
});

describe("files", () => {
  const attachments = { types: ["text/plain"], maxBytes: 10, maxCount: 2 };
  const taking = { configuration: { ...structuredClone(configuration), attachments } };
  const file = (name: string, text = "hello") => new File([text], name, { type: "text/plain" });

  it("go along with the message once they are on the server, and not before", async () => {
    const sent = stubUploads();
    const { chat, actions } = await openDocument(taking);
    actions.attach([file("list.txt")]);
    await until(() => expect(chat.drafts).toMatchObject([{ delivery: "sending", progress: 0.5 }]));
    actions.send("See the list");
    expect(chat.pending).toEqual([]);
    sent[0]?.finish();
    await until(() =>
      expect(chat.drafts).toMatchObject([{ delivery: "ready", attachmentId: "file-list.txt" }]),
    );
    actions.send("See the list");
    expect(chat.drafts).toEqual([]);
    await until(() => expect(server.messages).toHaveLength(2));
    expect(bodies(/POST .*\/messages$/)).toMatchObject([
      { content: "See the list", attachments: ["file-list.txt"] },
    ]);
  });

  it.each([
    ["is too large", file("large.txt", "more than ten bytes"), "large.txt is larger than"],
    [
      "is of another kind",
      new File(["x"], "run.exe", { type: "application/x-msdownload" }),
      "run.exe is of a kind",
    ],
  ])("say why one that %s can't go along", async (_, refused, sentence) => {
    const { chat, actions } = await openDocument(taking);
    actions.attach([refused]);
    await until(() => expect(chat.drafts[0]?.error).toContain(sentence));
    expect(asked(/attachments/)).toEqual([]);
    actions.removeDraft(chat.drafts[0]?.id ?? "");
    await until(() => expect(chat.drafts).toEqual([]));
  });

  it("are at most as many as the agent takes", async () => {
    stubUploads();
    const { chat, actions } = await openDocument(taking);
    actions.attach([file("a.txt"), file("b.txt"), file("c.txt")]);
    await until(() => expect(chat.drafts).toHaveLength(2));
    expect(chat.notice).toContain("At most 2 files");
  });

  it("can be sent again when the line was cut", async () => {
    const sent = stubUploads(503);
    const { chat, actions } = await openDocument(taking);
    actions.attach([file("list.txt")]);
    await until(() => expect(sent).toHaveLength(1));
    sent[0]?.finish();
    await until(() =>
      expect(chat.drafts[0]).toMatchObject({ delivery: "failed", error: "list.txt could not be sent." }),
    );
    actions.retryDraft(chat.drafts[0]?.id ?? "");
    await until(() => expect(sent).toHaveLength(2));
  });

  it.each([
    [
      "a kind that is not taken",
      new File(["MZ"], "a.exe", { type: "application/x-msdownload" }),
      /These can: \w+/,
    ],
    [
      "more bytes than are taken",
      new File(["x".repeat(2000)], "a.txt", { type: "text/plain" }),
      /larger than/,
    ],
  ])(
    "of %s are refused for good, with what would be taken, and go when the message goes",
    async (_, given, why) => {
      stubUploads();
      const { chat, actions } = await openDocument(taking);
      actions.attach([given]);
      await until(() => expect(chat.drafts[0]).toMatchObject({ delivery: "refused", error: why }));
      actions.send("Without it");
      await until(() => expect(chat.drafts).toEqual([]));
    },
  );

  it("of a message that waits survive a reload", async () => {
    const sent = stubUploads();
    const before = await openDocument(taking);
    before.actions.attach([file("list.txt")]);
    await until(() => expect(sent).toHaveLength(1));
    sent[0]?.finish();
    await until(() => expect(before.chat.drafts[0]?.delivery).toBe("ready"));
    server.setDown(true);
    before.actions.send("");
    await until(() => expect(before.chat.pending[0]?.delivery).toBe("waiting"));
    server.abandon();
    vi.clearAllTimers();
    server.setDown(false);
    await openDocument(taking);
    await until(() =>
      expect(bodies(/POST .*\/messages$/)).toMatchObject([{ content: "", attachments: ["file-list.txt"] }]),
    );
  });
});

describe("the visitor's conversations", () => {
  it("are listed page by page, and any of them can be gone on with", async () => {
    const tab = await talk();
    const { chat, actions } = tab;
    const first = chat.thread?.id ?? "";
    actions.startNew();
    actions.send("Another matter");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.end({ content: "Which?" });
    await until(() => expect(texts(tab)).toEqual(["Another matter", "Which?"]));
    actions.showHistory();
    await until(() => expect(chat.history.items.map(({ id }) => id)).toEqual([chat.thread?.id, first]));
    expect(chat).toMatchObject({ view: "history", history: { hasMore: false, isLoading: false } });
    await actions.openConversation(first);
    await until(() => expect(texts(tab)).toEqual(["Hello", "Hi."]));
    expect(chat.view).toBe("chat");
    actions.send("Still there?");
    await until(() => expect(bodies(/POST .*\/messages$/).at(-1)).toMatchObject({ threadId: first }));
  });

  it("say so when they can't be read", async () => {
    const { chat, actions } = await talk();
    for (let i = 0; i < 3; i += 1) server.replyOnce(/GET .*\/threads$/, fail(500, "internal"));
    actions.showHistory();
    await until(() => expect(chat.history.hasFailed).toBe(true));
    actions.showHistory();
    actions.showHistory();
    await until(() => expect(chat.history.isLoading).toBe(false));
  });

  it("end when the visitor ends them", async () => {
    const { chat, actions } = await talk();
    actions.end();
    await until(() => expect(chat.thread?.status).toBe("resolved"));
    expect(chat.announcement.text).toBe("This conversation has ended.");
    await until(() => expect(chat.messages.at(-1)?.content).toBe("ended"));
  });

  it("are saved whole as a text file, over all their pages", async () => {
    const { chat, actions } = await talk();
    for (let count = 0; count < 120; count += 1) server.say({ content: `Line ${count}` });
    const blobs: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      blobs.push(blob as Blob); // nothing else is saved here
      return "blob:x";
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    await until(() => expect(chat.messages.length).toBeGreaterThan(100));
    if (chat.thread) chat.thread.rating = { score: 4, remark: "Quick\nand kind", at: 1 };
    await actions.downloadTranscript();
    expect(click).toHaveBeenCalledOnce();
    const text = (await blobs[0]?.text()) ?? "";
    expect(text).toContain("Conversation with Acme Assistant");
    expect(text).toMatch(/You, .*\n {2}Hello\n\nAcme, .*\n {2}Hi\.\n\nAnna, .*\n {2}Line 0\n/);
    expect(text).toMatch(/Line 119\n\nYour rating: 4 of 5\n {2}Quick\n {2}and kind\n$/);
  });
});

describe("a machine that slept", () => {
  it("opens its streams again at once, and reads on where it was", async () => {
    const tab = await talk();
    tab.actions.send("And?");
    await until(() => expect(server.openStreams("answer")).toBe(1));
    server.write("Before. ");
    await until(() => expect(texts(tab).at(-1)).toBe("Before. "));
    const streams = asked(/\/events$/).length;
    document.dispatchEvent(new Event("resume"));
    await until(() => expect(asked(/\/stream$/)).toHaveLength(1));
    await until(() => expect(asked(/\/events$/)).toHaveLength(streams + 1));
    server.write("After.");
    server.end();
    await until(() => expect(texts(tab).at(-1)).toBe("Before. After."));
  });

  it("is noticed by a timer that comes much too late", async () => {
    await talk();
    const streams = asked(/\/events$/).length;
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 60_000);
    await pass(10_000);
    await pass(100);
    expect(asked(/\/events$/)).toHaveLength(streams + 1);
  });

  it("has no timer and no stream in a tab that nobody has seen for long", async () => {
    await talk();
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(5 * 60_000);
    await until(() => expect(server.openStreams("live")).toBe(0));
    // What was on its way when the tab was left may end first; a timer that sets itself again never does.
    await until(() => expect(vi.getTimerCount()).toBe(0));
  });
});
