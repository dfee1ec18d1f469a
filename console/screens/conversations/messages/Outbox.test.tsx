import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { currentToasts } from "../../../../shared/ui/toasts.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer, Served, ServedRequest } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { authentication, endSession } from "../../../state/accounts/authentication.ts";
import { addSent, clearFiles, filesOf } from "../../../state/conversations/files/composedFiles.ts";
import { connection } from "../../../state/platform/connection.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { closeNotices, notices, openNotices } from "../../../state/notifications/notices.ts";
import { watchOutbox } from "../../../state/conversations/messages/outboxWatch.ts";

const call = "POST threads/thread-1/messages";
const base = `/accounts/${orgId}/cp/${agentId}/inbox/conversations`;
const threads = ["Mia", "Bo"].map((name, index): Thread => {
  const contact = makeContact({ id: `c${index + 1}`, name });
  return makeThread({ id: `thread-${index + 1}`, agentId, contact, handledBy: "human" });
});

let server: ConsoleServer;
/** What the server has, in its order. */
let stored: Message[];
let stop: () => void;

beforeEach(() => {
  stored = [];
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  openNotices(session.user._id);
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", { body: { items: threads, page: { page: 1, limit: 50, total: 2 } } });
  server.on("GET threads/filters", { body: { data: makeThreadFilters() } });
  server.on("GET canned-replies", { body: { data: [] } });
  for (const { id } of threads) {
    server.on(`GET threads/${id}`, { body: { data: threads.find((one) => one.id === id) } });
    server.on(`GET threads/${id}/messages`, () => ({
      body: { items: stored.filter(({ threadId }) => threadId === id), hasMore: false },
    }));
    server.on(`POST threads/${id}/typing`, { body: null });
  }
  stop = () => {};
});
afterEach(() => {
  stop();
  // While the server is still there: leaving sends a message.
  cleanup();
  closeInbox();
  clearFiles(filesOf({ orgId, agentId }, "reply:thread-1"));
  closeNotices();
  Object.assign(authentication, { user: null });
  connection.isReachable = true;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

/** As the server does: once, however often it is sent. */
function take({ path, body }: ServedRequest): Served {
  const { clientId, content } = (body as { data: Message }).data; // the contract's
  const threadId = path.split("/")[1] ?? "";
  const known = stored.find((one) => one.clientId === clientId);
  if (known) return { body: { data: known } };
  const position = stored.length + 1;
  const message = makeMessage({
    ...{ id: `m${position}`, threadId, position, role: "support", clientId, content },
  });
  stored.push(message);
  return { body: { data: message } };
}

async function open(threadId = "thread-1") {
  await openInbox(server, `inbox/conversations/${threadId}`);
  await field();
  stop = watchOutbox();
}

const field = (name = "Mia") => screen.findByLabelText<HTMLTextAreaElement>(`Reply to ${name}`);
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
async function send(...texts: string[]) {
  for (const text of texts) {
    await type(text);
    fireEvent.keyDown(await field(), { key: "Enter" });
  }
}
const button = (name: string) => screen.findByRole("button", { name });
const contents = () => stored.map(({ content }) => content);
/** Some other call found the server again. */
const comeBack = () => act(() => void (connection.isReachable = true));
const press = async (name: string) => fireEvent.click(await button(name));

describe("a reply that is not acknowledged", () => {
  it("waits with its reason, and goes out by itself, once and in order, when the server answers again", async () => {
    server.on(call, "cut");
    await open();
    await send("One", "Two");
    await waitFor(() => expect(screen.getAllByText(/It will be sent/)).toHaveLength(2));
    expect(connection.isReachable).toBe(false);
    server.on(call, take);
    comeBack();
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    expect(contents()).toEqual(["One", "Two"]);
    expect(screen.getAllByText("One")).toHaveLength(1);
  });

  it("whose answer was lost is stored once", async () => {
    server.on(call, (request) => {
      take(request);
      return "cut";
    });
    await open();
    await send("One");
    await screen.findByText(/It will be sent/);
    server.on(call, take);
    comeBack();
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    expect(contents()).toEqual(["One"]);
    expect(server.sent(call).length).toBeGreaterThan(1);
  });

  it("is there again when its conversation is reopened, and is sent while another one is open", async () => {
    server.on(call, "cut");
    await open();
    await send("One", "Two");
    await screen.findAllByText(/It will be sent/);
    act(() => navigate(`${base}/thread-2`));
    await field("Bo");
    expect(screen.queryByText(/Not sent/)).toBeNull();
    act(() => navigate(`${base}/thread-1`));
    expect(await screen.findAllByText(/It will be sent/)).toHaveLength(2);
    act(() => navigate(`${base}/thread-2`));
    await field("Bo");
    server.on(call, take);
    comeBack();
    await waitFor(() => expect(contents()).toEqual(["One", "Two"]));
  });

  it("shows in another tab, which doesn't send what was given up", async () => {
    server.on(call, "cut");
    await open();
    await send("One");
    await screen.findByText(/It will be sent/);
    const key = `replies:${session.user._id}`;
    localStorage.removeItem(key);
    act(() => void dispatchEvent(new StorageEvent("storage", { key })));
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    const before = server.sent(call).length;
    comeBack();
    expect(server.sent(call)).toHaveLength(before);
  });

  it("waits at most half an hour without asking", async () => {
    server.on(call, "cut");
    await open();
    await send("One");
    await screen.findByText(/It will be sent/);
    const later = Date.now() + 31 * 60_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    server.on(call, take);
    comeBack();
    await screen.findByText(/Not sent: It waited for over half an hour/);
    expect(contents()).toEqual([]);
    await press("Try again");
    await waitFor(() => expect(contents()).toEqual(["One"]));
  });
});

describe("a reply that the server refuses", () => {
  const refusal = { status: 403, code: "forbidden", message: "You can’t write here." };

  it("notifies its writer elsewhere, and the bell leads to it; the next one is sent", async () => {
    server.on(call, "cut");
    await open();
    await send("One", "Two");
    await screen.findAllByText(/It will be sent/);
    act(() => navigate(`${base}/thread-2`));
    await field("Bo");
    let times = 0;
    server.on(call, (request) => (times++ === 0 ? refusal : take(request)));
    comeBack();
    await waitFor(() => expect(contents()).toEqual(["Two"]));
    const text = "Your reply to Mia was not sent: You can’t write here.";
    expect(currentToasts()).toMatchObject([{ text, tone: "danger" }]);
    expect(notices.items).toMatchObject([{ text, path: `${base}/thread-1` }]);
    act(() => navigate(`${base}/thread-1`));
    await screen.findByText(/Not sent: You can’t write here/);
    expect(screen.queryByText(/It will be sent/)).toBeNull();
  });

  it("is tried again by itself a few times where the server is faulty, and is then for its writer to decide", async () => {
    server.on(call, { status: 500, code: "internal" });
    await open();
    await send("One");
    await screen.findByText(/It will be sent/);
    // Each look is a reason to try again, where no try is on its way.
    await waitFor(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      expect(screen.queryByText(/It will be sent/)).toBeNull();
    });
    await screen.findByText(/Not sent: It went wrong/);
    expect(server.sent(call)).toHaveLength(5);
  });

  it("comes back into the field with its files, before what is written there", async () => {
    const file = { id: "file-1", name: "map.png", contentType: "image/png" as const, sizeBytes: 3 };
    server.on(call, refusal);
    await open();
    const draft = { ...file, delivery: "ready" as const, progress: 1, error: null, attachmentId: file.id };
    act(() => filesOf({ orgId, agentId }, "reply:thread-1").shown.drafts.push(draft));
    await send("One");
    await type("Two");
    fireEvent.click(screen.getByRole("radio", { name: "Note" }));
    await press("Edit");
    const textarea = await field();
    expect(textarea.value).toBe("One\n\nTwo");
    expect(document.activeElement).toBe(textarea);
    await button("Remove map.png");
    expect(screen.queryByText(/Not sent/)).toBeNull();
    server.on(call, take);
    fireEvent.keyDown(textarea, { key: "Enter" });
    await waitFor(() => expect(contents()).toEqual(["One\n\nTwo"]));
    expect(server.sent(call).at(-1)).toMatchObject({ data: { attachments: ["file-1"] } });
  });

  it("is given up, and leaves the focus with the messages", async () => {
    server.on(call, refusal);
    await open();
    await send("One");
    await press("Delete");
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("log"));
  });
});

describe("what is written and not sent", () => {
  const isHeld = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

  it("holds the page where the browser keeps nothing, as long as it waits", async () => {
    server.on(call, "cut");
    await open();
    await send("One");
    await screen.findByText(/It will be sent/);
    expect(isHeld()).toBe(false);
    const { localStorage: full } = globalThis;
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => full.getItem(name),
      removeItem: (name: string) => full.removeItem(name),
      setItem() {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    await send("Two");
    await waitFor(() => expect(screen.getAllByText(/It will be sent/)).toHaveLength(2));
    expect(isHeld()).toBe(true);
    server.on(call, take);
    comeBack();
    await waitFor(() => expect(contents()).toEqual(["One", "Two"]));
    await waitFor(() => expect(isHeld()).toBe(false));
  });

  it("is there again when the tab was closed in the middle of it", async () => {
    await open();
    await type("Half of");
    stop();
    cleanup();
    sessionStorage.clear();
    await open();
    expect((await field()).value).toBe("Half of");
  });

  it("is gone once its writer signs out", async () => {
    server.on(call, "cut");
    await open();
    await send("One");
    await type("Half of");
    await screen.findByText(/It will be sent/);
    const file = { id: "file-1", name: "map.png", contentType: "image/png" as const, sizeBytes: 3 };
    act(() => addSent(filesOf({ orgId, agentId }, "reply:thread-1"), [file]));
    await waitFor(() => expect(Object.keys(sessionStorage)).toContain("files:reply:thread-1"));
    expect(Object.keys(sessionStorage)).toContain("begun:thread-1");
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(JSON.stringify({ ...localStorage })).toMatch(/One.*Half of|Half of.*One/);
    await endSession();
    expect(Object.keys(sessionStorage).filter((name) => /^(files|begun):/.test(name))).toEqual([]);
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/One|Half of/);
  });
});
