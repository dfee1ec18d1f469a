import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import type { ScheduledReply } from "../../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { makeAgent } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { session } from "../../../../../tests/kit/console/openConsole.tsx";
import { currentToasts } from "../../../../../shared/ui/toasts.ts";
import { authentication } from "../../../../state/accounts/authentication.ts";
import { reset } from "../../../../state/platform/resource.ts";
import { scheduledReplies } from "../../../../state/conversations/messages/scheduledReplies.ts";

const me = { id: session.user._id, name: "Ada" };
const mara = { id: "user-2", name: "Mara Lind" };
const sendAt = new Date(2040, 4, 2, 9).getTime();

function makeReply(part: Partial<ScheduledReply> = {}): ScheduledReply {
  return {
    ...{ id: "later-1", threadId: "thread-1", author: me, content: "Did it work?", attachments: [], sendAt },
    ...{ held: null, createdAt: 1 },
    ...part,
  };
}
const shownNotSent = () => currentToasts().flatMap(({ text }) => (text.includes("not sent") ? [text] : []));
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
  serve([]);
});
afterEach(() => {
  closeInbox();
  reset(scheduledReplies);
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const path = "threads/thread-1/scheduled-replies";

function serve(replies: ScheduledReply[]) {
  server.on(`GET ${path}`, { body: { data: replies } });
}

async function open() {
  await openInbox(server, "inbox/conversations/thread-1");
  await field();
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");
const list = () => screen.findByRole("list", { name: "Scheduled replies" });
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("a scheduled reply", () => {
  it("is written as any other and given a time, and is shown in the conversation until then", async () => {
    server.on(`POST ${path}`, ({ body }) => {
      const { data } = body as { data: { content: string; sendAt: number } }; // the contract's
      return { body: { data: makeReply(data) } };
    });
    await open();
    await field();
    const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send later" });
    expect(button().disabled).toBe(true);
    fireEvent.change(await field(), { target: { value: "Did it work, {{visitor.name}}?" } });
    fireEvent.click(button());
    const dialog = await screen.findByRole("dialog", { name: "Send later" });
    fireEvent.change(within(dialog).getByLabelText("At another time"), {
      target: { value: "2001-01-01T09:00" },
    });
    expect(within(dialog).getByText("Choose a time in the future.")).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText("At another time"), {
      target: { value: "2040-05-02T09:00" },
    });
    click("Send then");
    expect((await list()).textContent).toContain("Goes out May 2, 2040, 9:00 AM · by you");
    expect(server.sent(`POST ${path}`)).toMatchObject([{ data: { content: "Did it work, Mia?", sendAt } }]);
    await waitFor(async () => expect((await field()).value).toBe(""));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.sent("POST threads/thread-1/messages")).toEqual([]);
  });

  it("stays in its field where it could not be kept, and is tried again as the same one", async () => {
    server.on(`POST ${path}`, { status: 409, code: "conflict", message: "This visitor is blocked." });
    await open();
    fireEvent.change(await field(), { target: { value: "Did it work?" } });
    click("Send later");
    const choice = () => screen.findByRole("button", { name: /^Tomorrow morning/ });
    fireEvent.click(await choice());
    await screen.findByText("This visitor is blocked.");
    fireEvent.click(await choice());
    await waitFor(() => expect(server.sent(`POST ${path}`)).toHaveLength(2));
    const ids = server
      .sent(`POST ${path}`)
      .map((body) => (body as { data: { clientId: string } }).data.clientId); // the contract's
    expect(new Set(ids).size).toBe(1);
    expect((await field()).value).toBe("Did it work?");
  });

  it("says why it was held, and is sent, put off or canceled", async () => {
    serve([
      makeReply({ held: { because: "visitorWrote", at: 5 } }),
      makeReply({ id: "later-2", author: mara, content: "Mine", sendAt: sendAt + 1 }),
    ]);
    server.on(`POST ${path}/later-1/send`, {
      body: {
        data: makeMessage({ id: "said", threadId: "thread-1", position: 4, role: "support", content: "Out" }),
      },
    });
    server.on(`DELETE ${path}/later-2`, { body: null });
    await open();
    const [held, other] = within(await list()).getAllByRole("listitem");
    expect(held?.textContent).toContain("Not sent: Mia wrote first · by you");
    expect(other?.textContent).toContain("by Mara Lind");
    fireEvent.click(within(held ?? document.body).getByRole("button", { name: "Send now" }));
    await screen.findByText("Out");
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Send now" })).toHaveLength(1));
    click("Cancel sending");
    await waitFor(() => expect(screen.queryByRole("list", { name: "Scheduled replies" })).toBeNull());
  });

  it("its author may change the text, everybody its time", async () => {
    serve([makeReply(), makeReply({ id: "later-2", author: mara, sendAt: sendAt + 1 })]);
    server.on(`PATCH ${path}/later-1`, { body: { data: makeReply({ content: "And now?" }) } });
    await open();
    await list();
    fireEvent.click(screen.getAllByRole("button", { name: "Edit" })[1] ?? document.body);
    await screen.findByRole("dialog", { name: "Change the scheduled reply" });
    expect(screen.queryByRole("textbox", { name: "Reply" })).toBeNull();
    click("Cancel");
    fireEvent.click(screen.getAllByRole("button", { name: "Edit" })[0] ?? document.body);
    fireEvent.change(await screen.findByRole("textbox", { name: "Reply" }), {
      target: { value: "And now?" },
    });
    click("Save");
    await waitFor(async () => expect((await list()).textContent).toContain("And now?"));
    expect(server.sent(`PATCH ${path}/later-1`)).toEqual([
      { data: { content: "And now?", attachments: [] } },
    ]);
  });

  it("loses a file that was chosen in error, and is never left with nothing", async () => {
    const file = (id: string, name: string) => ({ id, name, contentType: "application/pdf", sizeBytes: 9 });
    const [wrong, right] = [file("f1", "wrong.pdf"), file("f2", "right.pdf")];
    const attachments = [wrong, right].map((one) => ({ ...one, url: `/files/${one.id}` }));
    serve([makeReply({ content: "", attachments })]);
    server.on(`PATCH ${path}/later-1`, {
      body: { data: makeReply({ content: "", attachments: attachments.slice(1) }) },
    });
    await open();
    await list();
    click("Edit");
    const remove = async (name: string) =>
      fireEvent.click(await screen.findByRole("button", { name: `Remove ${name}` }));
    const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
    await remove("wrong.pdf");
    await waitFor(() => expect(save().disabled).toBe(false));
    await remove("right.pdf");
    await waitFor(() => expect(save().disabled).toBe(true));
    click("Cancel");
    click("Edit");
    await remove("wrong.pdf");
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(screen.queryByRole("link", { name: /wrong/ })).toBeNull());
    expect(server.sent(`PATCH ${path}/later-1`)).toEqual([{ data: { content: "", attachments: ["f2"] } }]);
  });

  it("follows what the others of the team do with it", async () => {
    serve([makeReply()]);
    await open();
    await list();
    const told = { type: "scheduled", threadId: "thread-1" };
    const held = makeReply({ held: { because: "resolved", at: 5 } });
    act(() => server.tell({ ...told, replyId: "later-1", reply: held }));
    await screen.findByText(/the conversation was resolved/);
    act(() => server.tell({ ...told, threadId: "thread-2", replyId: "later-1", reply: null }));
    act(() => server.tell({ ...told, replyId: "later-2", reply: makeReply({ id: "later-2" }) }));
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Send now" })).toHaveLength(2));
    for (const replyId of ["later-1", "later-2"]) act(() => server.tell({ ...told, replyId, reply: null }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Scheduled replies" })).toBeNull());
  });

  it("tells its author, and nobody else, that it was not sent, wherever in the inbox they are", async () => {
    await open();
    const told = { type: "scheduled", threadId: "thread-2" };
    const held = { because: "visitorWrote" as const, at: 5 };
    const theirs = makeReply({ id: "later-8", author: mara, held });
    act(() => server.tell({ ...told, replyId: "later-8", reply: theirs }));
    const mine = makeReply({ id: "later-9", threadId: "thread-2", held });
    for (const _ of [1, 2]) act(() => server.tell({ ...told, replyId: "later-9", reply: mine }));
    const text = "A scheduled reply of yours was not sent: the visitor wrote first.";
    await waitFor(() => expect(shownNotSent()).toEqual([text]));
  });

  it("says when it can't be read, and tries again", async () => {
    server.on(`GET ${path}`, { status: 500, code: "internal" });
    await open();
    await screen.findByRole("button", { name: "Retry" });
    serve([makeReply()]);
    click("Retry");
    await list();
  });
});
