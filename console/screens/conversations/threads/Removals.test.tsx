import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "../../../../shared/contract/conversations/conversations.ts";
import type { Role } from "../../../../shared/domain/access.ts";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { forgetChange } from "../../../state/conversations/inbox/threadChanges.ts";
import { clearSelection } from "../../../state/conversations/inbox/threadSelection.ts";

const contact = makeContact({ id: "c1", name: "Mia" });
const thread = makeThread({ id: "thread-1", agentId, contact });
const me = { id: session.user._id, name: "Ada" };
const said = (id: string, part: Partial<Message>): Message =>
  makeMessage({ id, threadId: "thread-1", ...part });
const messages = [
  said("m0", { position: 0, role: "user", content: "My card is 4711" }),
  said("m1", { position: 1, role: "assistant", content: "Thank you." }),
  said("m2", { position: 2, role: "support", content: "Wrong window", author: me }),
  said("m3", { position: 3, role: "support", content: "We look", author: { id: "user-2", name: "Bo" } }),
];
const gone = (message: Message, of: "visitor" | "team"): Message => ({
  ...message,
  ...{ role: "system", kind: "event", content: "messageRemoved", author: me, about: { of } },
  updatedAt: message.updatedAt + 1,
});

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  serveInbox(server, { thread: () => thread, messages });
});
afterEach(() => {
  closeInbox();
  clearSelection();
  forgetChange({ orgId: "org-1", agentId });
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
});

const open = (roles: Role[], at = "inbox/conversations/thread-1") => openInbox(server, at, roles);
const item = (words: string) => screen.findByText(words).then((found) => found.closest("article"));
const buttons = () => screen.queryAllByRole("button", { name: /^Actions for this (message|reply|answer)/ });

async function confirm(title: string, label: string) {
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  fireEvent.click(dialog.getByRole("button", { name: label }));
}

describe("deleting what was said", () => {
  it("is for one's own replies where one may not erase, asks, and says who did it", async () => {
    const [, , own] = messages;
    server.on("DELETE threads/thread-1/messages/m2", { body: { data: own && gone(own, "team") } });
    await open(["support"]);
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete reply", hidden: true }));
    expect(buttons()).toHaveLength(1);
    await confirm("Delete this reply?", "Delete reply");
    expect(await screen.findByText(/^Ada deleted a reply/)).toBeTruthy();
    expect(screen.queryByText("Wrong window")).toBeNull();
  });

  it("is for every message where one may erase, and is seen where a colleague does it", async () => {
    const [card] = messages;
    if (!card) throw new Error("It stands above.");
    await open(["admin"]);
    await waitFor(() => expect(buttons()).toHaveLength(4));
    const shown = within((await item("My card is 4711")) as HTMLElement); // it is drawn
    fireEvent.click(shown.getByRole("menuitem", { name: "Delete message", hidden: true }));
    await confirm("Delete this message?", "Cancel");
    expect(await item("My card is 4711")).toBeTruthy();
    act(() => server.tell({ type: "message", message: gone(card, "visitor") }));
    expect(await screen.findByText(/^Ada deleted a message of the visitor’s/)).toBeTruthy();
    expect(screen.queryByText("My card is 4711")).toBeNull();
  });

  it("of a whole conversation isn't offered to members who may not erase", async () => {
    await open(["support"]);
    await screen.findByRole("menuitem", { name: "Print or save", hidden: true });
    expect(screen.queryByRole("menuitem", { name: "Delete", hidden: true })).toBeNull();
  });

  it("takes many conversations once their number is typed, and says how many went", async () => {
    const run = {
      ...{ id: "change-1", state: "queued", total: 1, changed: 0, unchanged: 0, failures: [], error: null },
      ...{ createdAt: 1, endedAt: null, isUndo: false, isRemoval: true, canUndo: false },
    };
    server.on("POST threadchanges/removal", { body: { data: run } });
    const done = { ...run, state: "done", changed: 1, endedAt: 2 };
    server.on("GET threadchanges/change-1", { body: { data: done } });
    await open(["owner"], "inbox/conversations");
    fireEvent.click(await screen.findByRole("checkbox", { name: "Select Mia" }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete 1 conversation?" }));
    const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete 1 conversation" });
    expect(button.disabled).toBe(true);
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: "1" } });
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
    expect(await screen.findByText("1 deleted.", { exact: false })).toBeTruthy();
    expect(server.sent("POST threadchanges/removal")).toEqual([
      { data: { of: { threadIds: ["thread-1"] } } },
    ]);
  });

  it("takes a whole conversation from its menu, and leads back to the list", async () => {
    server.on("DELETE threads/thread-1", { body: null });
    await open(["owner"]);
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete", hidden: true }));
    await confirm("Delete this conversation with Mia?", "Delete conversation");
    await waitFor(() => expect(location.pathname).toMatch(/inbox\/conversations$/));
    expect(screen.queryByRole("heading", { name: "Mia" })).toBeNull();
    expect(server.sent("DELETE threads/thread-1")).toHaveLength(1);
  });
});
