import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import type { Role } from "../../../../shared/domain/access.ts";
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
import { writeDraft } from "../../../state/conversations/messages/drafts.ts";
import { inboxFilters } from "../../../state/conversations/inbox/inboxFilters.ts";
import { closeNotices, notices, openNotices } from "../../../state/notifications/notices.ts";
import { listGroups } from "../../../state/shell/shortcuts.ts";

const contact = makeContact({ id: "c1", name: "Mia" });
const thread: Thread = makeThread({ id: "thread-1", agentId, contact });
const asked = makeMessage({ id: "message-1", threadId: "thread-1", role: "user", content: "Hello" });
const me = { id: session.user._id, name: "Ada" };

function makeNote(part: Partial<Message> = {}): Message {
  return makeMessage({
    ...{ id: "note-1", threadId: "thread-1", position: 1, role: "support", audience: "team" },
    ...{ author: me, content: "They are **upset**." },
    ...part,
  });
}

const filters = makeThreadFilters({
  queues: { ai: 1, all: 1 },
  people: [
    { ...me, isOnline: true },
    { id: "user-2", name: "Bo Berg", isOnline: true },
    { id: "user-3", name: "Cem Aydın", isOnline: false },
  ],
  teams: [{ id: "team-1", name: "Support" }],
});

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", { body: { items: [thread], page: { page: 1, limit: 50, total: 1 } } });
  server.on("GET threads/thread-1", { body: { data: thread } });
  server.on("GET threads/filters", { body: { data: filters } });
  server.on("POST threads/thread-1/typing", { body: null });
  serve([asked]);
});
afterEach(() => {
  closeInbox();
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function serve(messages: Message[]) {
  server.on("GET threads/thread-1/messages", { body: { items: messages, hasMore: false } });
}

async function open(roles?: Role[]) {
  await openInbox(server, "inbox/conversations/thread-1", roles);
  await screen.findByRole("radio", { name: "Note" });
  // Its keys come a moment after it.
  await waitFor(() => expect(listGroups().map(({ title }) => title)).toContain("Write"));
}

const press = (key: string) => act(() => void fireEvent.keyDown(document.body, { key }));
const field = () => screen.findByLabelText("Private note about Mia");

describe("a private note", () => {
  it("is begun by the key n, while the agent answers too, and looks like no reply", async () => {
    await open();
    press("n");
    const textarea = await field();
    await waitFor(() => expect(document.activeElement).toBe(textarea));
    const form = textarea.closest("form");
    expect(form?.textContent).toContain("Private note Only your team sees it.");
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    expect(screen.getByRole("button", { name: "Add note" })).toBeTruthy();
    press("r");
    const reply = await screen.findByLabelText("Reply to Mia");
    await waitFor(() => expect(document.activeElement).toBe(reply));
    expect(screen.queryByLabelText("Private note about Mia")).toBeNull();
  });

  it("goes only to the team's call, and the visitor sees no typing", async () => {
    const held = { ...thread, handledBy: "human" as const, assignee: me };
    server.on("GET threads/thread-1", { body: { data: held } });
    server.on("POST threads/thread-1/notes", ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // the contract's
      return { body: { data: makeNote(data) } };
    });
    await open();
    press("n");
    fireEvent.change(await field(), { target: { value: "Look at the **last** order." } });
    fireEvent.keyDown(await field(), { key: "Enter" });
    const note = await screen.findByRole("article", { name: /^Private note by Ada/ });
    expect(note.textContent).toContain("Private note");
    expect(within(note).getByText("last").tagName).toBe("STRONG");
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>("Private note about Mia").value).toBe(""),
    );
    expect(server.sent("POST threads/thread-1/messages")).toEqual([]);
    expect(server.sent("POST threads/thread-1/typing")).toEqual([]);
  });

  it("stays in its field where it was not kept, and is sent again as the same one", async () => {
    server.on("POST threads/thread-1/notes", "cut");
    await open();
    press("n");
    fireEvent.change(await field(), { target: { value: "Mind the dog" } });
    fireEvent.click(screen.getByRole("button", { name: "Add note" }));
    await screen.findByText("The note was not saved.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Private note about Mia").value).toBe("Mind the dog");
    server.on("POST threads/thread-1/notes", ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // the contract's
      return { body: { data: makeNote(data) } };
    });
    fireEvent.click(screen.getByRole("button", { name: "Add note" }));
    await screen.findByRole("article", { name: /^Private note/ });
    const sent = server.sent("POST threads/thread-1/notes").map((body) => JSON.stringify(body));
    expect(new Set(sent).size).toBe(1);
  });

  it("is still a note after a reload while writing it", async () => {
    writeDraft("note:thread-1", "Half of");
    await open();
    const textarea = await screen.findByLabelText<HTMLTextAreaElement>("Private note about Mia");
    expect(textarea.value).toBe("Half of");
  });

  it("is changed by its author", async () => {
    serve([asked, makeNote()]);
    server.on("PATCH threads/thread-1/notes/note-1", ({ body }) => {
      const { data } = body as { data: { content: string } }; // the contract's
      return { body: { data: makeNote({ ...data, editedAt: 5 }) } };
    });
    await open();
    const note = () => screen.findByRole("article", { name: /^Private note by Ada/ });
    fireEvent.click(await within(await note()).findByRole("menuitem", { name: "Edit", hidden: true }));
    const textarea = await screen.findByLabelText<HTMLTextAreaElement>("Change the note");
    expect(textarea.value).toBe("They are **upset**.");
    fireEvent.change(textarea, { target: { value: "They are calm." } });
    fireEvent.click(screen.getByRole("button", { name: "Save note" }));
    await waitFor(() => expect(screen.queryByLabelText("Change the note")).toBeNull());
    expect((await note()).textContent).toContain("They are calm.");
    expect((await note()).textContent).toContain("Edited");
  });

  it.each([
    ["Cancel", () => fireEvent.click(screen.getByRole("button", { name: "Cancel" }))],
    ["Escape", () => fireEvent.keyDown(screen.getByLabelText("Change the note"), { key: "Escape" })],
    ["Save note", () => fireEvent.click(screen.getByRole("button", { name: "Save note" }))],
  ])("gives the focus back to its menu after %s", async (_, leave) => {
    serve([asked, makeNote()]);
    server.on("PATCH threads/thread-1/notes/note-1", { body: { data: makeNote({ editedAt: 5 }) } });
    await open();
    fireEvent.click(await screen.findByRole("menuitem", { name: "Edit", hidden: true }));
    const textarea = await screen.findByLabelText("Change the note");
    await waitFor(() => expect(document.activeElement).toBe(textarea));
    leave();
    await waitFor(() => expect(screen.queryByLabelText("Change the note")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Actions for this note" }));
  });

  it("leaves the focus where its author went while it was saved", async () => {
    serve([asked, makeNote()]);
    server.on("PATCH threads/thread-1/notes/note-1", { body: { data: makeNote({ editedAt: 5 }) } });
    await open();
    fireEvent.click(await screen.findByRole("menuitem", { name: "Edit", hidden: true }));
    fireEvent.change(await screen.findByLabelText("Change the note"), { target: { value: "New" } });
    fireEvent.click(screen.getByRole("button", { name: "Save note" }));
    const elsewhere = screen.getByRole("radio", { name: "Note" });
    act(() => elsewhere.focus());
    await waitFor(() => expect(screen.queryByLabelText("Change the note")).toBeNull());
    expect(document.activeElement).toBe(elsewhere);
  });

  it("is deleted by its author after a question, and an event stays", async () => {
    serve([asked, makeNote()]);
    const gone = makeNote({ role: "system", kind: "event", content: "noteRemoved" });
    server.on("DELETE threads/thread-1/notes/note-1", { body: { data: gone } });
    await open();
    const note = await screen.findByRole("article", { name: /^Private note by Ada/ });
    fireEvent.click(await within(note).findByRole("menuitem", { name: "Delete", hidden: true }));
    const dialog = await screen.findByRole("dialog", { name: "Delete this note?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete note" }));
    expect(await screen.findByText(/Ada deleted a private note/)).toBeTruthy();
    expect(screen.queryByText("upset")).toBeNull();
  });

  it("of a colleague can only be read", async () => {
    serve([asked, makeNote({ author: { id: "user-2", name: "Bo" } })]);
    await open(["collaborator"]);
    const note = await screen.findByRole("article", { name: /^Private note by Bo/ });
    expect(within(note).queryByRole("menuitem", { hidden: true })).toBeNull();
  });

  it("of a colleague is deleted by a manager, and not changed", async () => {
    serve([asked, makeNote({ author: { id: "user-2", name: "Bo" } })]);
    const gone = makeNote({ role: "system", kind: "event", content: "noteRemoved" });
    server.on("DELETE threads/thread-1/notes/note-1", { body: { data: gone } });
    await open(["admin"]);
    const note = await screen.findByRole("article", { name: /^Private note by Bo/ });
    const items = await within(note).findAllByRole("menuitem", { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual(["Delete"]);
    items.forEach((item) => fireEvent.click(item));
    const dialog = await screen.findByRole("dialog", { name: "Delete this note?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete note" }));
    expect(await screen.findByText(/Ada deleted a private note/)).toBeTruthy();
  });

  it("names somebody by @, found by any part of the name, with the keys", async () => {
    server.on("POST threads/thread-1/notes", ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // the contract's
      const mentions = [{ kind: "person" as const, id: "user-2", name: "Bo Berg" }];
      return { body: { data: makeNote({ ...data, about: { mentions } }) } };
    });
    await open();
    press("n");
    await waitFor(() => expect(inboxFilters.status).toBe("ready"));
    const type = async (text: string) => {
      const area = (await field()) as HTMLTextAreaElement; // a labeled textarea
      area.focus();
      fireEvent.change(area, { target: { value: text } });
      area.setSelectionRange(text.length, text.length);
      fireEvent(document, new Event("selectionchange"));
    };
    await type("@");
    const options = () =>
      [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent);
    await waitFor(() => expect(options()).toEqual(["Bo Bergonline", "Cem Aydın", "SupportTeam"]));
    const area = await field();
    expect(area.getAttribute("aria-controls")).toBe(screen.getByRole("listbox", { name: "Whom to name" }).id);
    await type("Please, @ber");
    await waitFor(() => expect(options()).toEqual(["Bo Bergonline"]));
    fireEvent.keyDown(await field(), { key: "Tab" });
    const value = async () => ((await field()) as HTMLTextAreaElement).value; // as above
    await waitFor(async () => expect(await value()).toBe("Please, @Bo Berg "));
    expect(options()).toEqual([]);
    await type("Please, @Bo Berg look");
    fireEvent.keyDown(await field(), { key: "Enter" });
    const note = await screen.findByRole("article", { name: /^Private note by Ada/ });
    expect(note.textContent).toContain("Names Bo Berg");
    expect(server.sent("POST threads/thread-1/notes")).toMatchObject([
      { data: { content: "Please, @Bo Berg look", mentions: { userIds: ["user-2"], teamIds: [] } } },
    ]);
  });

  it("that mentions the user is in the bell, counted, and read once it is viewed", async () => {
    openNotices(me.id);
    const other = makeThread({ id: "thread-2", agentId, title: "Refund", contact });
    await open();
    const author = { id: "user-2", name: "Bo Berg" };
    const mentions = [{ kind: "person" as const, ...me }];
    const note = makeNote({ id: "note-2", threadId: "thread-2", author, about: { mentions } });
    act(() => server.tell({ type: "message", message: note, namedIds: [me.id] }));
    act(() => server.tell({ type: "thread", thread: { ...other, mentionedIds: [me.id] } }));
    await waitFor(() =>
      expect(notices.items[0]).toMatchObject({
        text: "Bo Berg named you in a note: Refund",
        path: expect.stringMatching(/inbox\/conversations\/thread-2$/),
      }),
    );
    // While that is unread, one that names others is not about the user; one that names their team is.
    const cem = { id: "user-3", name: "Cem" };
    const toTeam = { mentions: [{ kind: "team" as const, id: "team-1", name: "Support" }] };
    for (const [id, namedIds] of Object.entries({ "note-3": [author.id], "note-4": [author.id, me.id] })) {
      const later = makeNote({ id, threadId: "thread-2", author: cem, about: toTeam });
      act(() => server.tell({ type: "message", message: later, namedIds }));
      act(() => server.tell({ type: "thread", thread: { ...other, mentionedIds: [me.id] } }));
    }
    // In the conversation that is open it is seen as it comes.
    server.on("PATCH threads/thread-1", { body: { data: thread } });
    const here = makeNote({ author, about: { mentions } });
    act(() => server.tell({ type: "message", message: here, namedIds: [me.id] }));
    act(() => server.tell({ type: "thread", thread: { ...thread, mentionedIds: [me.id] } }));
    await waitFor(() =>
      expect(server.sent("PATCH threads/thread-1")).toContainEqual({ data: { read: true } }),
    );
    expect(notices.items.map(({ text }) => text)).toEqual(
      [cem, author].map(({ name }) => `${name} named you in a note: Refund`),
    );
    closeNotices();
  });
});
