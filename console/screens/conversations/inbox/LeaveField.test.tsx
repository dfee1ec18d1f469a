import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeThread } from "../../../../tests/kit/samples.ts";
import { authentication } from "../../../state/accounts/authentication.ts";

let server: ConsoleServer;

beforeEach(async () => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  const contact = makeContact({ name: "Mia" });
  const assignee = { id: session.user._id, name: "Ada" };
  const thread = makeThread({ id: "thread-1", agentId, contact, handledBy: "human", assignee });
  serveInbox(server, { thread: () => thread });
  await openInbox(server, "inbox/conversations/thread-1");
  await screen.findByLabelText("Reply to Mia");
});
afterEach(() => {
  cleanup();
  closeInbox();
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
});

const focused = () => document.activeElement as HTMLElement;
const press = (key: string) => act(() => void fireEvent.keyDown(focused(), { key }));
const isFocused = (label: string) =>
  waitFor(() => expect(focused()).toBe(screen.getByLabelText(new RegExp(`^${label}`))));

it("Escape leaves the field for the messages, from where single keys lead on", async () => {
  // Single keys are heard once their part has come.
  await waitFor(() => {
    press("r");
    expect(focused()).toBe(screen.getByLabelText(/^Reply to Mia/));
  });
  press("n");
  await isFocused("Reply to Mia");
  press("Escape");
  await isFocused("Messages");
  press("n");
  await isFocused("Private note about Mia");
  press("Escape");
  await isFocused("Messages");
});

it("a choice of what is written takes no letter for itself", async () => {
  screen.getByRole("radio", { name: "Note" }).focus();
  press("r");
  await isFocused("Reply to Mia");
});
