import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { authentication } from "../../../state/accounts/authentication.ts";

const me = { id: session.user._id, name: "Ada" };
const mara = { id: "user-2", name: "Mara Lind" };
const contact = makeContact({ id: "c1", name: "Mia" });
const thread: Thread = makeThread({
  ...{ id: "thread-1", agentId, contact },
  ...{ handledBy: "human" as const, assignee: me },
});
const asked = makeMessage({ id: "message-1", threadId: "thread-1", role: "user", content: "Hello" });

const filters = makeThreadFilters({
  queues: { mine: 1, all: 1 },
});

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", { body: { items: [thread], page: { page: 1, limit: 50, total: 1 } } });
  server.on("GET threads/thread-1", { body: { data: thread } });
  server.on("GET threads/filters", { body: { data: filters } });
  server.on("GET canned-replies", { body: { data: [] } });
  server.on("GET threads/thread-1/messages", { body: { items: [asked], hasMore: false } });
  server.on("POST threads/thread-1/typing", { body: null });
  server.on("POST threads/thread-1/looking", { body: null });
  server.on("GET threads/thread-1/scheduled-replies", { body: { data: [] } });
  server.on("POST threads/thread-1/messages", ({ body }) => {
    const { data } = body as { data: { clientId: string; content: string } }; // the contract's
    const { clientId, content } = data;
    return { body: { data: makeReply({ id: "mine", position: 2, author: me, clientId, content }) } };
  });
});
afterEach(() => {
  closeInbox();
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function makeReply(part: Partial<Message>): Message {
  return makeMessage({ threadId: "thread-1", role: "support", ...part });
}

async function open() {
  await openInbox(server, "inbox/conversations/thread-1");
  await screen.findByRole("status", { name: "Colleagues here" });
  await field();
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const press = async (key: string) => fireEvent.keyDown(await field(), { key });
const tell = (doing: string, person = mara, threadId = "thread-1") =>
  act(() => server.tell({ type: "looking", threadId, person, doing }));
const replied = (author: typeof me) =>
  act(() => {
    const message = makeReply({ id: "theirs", position: 1, author, content: "I have it." });
    server.tell({ type: "message", message });
  });
const here = () => screen.getByRole("status", { name: "Colleagues here" }).textContent;
const told = () =>
  server
    .sent("POST threads/thread-1/looking")
    .map((body) => (body as { data: { doing: string } }).data.doing); // the contract's

describe("colleagues in one conversation", () => {
  it("see who else has it open and who writes, until they leave", async () => {
    await open();
    await waitFor(() => expect(told()).toContain("came"));
    tell("looking");
    await waitFor(() => expect(here()).toBe("Mara Lind has this open too"));
    tell("looking", me);
    tell("looking", { id: "user-3", name: "Bo" }, "thread-2");
    tell("writing");
    await waitFor(() => expect(here()).toBe("Mara Lind is writing a reply"));
    tell("looking", { id: "user-3", name: "Bo" });
    await waitFor(() => expect(here()).toBe("Mara Lind is writing a replyBo has this open too"));
    tell("gone", { id: "user-3", name: "Bo" });
    replied(mara);
    await waitFor(() => expect(here()).toBe("Mara Lind has this open too"));
    tell("gone");
    await waitFor(() => expect(here()).toBe(""));
  });

  it("answer new arrivals, and announce leaving", async () => {
    await open();
    await waitFor(() => expect(told()).toContain("came"));
    const before = told().length;
    tell("came", me);
    tell("came");
    await waitFor(() => expect(told().slice(before)).toEqual(["looking"]));
    fireEvent.click(screen.getByLabelText("Back to the list"));
    await waitFor(() => expect(told().at(-1)).toBe("gone"));
  });

  it("are asked once before they send if another member replied meanwhile", async () => {
    await open();
    await type("Shall I?");
    replied(mara);
    await screen.findByText("I have it.");
    await press("Enter");
    expect((await screen.findByRole("alert")).textContent).toContain("Mara Lind replied while you wrote.");
    expect(server.sent("POST threads/thread-1/messages")).toEqual([]);
    expect((await field()).value).toBe("Shall I?");
    fireEvent.click(screen.getByRole("button", { name: "Send anyway" }));
    await waitFor(() =>
      expect(server.sent("POST threads/thread-1/messages")).toMatchObject([
        { data: { content: "Shall I?", seenTo: 2 } },
      ]),
    );
  });

  it("are not asked again once they changed it, nor for what was there before, nor for words of their own", async () => {
    await open();
    replied(mara);
    await screen.findByText("I have it.");
    await type("Shall I?");
    replied(me);
    await press("Enter");
    await waitFor(() => expect(server.sent("POST threads/thread-1/messages")).toHaveLength(1));
    await type("More");
    act(() => {
      const message = makeReply({ id: "later", position: 3, author: mara, content: "Wait." });
      server.tell({ type: "message", message });
    });
    await screen.findByText("Wait.");
    await press("Enter");
    await screen.findByRole("alert");
    await type("More, better");
    expect(screen.queryByRole("alert")).toBeNull();
    await press("Enter");
    await waitFor(() => expect(server.sent("POST threads/thread-1/messages")).toHaveLength(2));
  });

  it("are told by the server of a reply that had not come yet, and send theirs anyway", async () => {
    const message = "Mara Lind replied while you wrote.";
    server.on("POST threads/thread-1/messages", { status: 409, code: "conflict", message });
    await open();
    await type("Shall I?");
    await press("Enter");
    const button = await screen.findByRole("button", { name: "Send anyway" });
    expect(screen.getByRole("alert").textContent).toContain(message);
    fireEvent.click(button);
    await waitFor(() => {
      const sent = server.sent("POST threads/thread-1/messages");
      expect(sent).toHaveLength(2);
      expect(sent[1]).not.toHaveProperty("data.seenTo");
    });
  });
});

describe("a reply that ends a conversation", () => {
  const resolves = () => server.sent("PATCH threads/thread-1");
  const sendAndResolve = async () =>
    fireEvent.keyDown(await field(), { key: "Enter", shiftKey: true, ctrlKey: true });

  it("is sent and resolves it, by a key or the button, once what is asked before was answered", async () => {
    server.on("PATCH threads/thread-1", { body: { data: { ...thread, status: "resolved" } } });
    await open();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Send and resolve" });
    expect(button.disabled).toBe(true);
    await sendAndResolve();
    await type("Done, {{visitor.plan}}");
    await sendAndResolve();
    fireEvent.click(await screen.findByRole("button", { name: "Send as it is" }));
    await waitFor(() =>
      expect(resolves()).toEqual([{ data: { status: "resolved", undoId: expect.any(String) } }]),
    );
    expect(server.sent("POST threads/thread-1/messages")).toHaveLength(1);
  });

  it("that is too long waits whole, and resolves nothing", async () => {
    await open();
    await type("w".repeat(8001));
    await screen.findByText(/^This is too long: at most 8000 characters are taken\. 8001 \/ 8000$/);
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
    expect(["Send message", "Send and resolve", "Send later"].map(isOff)).toEqual([true, true, true]);
    await sendAndResolve();
    expect(server.sent("POST threads/thread-1/messages")).toEqual([]);
    expect(resolves()).toEqual([]);
  });

  it("that is not stored resolves nothing", async () => {
    server.on("POST threads/thread-1/messages", { status: 500, code: "internal" });
    await open();
    await type("Done");
    fireEvent.click(screen.getByRole("button", { name: "Send and resolve" }));
    await screen.findByText(/Not sent: It went wrong/);
    expect(resolves()).toEqual([]);
  });
});
