import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Message } from "../../../../shared/contract/conversations/conversations.ts";
import type { FoundThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import { foundPeople } from "../../../state/conversations/contacts/contactSearch.ts";
import { reset } from "../../../state/platform/resource.ts";
import { foundThreads } from "../../../state/conversations/inbox/threadSearch.ts";

const at = 1_790_000_000_000;
const thread = makeThread({ id: "t1", agentId, contact: makeContact({ id: "c1", name: "Mia Berg" }) });

/** A conversation of a hundred messages. */
const all = Array.from({ length: 100 }, (_, position) =>
  makeMessage({ id: `m${position}`, threadId: "t1", position, content: `Line ${position}`, createdAt: at }),
);

const found = (part: Partial<FoundThread["match"]> = {}): FoundThread => ({
  thread,
  match: {
    ...{ messageId: "m12", position: 12, role: "user", author: null, text: "…Is the lamp in? It is.", at },
    ...{ marks: [{ from: 8, to: 12 }], ...part },
  },
});

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 25, total: items.length } } };
}

function pageOf(items: Message[]) {
  const hasMore = items[0]?.id !== "m0";
  return { body: { items, hasMore, hasNewer: items.at(-1)?.id !== "m99" } };
}

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", listOf([thread]));
  server.on("GET threads/filters", { status: 503, code: "unavailable" });
  server.on("GET threads/search", listOf([found()]));
  server.on("GET contacts", listOf([]));
  server.on("GET threads/t1", { body: { data: thread } });
  server.on("GET threads/t1/messages", ({ query }) => {
    const { around, before, after } = query;
    if (around === "gone") return { status: 404, code: "not_found" };
    if (around) return pageOf(all.slice(0, 38));
    if (before) return pageOf(all.slice(Math.max(0, Number(before) - 50), Number(before)));
    return after ? pageOf(all.slice(Number(after) + 1, Number(after) + 51)) : pageOf(all.slice(50));
  });
});
afterEach(() => {
  closeInbox();
  reset(foundThreads);
  reset(foundPeople);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const base = "inbox/conversations";

async function open(at: string) {
  await openInbox(server, at);
  await screen.findByRole("searchbox", { name: "Search messages and visitors" });
}

const field = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search messages and visitors" });
const result = () => screen.findByRole("link", { name: /Is the lamp in/ });
const drawn = () =>
  [...document.querySelectorAll<HTMLElement>("[data-message]")].map(({ dataset }) => dataset["message"]);

describe("searching in the inbox", () => {
  it("finds what was said, within the filters, keeps the words in the address and marks them", async () => {
    await open(`${base}?queue=mine&priority=high`);
    fireEvent.change(field(), { target: { value: "lamp" } });
    expect((await result()).querySelector("mark")?.textContent).toBe("lamp");
    expect(location.search).toBe("?queue=mine&priority=high&q=lamp");
    const asked = server.requests.find(({ path }) => path === "threads/search");
    expect(asked?.query).toEqual({ search: "lamp", queue: "mine", priority: "high", page: "1", limit: "25" });
  });

  it("keeps what only looks like a part of an address as it was typed", async () => {
    await open(base);
    fireEvent.change(field(), { target: { value: "50%20off %26 more" } });
    await result();
    expect(field().value).toBe("50%20off %26 more");
    const asked = server.requests.find(({ path }) => path === "threads/search");
    expect(asked?.query).toMatchObject({ search: "50%20off %26 more" });
  });

  it("is emptied by Escape, and shows the list again", async () => {
    await open(`${base}?q=lamp`);
    await result();
    fireEvent.keyDown(field(), { key: "Escape" });
    await waitFor(() => expect(location.search).toBe(""));
    expect(screen.queryByText(/Is the lamp in/)).toBeNull();
    expect(field().value).toBe("");
  });

  it("says that nobody said so, and searches all where only a part was searched", async () => {
    server.on("GET threads/search", listOf([]));
    await open(`${base}?queue=mine&label=label-1&q=lamp`);
    await screen.findByText("No results");
    fireEvent.click(screen.getByRole("link", { name: "Search all conversations" }));
    await waitFor(() => expect(location.search).toBe("?q=lamp"));
    await screen.findByText(/All words must be in one message/);
  });

  it("says when only the newest were searched", async () => {
    server.on("GET threads/search", { body: { ...listOf([found()]).body, isCut: true } });
    await open(`${base}?queue=mine&q=lamp`);
    const told = await screen.findByText(/Only the newest messages that match were searched/);
    expect(told.textContent).toMatch(/^At least 1 conversation\./);
    server.on("GET threads/search", { body: { ...listOf([]).body, isCut: true } });
    fireEvent.change(field(), { target: { value: "lamps" } });
    await screen.findByText("Nothing found among the newest messages");
    expect(screen.queryByText("No results")).toBeNull();
    expect(screen.getByText(/None of them is in this queue/)).toBeTruthy();
  });

  it("says what failed, with another try", async () => {
    server.on("GET threads/search", { status: 500, code: "internal", message: "It went wrong." });
    await open(`${base}?q=lamp`);
    const retry = await screen.findByRole("button", { name: "Retry" });
    server.on("GET threads/search", listOf([found()]));
    fireEvent.click(retry);
    expect(await result()).toBeTruthy();
  });

  it("goes from the field to the results by Enter, along them by j and k", async () => {
    const other = found({ text: "Another lamp" });
    server.on("GET threads/search", listOf([found(), { ...other, thread: { ...thread, id: "t2" } }]));
    await open(`${base}?q=lamp`);
    await result();
    field().focus();
    fireEvent.keyDown(field(), { key: "Enter" });
    const focused = () => document.activeElement?.getAttribute("data-row");
    expect(focused()).toBe("t1");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "j" });
    expect(focused()).toBe("t2");
  });
});

describe("a search that names visitors", () => {
  const people = Array.from({ length: 5 }, (_, index) => ({
    ...{ ...thread.contact, id: `p${index}`, name: `Ana ${index}`, email: "ana@example.com" },
    ...{ conversations: index, blockedAt: null, eraseAskedAt: null, firstSeenAt: at, lastSeenAt: at },
  }));

  beforeEach(() =>
    server.on("GET contacts", ({ query }) => {
      const items = query["search"] === "ana" ? people.slice(0, Number(query["limit"])) : [];
      return { body: { items, page: { page: 1, limit: 3, total: items.length && people.length } } };
    }),
  );
  const visitors = () => screen.findByRole("region", { name: "Visitors" });

  it.each([["owner"], ["support"]] as const)("leads %s to all conversations of one of them", async (role) => {
    server.on("GET threads/search", listOf([]));
    await openInbox(server, `${base}?queue=mine&priority=high&q=ana`, [role]);
    const link = within(await visitors()).getByRole("link", { name: /Ana 1.*1 conversation/ });
    await screen.findByText("No results");
    fireEvent.click(link);
    await waitFor(() => expect(location.search).toBe("?contact=p1"));
    await waitFor(() => {
      const asked = server.requests.findLast(({ path }) => path === "threads");
      expect(asked?.query).toMatchObject({ contactId: "p1", queue: "all" });
    });
    await screen.findByText(/Only conversations of/);
    fireEvent.click(screen.getByRole("link", { name: "Show all visitors" }));
    await waitFor(() => expect(location.search).toBe(""));
  });

  it("shows a few of them above what was said, and further ones when they are wanted", async () => {
    await open(`${base}?q=ana`);
    await result();
    expect(within(await visitors()).getAllByRole("link")).toHaveLength(3);
    expect((await visitors()).textContent).toContain("5 visitors");
    const more = screen.getByRole("button", { name: "Show 2 more" });
    more.focus();
    fireEvent.click(more);
    await waitFor(() => expect(screen.getAllByRole("link", { name: /^Ana/ })).toHaveLength(5));
    expect((await visitors()).contains(document.activeElement)).toBe(true);
    fireEvent.change(field(), { target: { value: "lamp" } });
    await waitFor(() => expect(screen.queryByRole("region", { name: "Visitors" })).toBeNull());
    expect(await result()).toBeTruthy();
  });
});

describe("what a search found", () => {
  const other = { ...thread, id: "t2", contact: makeContact({ id: "c2", name: "Jo Lind" }) };
  const total = 7;

  beforeEach(() => {
    const items = [found(), { ...found({ text: "Another lamp" }), thread: other }];
    server.on("GET threads/search", { body: { items, page: { page: 1, limit: 25, total } } });
    server.on("POST threadchanges", ({ body }) => {
      begun.push(body);
      return { status: 403, code: "forbidden" };
    });
    begun.length = 0;
  });
  const begun: unknown[] = [];

  async function choosePriority() {
    fireEvent.click(screen.getByRole("button", { name: "Change…" }));
    const dialog = await screen.findByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText("Priority"), { target: { value: "high" } });
    fireEvent.click(within(dialog).getByRole("button", { name: /^Change \d/ }));
  }

  it("is chosen one by one, and all of it is changed by the words that found it", async () => {
    await open(`${base}?queue=mine&q=lamp`);
    fireEvent.click(await screen.findByRole("checkbox", { name: "Select Jo Lind" }));
    await screen.findByText("1 selected");
    await choosePriority();
    await waitFor(() => expect(begun).toHaveLength(1));
    expect(begun[0]).toEqual({ data: { of: { threadIds: ["t2"] }, change: { priority: "high" } } });
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    fireEvent.click(screen.getByRole("button", { name: `Select all ${total} that match` }));
    await screen.findByText(`${total} selected`);
    await choosePriority();
    await waitFor(() => expect(begun).toHaveLength(2));
    const of = { filter: { queue: "mine" }, search: "lamp" };
    expect(begun[1]).toEqual({ data: { of, change: { priority: "high" } } });
  });

  it("is what an export saves, which says so", async () => {
    const asked: unknown[] = [];
    server.on("POST threadexports", ({ body }) => {
      asked.push(body);
      return { status: 403, code: "forbidden" };
    });
    await open(`${base}?q=lamp`);
    await result();
    fireEvent.click(screen.getByRole("button", { name: /^Filter and sort/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Export…" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("7 conversations of this queue");
    expect(dialog.textContent).toContain("in which lamp was found");
    fireEvent.click(within(dialog).getByRole("button", { name: "Export" }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ data: { filter: { queue: "all" }, search: "lamp" } });
  });
});

describe("a message that the address names", () => {
  it("is led to from a result, also far above the newest, and marked for a moment", async () => {
    const seen: (string | undefined)[] = [];
    vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (this: HTMLElement) {
      seen.push(this.dataset["message"]);
    });
    const marks: string[] = [];
    const noteMark = () => {
      const mark = document.querySelector("[data-message=m12]")?.className ?? "";
      if (mark !== (marks.at(-1) ?? "")) marks.push(mark);
    };
    const watching = new MutationObserver(noteMark);
    watching.observe(document.body, { subtree: true, childList: true, attributes: true });
    onTestFinished(() => watching.disconnect());
    await open(`${base}?q=lamp`);
    fireEvent.click(await result());
    await waitFor(() => expect(seen).toContain("m12"));
    expect(`${location.pathname}${location.search}`).toMatch(/\/t1\?q=lamp&message=m12$/);
    expect(drawn()).toEqual(all.slice(0, 38).map(({ id }) => id));
    await waitFor(() => expect(marks).toEqual([expect.stringMatching(/./), ""]));
    expect(screen.getByRole("link", { name: /Is the lamp in/ }).getAttribute("aria-current")).toBe("true");
  });

  it("is followed by newer ones, page by page, without live ones in between", async () => {
    await open(`${base}/t1?message=m12`);
    await waitFor(() => expect(drawn()).toHaveLength(38));
    const told = { ...makeMessage({ id: "m100", threadId: "t1", position: 100 }) };
    act(() => server.tell({ type: "message", message: told }));
    fireEvent.click(await screen.findByRole("button", { name: "Show newer messages" }));
    await waitFor(() => expect(drawn()).toHaveLength(88));
    fireEvent.click(screen.getByRole("button", { name: "Show newer messages" }));
    await waitFor(() => expect(drawn()).toHaveLength(100));
    expect(drawn()).toEqual(all.map(({ id }) => id));
    expect(screen.queryByRole("button", { name: "Show newer messages" })).toBeNull();
  });

  it("is left for the newest by a button", async () => {
    await open(`${base}/t1?message=m12`);
    await waitFor(() => expect(drawn()).toHaveLength(38));
    fireEvent.click(await screen.findByRole("button", { name: "Go to the newest" }));
    await waitFor(() => expect(drawn()).toEqual(all.slice(50).map(({ id }) => id)));
    expect(location.search).toBe("");
  });

  it("is in its place where the newest page has it", async () => {
    const led = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
    await open(`${base}/t1?message=m70`);
    const ids = () => led.mock.contexts.map((one) => (one as HTMLElement).dataset["message"]); // what was scrolled to
    await waitFor(() => expect(ids()).toContain("m70"));
    expect(server.requests.filter(({ query }) => query["around"])).toEqual([]);
  });

  it("is the only one marked as read: those below stay unread until they are in sight", async () => {
    server.on("GET threads/t1", { body: { data: { ...thread, unread: 3 } } });
    server.on("PATCH threads/t1", { body: { data: thread } });
    const marks = () => server.requests.filter(({ method }) => method === "PATCH");
    vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(9000);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (this: HTMLElement) {
      this.closest("[role=log]")?.scrollTo({ top: 4000 });
    });
    await open(`${base}/t1?message=m70`);
    await waitFor(() => expect(screen.getByRole("log").scrollTop).toBe(4000));
    // What comes before the browser tells of the scrolling takes nobody to the end.
    const message = makeMessage({ threadId: "t1", id: "m200", position: 200, content: "Just now" });
    act(() => server.tell({ type: "message", message }));
    await screen.findByText("Just now");
    expect(screen.getByRole("log").scrollTop).toBe(4000);
    fireEvent.scroll(screen.getByRole("log"));
    expect(marks()).toEqual([]);
    screen.getByRole("log").scrollTop = 8400;
    fireEvent.scroll(screen.getByRole("log"));
    await waitFor(() => expect(marks()).toHaveLength(1));
    expect(marks()[0]?.body).toEqual({ data: { read: true } });
  });

  it("is led to once: who read on meanwhile is left where they are when the line comes back", async () => {
    const led = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
    await open(`${base}/t1?message=m70`);
    await waitFor(() => expect(led).toHaveBeenCalled());
    const before = led.mock.calls.length;
    await act(async () => void (conversation.status = "failed"));
    await act(async () => void (conversation.status = "ready"));
    const message = makeMessage({ threadId: "t1", id: "m200", position: 200, content: "Just now" });
    act(() => server.tell({ type: "message", message }));
    await screen.findByText("Just now");
    expect(led).toHaveBeenCalledTimes(before);
  });

  it("that is gone keeps nothing from being read", async () => {
    server.on("GET threads/t1", { body: { data: { ...thread, unread: 3 } } });
    server.on("PATCH threads/t1", { body: { data: thread } });
    await open(`${base}/t1?message=gone`);
    await waitFor(() => expect(server.requests.some(({ method }) => method === "PATCH")).toBe(true));
    expect(server.requests.some(({ query }) => query["around"] === "gone")).toBe(true);
  });

  it("is said to be gone where it is, beside the conversation", async () => {
    await open(`${base}/t1?message=gone`);
    await waitFor(() => within(screen.getByRole("log")).getByText("Line 99"));
    await waitFor(() => expect(server.requests.some(({ query }) => query["around"] === "gone")).toBe(true));
    expect(drawn()).toHaveLength(50);
  });
});
