import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browser } from "../../../state/platform/browser.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import type { Receipt } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  makeContact,
  makeContactDetail,
  makeMessage as sampleMessage,
  makeThread as sampleThread,
} from "../../../../tests/kit/samples.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { contact as openContact } from "../../../state/conversations/contacts/contacts.ts";
import { presence } from "../../../state/conversations/visitors/presence.ts";
import { receipt } from "../../../state/conversations/answers/receipts.ts";
import { reset } from "../../../state/platform/resource.ts";
import { endTyping, toldEnough } from "../../../state/conversations/visitors/typing.ts";

const at = 1_790_000_000_000;

function makeThread(part: Partial<Thread> = {}): Thread {
  return sampleThread({
    ...{ id: "thread-1", agentId, title: "Returns", contact: makeContact({ id: "c1", name: "Visitor one" }) },
    ...{ lastMessage: { role: "user", text: "How do I return it?", at }, lastActivityAt: at, createdAt: at },
    ...part,
  });
}

function makeMessage(part: Partial<Message> = {}): Message {
  return sampleMessage({
    ...{ id: "message-1", threadId: "thread-1", position: 1, role: "user", content: "How do I return it?" },
    ...{ createdAt: at, updatedAt: at },
    ...part,
  });
}

const behind: Receipt = {
  ...{ messageId: "message-2", question: "And that one?", rewrittenQuestion: "Return of the tent?" },
  passages: [
    {
      ...{
        passageId: "p1",
        pageId: "g1",
        title: "Returns",
        url: null,
        text: "Within 30 days of delivery.",
      },
      ...{
        score: 0.99,
        by: { lexical: { rank: 2, score: 7.125 }, vector: { rank: 1, score: 0.8 } },
        cited: true,
      },
    },
  ],
  vectors: { model: "text-embedding-3-small", ms: 42, reason: null },
  ...{
    model: "pilothouse-builtin",
    provider: "builtin",
    fallback: null,
    tokensIn: null,
    tokensOut: null,
  },
  ...{ credits: 0, attempts: 1, agentVersion: 3, summary: "They bought a tent." },
  spoken: { heard: 212, sent: 480, firstWord: 950, firstSound: 1640, credits: 2 },
  ms: { rewrite: 0.2, retrieve: 4, model: 640, tools: 31, firstToken: 12, total: 1520 },
  steps: [
    {
      tool: "search_knowledge",
      input: '{"query":"tent"}',
      result: "2 new of 8 passages",
      ms: 31,
      outcome: "done",
    },
    { tool: "ask_for_person", input: "{}", result: "They did not ask.", ms: 0, outcome: "refused" },
  ],
  unsupported: [{ from: 0, to: 20, text: "It takes 90 days.", why: "number", missing: ["90"] }],
};

const answer = makeMessage({
  id: "message-2",
  position: 2,
  role: "assistant",
  content: "Within **30 days**.",
});

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 50, total: items.length } } };
}

const filters = makeThreadFilters({
  queues: { mine: 2, waiting: 1, ai: 1, all: 3 },
  people: [
    { id: "user-1", name: "Ana", isOnline: false },
    { id: "user-2", name: "Bo", isOnline: true },
  ],
  teams: [{ id: "team-1", name: "Support" }],
  labels: [{ id: "label-1", name: "Refund", colour: "#2f6fed" }],
});

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  serve(makeThread(), [makeMessage(), answer]);
});
afterEach(() => {
  vi.useRealTimers();
  closeInbox();
  endTyping("thread-1");
  toldEnough();
  reset(receipt);
  reset(openContact);
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function serve(thread: Thread, messages: Message[]) {
  const { id } = thread.contact;
  server.on(`GET contacts/${id}`, { body: { data: makeContactDetail({ id }) } });
  server.on(`GET contacts/${id}/threads`, listOf([thread]));
  server.on("GET threads", listOf([thread]));
  server.on("GET threads/thread-1", { body: { data: thread } });
  server.on("GET threads/thread-1/messages", { body: { items: messages, hasMore: false } });
  server.on("GET threads/filters", { body: { data: filters } });
  server.on("POST threads/thread-1/typing", { body: null });
  server.on("PATCH threads/thread-1", ({ body }) => {
    const { read: _, ...change } = (body as { data: Partial<Thread> & { read?: true } }).data; // the contract's
    return { body: { data: { ...thread, ...change, unread: 0 } } };
  });
}

async function open(path = "inbox/conversations") {
  await openInbox(server, path);
}

const row = (name: string) => screen.findByRole("link", { name: new RegExp(name) });

describe("the list of conversations", () => {
  it("tells how conversations begin if there are none", async () => {
    server.on("GET threads", listOf([]));
    await open();
    expect(await screen.findByText("No conversations yet")).toBeTruthy();
  });

  it("says what failed, with another try", async () => {
    server.on("GET threads", { status: 500, code: "internal", message: "Something went wrong" });
    await open();
    await waitFor(() =>
      expect(server.requests.filter(({ path }) => path === "threads").length).toBeGreaterThan(1),
    );
    const retry = await screen.findByRole("button", { name: "Retry" });
    server.on("GET threads", listOf([makeThread()]));
    fireEvent.click(retry);
    expect(await row("Visitor one")).toBeTruthy();
  });

  it("leads to the inbox as an app", async () => {
    open();
    const go = vi.spyOn(browser, "go").mockReturnValue();
    fireEvent.click(await screen.findByRole("menuitem", { name: "Open as an app", hidden: true }));
    expect(go).toHaveBeenCalledWith(expect.stringMatching(new RegExp(`^/inbox/[^/]+/${agentId}$`)));
    go.mockRestore();
  });

  it("says that further ones could not be read, and keeps those that show", async () => {
    server.on("GET threads", { body: { items: [makeThread()], page: { page: 1, limit: 50, total: 60 } } });
    await open();
    await row("Visitor one");
    server.on("GET threads", { status: 500, code: "internal", message: "Something went wrong" });
    fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
    expect(await row("Visitor one")).toBeTruthy();
  });

  it("asks to choose one where none is open", async () => {
    await open();
    await row("Visitor one");
    expect(await screen.findByText("Choose a conversation")).toBeTruthy();
  });

  it("takes a new conversation in as it begins, above the others, with what is unread", async () => {
    await open();
    await row("Visitor one");
    // Of all conversations, more than the list has of them.
    server.on("GET threads/filters", { body: { data: { ...filters, unread: 61 } } });
    const contact = makeContact({ id: "c2", name: "Visitor two" });
    const thread = makeThread({ id: "thread-2", contact, unread: 1, lastActivityAt: at + 1000 });
    act(() => server.tell({ type: "thread", thread }));
    await row("Visitor two");
    const list = screen.getByRole("region", { name: "Conversations" });
    const names = within(list).getAllByRole("link", { name: /Visitor/ });
    expect(names.map((link) => link.querySelector("strong")?.textContent)).toEqual([
      "Visitor two",
      "Visitor one",
    ]);
    await screen.findByRole("heading", { name: /^Conversations 61 unread/ });
  });

  it("asks for the queue that the address names, and lets a conversation go that leaves it", async () => {
    await open("inbox/conversations?queue=ai");
    await row("Visitor one");
    const asked = server.requests.find(({ path }) => path === "threads");
    expect(asked?.query).toMatchObject({ queue: "ai", sort: "newest" });
    act(() => server.tell({ type: "thread", thread: makeThread({ handledBy: "human" }) }));
    expect(await screen.findByText("Nothing in this queue")).toBeTruthy();
  });

  it("is walked with j and k, and opens with the link's own Enter", async () => {
    server.on("GET threads", listOf([makeThread(), makeThread({ id: "thread-2" })]));
    await open();
    await screen.findAllByRole("link", { name: /Visitor one/ });
    const focused = () => document.activeElement?.getAttribute("data-row");
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    press("j");
    const first = focused();
    press("j");
    expect(new Set([first, focused()])).toEqual(new Set(["thread-1", "thread-2"]));
    press("k");
    expect(focused()).toBe(first);
    fireEvent.click(document.activeElement ?? document.body);
    expect(location.pathname).toMatch(new RegExp(`/inbox/conversations/${first}$`));
  });
});

describe("an open conversation", () => {
  it("shows what was said, marks it as read, and grows while an answer is written", async () => {
    serve(makeThread({ unread: 1 }), [makeMessage()]);
    await open("inbox/conversations/thread-1");
    const log = () => screen.getByRole("log");
    await waitFor(() => within(log()).getByText("How do I return it?"));
    await waitFor(() =>
      expect(server.sent("PATCH threads/thread-1")).toContainEqual({ data: { read: true } }),
    );
    const streaming = { ...answer, status: "streaming" as const, content: "" };
    act(() => server.tell({ type: "message", message: streaming }));
    await waitFor(() => expect(log().querySelector('[aria-busy="true"]')).toBeTruthy());
    // The server stores the text as it grows; the screen reads on while it is not at its end.
    server.on("GET threads/thread-1/messages", {
      body: { items: [makeMessage(), { ...streaming, content: "Within" }], hasMore: false },
    });
    await waitFor(() => within(log()).getByText("Within"));
    act(() => server.tell({ type: "message", message: answer }));
    await waitFor(() => expect(within(log()).getByText("30 days").tagName).toBe("STRONG"));
    await waitFor(() => expect(log().querySelector('[aria-busy="true"]')).toBeNull());
  });

  it("does not let an answer that is told late fall back behind its end", async () => {
    await open("inbox/conversations/thread-1");
    await screen.findByText("30 days");
    act(() => server.tell({ type: "message", message: { ...answer, status: "streaming", content: "Wi" } }));
    act(() =>
      server.tell({
        type: "message",
        message: makeMessage({ id: "message-3", position: 3, content: "Thanks" }),
      }),
    );
    await screen.findByText("Thanks");
    expect(screen.getByText("30 days")).toBeTruthy();
  });

  it("is taken over, answered by a person, and handed back", async () => {
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("button", { name: "Take over" }));
    const composer = await screen.findByLabelText("Reply to Visitor one");
    expect(server.sent("PATCH threads/thread-1")).toEqual([{ data: { handledBy: "human" } }]);
    server.on("POST threads/thread-1/messages", ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // as the contract has it
      const author = { id: "u1", name: "Ana" };
      return {
        body: { data: makeMessage({ ...data, id: "message-3", position: 3, role: "support", author }) },
      };
    });
    fireEvent.change(composer, { target: { value: "  Hello from Ana " } });
    fireEvent.keyDown(composer, { key: "Enter" });
    expect(await screen.findByRole("article", { name: /^Ana/ })).toBeTruthy();
    expect(screen.queryByText("Sending…")).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Hand back" }));
    const dialog = await screen.findByRole("dialog", { name: "Hand back to the agent" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Hand back" }));
    expect(await screen.findByRole("button", { name: "Take over" })).toBeTruthy();
  });

  it("is taken over by a reply, which needs no button and shows no typing before", async () => {
    await open("inbox/conversations/thread-1");
    const composer = await screen.findByLabelText("Reply to Visitor one");
    server.on("POST threads/thread-1/messages", ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // as the contract has it
      return { body: { data: makeMessage({ ...data, id: "message-3", position: 3, role: "support" }) } };
    });
    fireEvent.change(composer, { target: { value: "Hello from Ana" } });
    expect(server.sent("POST threads/thread-1/typing")).toEqual([]);
    fireEvent.keyDown(composer, { key: "Enter" });
    expect(await screen.findByText("Hello from Ana")).toBeTruthy();
    const assignee = { id: "u1", name: "Ana" };
    server.tell({ type: "thread", thread: makeThread({ handledBy: "human", assignee }) });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Take over" })).toBeNull());
    expect(server.sent("PATCH threads/thread-1")).toEqual([]);
    expect(screen.getByLabelText("Reply to Visitor one")).toBe(composer);
  });

  it("keeps a reply that was not sent, and sends it again as the same one", async () => {
    serve(makeThread({ handledBy: "human" }), [makeMessage()]);
    server.on("POST threads/thread-1/messages", "cut");
    await open("inbox/conversations/thread-1");
    const composer = await screen.findByLabelText("Reply to Visitor one");
    fireEvent.change(composer, { target: { value: "One moment" } });
    fireEvent.keyDown(composer, { key: "Enter" });
    const again = await screen.findByRole("button", { name: "Try again" });
    server.on("POST threads/thread-1/messages", ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // as the contract has it
      return { body: { data: makeMessage({ ...data, id: "message-3", position: 3, role: "support" }) } };
    });
    fireEvent.click(again);
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    const ids = () => server.sent("POST threads/thread-1/messages").map((body) => JSON.stringify(body));
    // It is tried again by itself, too.
    await waitFor(() => expect(ids().length).toBeGreaterThan(1));
    expect(new Set(ids()).size).toBe(1);
  });

  it("says that a colleague was quicker", async () => {
    server.on("PATCH threads/thread-1", {
      ...{ status: 409, code: "conflict", message: "A colleague has taken this conversation over." },
    });
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("button", { name: "Take over" }));
    expect(await screen.findByText("A colleague has taken this conversation over.")).toBeTruthy();
  });

  it("shows the details of an answer", async () => {
    server.on("GET threads/thread-1/messages/message-2/receipt", { body: { data: behind } });
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("link", { name: "Why this answer" }));
    const dialog = await screen.findByRole("dialog");
    const shown = [
      "And that one?",
      "Return of the tent?",
      "Cited",
      "Score 0.99",
      "1.5 s",
      "640 ms",
      "212 ms",
      "1.6 s",
      "Credits for the call’s minutes",
      "Version 3",
    ];
    const found = ["words 2. (7.13) · meaning 1. (0.80)", /^Words and meaning, by OpenAI/];
    const steps = ["Searched the knowledge again", '{"query":"tent"}', "2 new of 8 passages", "Refused"];
    // The answer is another one by now, so that the sentence is shown by itself.
    const marked = ["It takes 90 days.", "No source has this number: 90"];
    for (const words of [...shown, ...found, ...steps, ...marked])
      expect(await within(dialog).findByText(words)).toBeTruthy();
    expect(within(dialog).getAllByText("They bought a tent.")).toBeTruthy();
    expect(location.search).toContain("why=message-2");
  });

  it("marks in the answer what nothing supports, and says so in words", async () => {
    const content = "It is **free**. It takes 90 days.";
    serve(makeThread(), [makeMessage(), { ...answer, content }]);
    const sentence = { from: 16, to: 33, text: "It takes 90 days.", why: "number", missing: ["90"] } as const;
    const model = { model: "gpt-4o", provider: "openai", tokensIn: 1816, tokensOut: null };
    const body = { data: { ...behind, ...model, unsupported: [sentence] } };
    server.on("GET threads/thread-1/messages/message-2/receipt", { body });
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("link", { name: "Why this answer" }));
    const dialog = await screen.findByRole("dialog");
    expect((await within(dialog).findByText("free")).tagName).toBe("STRONG");
    expect(dialog.querySelector("mark")?.textContent).toBe("It takes 90 days.");
    for (const words of ["not in the sources: 90", "GPT-4o (OpenAI)", "1,816 in, ? out"])
      expect(within(dialog).getByText(words)).toBeTruthy();
  });

  it("names the workflow that wrote an answer, and leads to its run", async () => {
    const workflow = { id: "w1", runId: "r1", name: "Refund" };
    serve(makeThread(), [makeMessage(), { ...answer, about: { workflow } }]);
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("link", { name: "Why this answer" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText(/The workflow “Refund” wrote this/)).toBeTruthy();
    expect(within(dialog).getByRole("link", { name: "Open the run" }).getAttribute("href")).toMatch(
      /\/workflows\/w1\?view=runs&run=r1$/,
    );
  });

  it("names the workflow that the agent used for an answer, and leads to its run", async () => {
    serve(makeThread(), [makeMessage(), answer]);
    const body = { data: { ...behind, runs: [{ id: "w1", runId: "r1", name: "Order status" }] } };
    server.on("GET threads/thread-1/messages/message-2/receipt", { body });
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("link", { name: "Why this answer" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText(/The agent used the workflow “Order status”/)).toBeTruthy();
    expect(within(dialog).getByRole("link", { name: "Open the run" }).getAttribute("href")).toMatch(
      /\/workflows\/w1\?view=runs&run=r1$/,
    );
  });

  it("says why neither the agent's model nor its fallback wrote an answer", async () => {
    serve(makeThread(), [makeMessage(), answer]);
    const next = { model: "claude-4-opus", reason: "The model is busy at the moment." };
    const fallback = { model: "gpt-4o", reason: "The model took too long.", next };
    const body = { data: { ...behind, fallback } };
    server.on("GET threads/thread-1/messages/message-2/receipt", { body });
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("link", { name: "Why this answer" }));
    const dialog = await screen.findByRole("dialog");
    expect((await within(dialog).findByText(/GPT-4o should have answered/)).textContent).toContain(
      "The model took too long. Claude 4 Opus failed too: The model is busy at the moment.",
    );
  });

  it("says what was taken out of an answer, and leads nowhere with it", async () => {
    const removed = {
      count: 4,
      first: [
        { kind: "link", address: "https://evil.example/a" },
        { kind: "picture", address: "https://evil.example/b.png" },
        { kind: "address", address: "a@evil.example" },
      ],
    };
    const withheld = "The capital of France is Paris.";
    const body = { data: { ...behind, removed, withheld, page: "https://shop.example/checkout" } };
    server.on("GET threads/thread-1/messages/message-2/receipt", { body });
    await open("inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("link", { name: "Why this answer" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("heading", { name: "4 addresses were removed from the answer" });
    for (const { address } of removed.first) expect(dialog.getByText(address).closest("a")).toBeNull();
    for (const words of [/^Link: /, /^Picture: /, "Address in the text", "And 1 other address"])
      expect(dialog.getByText(words)).toBeTruthy();
    expect(dialog.getByText("Held back: no source supports it").nextElementSibling?.textContent).toBe(
      withheld,
    );
    expect(dialog.getByText("Asked on").nextElementSibling?.textContent).toBe(
      "https://shop.example/checkout",
    );
  });

  it("shows a visitor's files: pictures as pictures, others with name and size, none of them by a foreign address", async () => {
    const file = { sizeBytes: 2048, url: "/api/public/v1/attachments/f1?expires=1" };
    const attachments = [
      { ...file, id: "f1", name: "lamp.png", contentType: "image/png" },
      { ...file, id: "f2", name: "bill.pdf", contentType: "application/pdf" },
      { ...file, id: "f3", name: "trap.svg", contentType: "application/octet-stream" },
    ];
    serve(makeThread(), [makeMessage({ content: "", attachments })]);
    await open("inbox/conversations/thread-1");
    const files = within(await screen.findByRole("list", { name: "Files" }));
    const pictures = files.getAllByRole("img");
    expect(pictures.map((picture) => picture.getAttribute("alt"))).toEqual(["lamp.png"]);
    expect(files.getByRole("link", { name: /bill.pdf.*2 KB/ }).getAttribute("href")).toBe(file.url);
    // An address that has ended leaves the name.
    fireEvent.error(pictures[0] as HTMLElement); // one was just found
    expect(files.getByText("lamp.png")).toBeTruthy();
  });

  it("shows the visitor's rating of an answer, and a message's text before it was edited", async () => {
    const feedback = { value: -1, reason: "incomplete", text: "And abroad?" } as const;
    const earlier = [{ content: "How do I?", at }];
    serve(makeThread(), [makeMessage({ editedAt: at, earlier }), { ...answer, feedback }]);
    await open("inbox/conversations/thread-1");
    expect(await screen.findByText(/Rated as not good: something is missing/)).toBeTruthy();
    expect(screen.getByText("And abroad?")).toBeTruthy();
    expect(screen.getByText("Edited")).toBeTruthy();
    expect(screen.getByText("How do I?")).toBeTruthy();
  });

  it("says that the visitor is writing until their message is there", async () => {
    await open("inbox/conversations/thread-1");
    await screen.findByText("30 days");
    const writing = () => screen.queryByRole("article", { name: "Visitor one is writing" });
    const tell = (by: "visitor" | "team") =>
      act(() => server.tell({ type: "typing", threadId: "thread-1", by, name: null }));
    tell("team");
    tell("visitor");
    await waitFor(() => expect(writing()).toBeTruthy());
    expect(await screen.findByText("Writing…")).toBeTruthy();
    act(() => server.tell({ type: "message", message: makeMessage({ id: "message-3", position: 3 }) }));
    await waitFor(() => expect(writing()).toBeNull());
  });

  it("shows a person's reply as the visitor sees it, and that it was read", async () => {
    const author = { id: "u1", name: "Ana" };
    const reply = makeMessage({ id: "message-3", position: 3, role: "support", author, content: "**Yes.**" });
    serve(makeThread({ handledBy: "human", assignee: author }), [makeMessage(), reply]);
    await open("inbox/conversations/thread-1");
    expect((await screen.findByText("Yes.")).tagName).toBe("STRONG");
    expect(screen.queryByText("Read")).toBeNull();
    const thread = makeThread({ handledBy: "human", assignee: author, visitorReadTo: 4 });
    act(() => server.tell({ type: "thread", thread }));
    expect(await screen.findByText("Read")).toBeTruthy();
  });

  it("shows how long the visitor has waited, here and in the list, until a member takes over", async () => {
    const waiting = { handledBy: "human", personRequestedAt: Date.now() - 5 * 60_000 } as const;
    serve(makeThread(waiting), [makeMessage({ role: "system", kind: "event", content: "personRequested" })]);
    await open("inbox/conversations/thread-1");
    const notice = (await screen.findByText("Waiting for a person")).closest("[role=status]");
    expect(notice?.textContent).toBe("Waiting for a person · asked 5 minutes ago");
    expect(await screen.findByText(/Waiting for a person · 5m ago/)).toBeTruthy();
    expect(screen.getByText(/The visitor asked for a person · AI paused/)).toBeTruthy();
    const assignee = { id: "u1", name: "Ana" };
    const taken = makeThread({ handledBy: "human", assignee });
    server.on("PATCH threads/thread-1", { body: { data: taken } });
    fireEvent.click(screen.getByRole("button", { name: "Take over" }));
    expect(await screen.findByLabelText("Reply to Visitor one")).toBeTruthy();
    expect(screen.queryByText(/Waiting for a person · 5/)).toBeNull();
  });

  it("shows the visitor that a person is typing, without a request per keystroke", async () => {
    serve(makeThread({ handledBy: "human", assignee: { id: "u1", name: "Ana" } }), [makeMessage()]);
    await open("inbox/conversations/thread-1");
    const composer = await screen.findByLabelText("Reply to Visitor one");
    for (const value of ["O", "On", "One", ""]) fireEvent.change(composer, { target: { value } });
    server.on("POST threads/thread-1/messages", { body: { data: makeMessage({ id: "message-9" }) } });
    fireEvent.change(composer, { target: { value: "One" } });
    fireEvent.keyDown(composer, { key: "Enter" });
    await waitFor(() => expect(server.sent("POST threads/thread-1/messages")).toHaveLength(1));
    expect(server.sent("POST threads/thread-1/typing")).toHaveLength(1);
  });

  it("shows who the visitor is, as far as it is known, and what their page says", async () => {
    const contact = makeContact({ id: "c1", name: "Mia Berg", email: "mia@example.com" });
    const known = { ...contact, attributes: { plan: "pro", seats: 3, isTrial: false } };
    serve(makeThread({ contact: { ...known, verified: true }, context: { cart: ["lamp"] } }), []);
    await open("inbox/conversations/thread-1");
    await screen.findByRole("complementary", { name: "Details" });
    const details = () => within(screen.getByRole("complementary", { name: "Details" }));
    for (const words of ["Verified by your site", "mia@example.com", "pro", "3", "no", '["lamp"]'])
      await waitFor(() => details().getByText(words));
    act(() => server.tell({ type: "thread", thread: makeThread({ contact: known }) }));
    await waitFor(() => details().getByText("Not verified: from the visitor"));
  });

  it("shows on which page the visitor began, and on which they are by now", async () => {
    const page = { url: "https://shop.example/", title: "Shop" };
    serve(makeThread({ page }), []);
    await open("inbox/conversations/thread-1");
    await screen.findByRole("complementary", { name: "Details" });
    const details = () => within(screen.getByRole("complementary", { name: "Details" }));
    const read = (name: string) => details().getByText(name).nextElementSibling?.textContent;
    await waitFor(() => expect(read("Page")).toBe("Shop"));
    const latestPage = { url: "https://shop.example/checkout", title: "" };
    act(() => server.tell({ type: "thread", thread: makeThread({ page, latestPage }) }));
    await waitFor(() => expect(read("Wrote last on")).toBe("https://shop.example/checkout"));
    expect(read("Began on")).toBe("Shop");
    expect(details().queryByText("Page")).toBeNull();
    const link = details().getByRole("link", { name: "https://shop.example/checkout" });
    expect(link.getAttribute("href")).toBe(latestPage.url);
  });

  it("shows how the visitor found the whole of it, as soon as they say so", async () => {
    serve(makeThread({ status: "resolved" }), [makeMessage()]);
    await open("inbox/conversations/thread-1");
    await screen.findByRole("complementary", { name: "Details" });
    expect(screen.queryByText("Rating")).toBeNull();
    const rating = { score: 4, remark: "Quick <b>and</b> kind", at };
    act(() => server.tell({ type: "thread", thread: makeThread({ status: "resolved", rating }) }));
    await waitFor(() => screen.getByText("4 of 5"));
    expect(screen.getByText("Quick <b>and</b> kind")).toBeTruthy();
  });

  it("says how it came out and why, as soon as that is known", async () => {
    serve(makeThread(), [makeMessage()]);
    await open("inbox/conversations/thread-1");
    await screen.findByRole("complementary", { name: "Details" });
    expect(screen.queryByText("Outcome")).toBeNull();
    const resolution = { is: "assumed" as const, reason: "idle" as const, at };
    act(() => server.tell({ type: "thread", thread: makeThread({ resolution }) }));
    await screen.findByText("Assumed resolved: a day without messages or complaints");
  });

  it("says that the visitor is in a call, until that ends", async () => {
    const mark = (position: number, content: string) =>
      makeMessage({ id: `m${position}`, position, role: "system", kind: "event", content });
    serve(makeThread(), [
      makeMessage({ position: 0 }),
      mark(1, "callBegan"),
      makeMessage({ id: "m2", position: 2 }),
    ]);
    await open("inbox/conversations/thread-1");
    await screen.findByText("In a call");
    act(() => server.tell({ type: "message", message: mark(3, "callEnded") }));
    await waitFor(() => expect(screen.queryByText("In a call")).toBeNull());
  });

  it("says that the visitor is there, here and in the list, until nothing was heard of them for a minute", async () => {
    await open("inbox/conversations/thread-1");
    await screen.findByText("Offline");
    // What comes later is drawn by timers that are real still.
    await screen.findByRole("button", { name: "Take over" });
    await screen.findByRole("region", { name: "Notes about the visitor" });
    await row("Visitor one");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    act(() => server.tell({ type: "presence", contactIds: ["c1", "c2"] }));
    await vi.waitFor(() => expect(screen.getAllByText("Here now")).toHaveLength(2));
    await vi.waitFor(() => expect(screen.getByText(", here now")).toBeTruthy());
    // A stream that says nothing for half a minute would be given up.
    const pass = async (contactIds: string[]) => {
      await act(() => vi.advanceTimersByTimeAsync(25_000));
      act(() => server.tell({ type: "presence", contactIds }));
      await vi.waitFor(() => expect(contactIds.every((id) => presence.here[id])).toBe(true));
    };
    await pass(["c1", "first"]);
    await pass(["second"]);
    await pass(["third"]);
    expect(screen.getAllByText("Here now")).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.queryByText("Here now")).toBeNull();
  });

  it("leads back to the list where it could not be read", async () => {
    server.on("GET threads/thread-1", { status: 500, code: "internal", message: "Something went wrong" });
    await open("inbox/conversations/thread-1?queue=mine");
    const back = await screen.findByText("Back to the list");
    expect(back.getAttribute("href")).toMatch(/inbox\/conversations\?queue=mine$/);
  });

  it("lets a conversation go that is deleted while it is open", async () => {
    await open("inbox/conversations/thread-1");
    await row("Visitor one");
    await screen.findByRole("heading", { name: "Visitor one" });
    server.on("GET threads/thread-1", { status: 404, code: "not_found" });
    act(() => server.tell({ type: "threadGone", threadId: "thread-1" }));
    expect(await screen.findByText("This conversation no longer exists")).toBeTruthy();
    expect(screen.queryByText("Visitor one")).toBe(null);
    expect(screen.queryByText("How do I return it?")).toBe(null);
  });

  it("says that a conversation that the address names is gone", async () => {
    server.on("GET threads/thread-1", { status: 404, code: "not_found" });
    await open("inbox/conversations/thread-1");
    expect(await screen.findByText("This conversation no longer exists")).toBeTruthy();
  });
});
