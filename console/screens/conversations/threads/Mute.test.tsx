import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
  serveInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../tests/kit/samples.ts";
import { closeQuiet, readQuiet } from "../../../state/notifications/quiet.ts";

const thread = makeThread({ id: "thread-1", agentId, contact: makeContact({ name: "Ada" }) });
let server: ConsoleServer;
let mutedIds: string[];

beforeEach(() => {
  server = startConsoleServer();
  mutedIds = [];
  serveInbox(server, { thread: () => thread });
  server.on("GET threads/quiet", () => ({ body: { data: { quietHours: null, mutedIds } } }));
  server.on("PUT threads/thread-1/mute", { body: null });
  server.on("DELETE threads/thread-1/mute", { body: null });
});
afterEach(() => {
  closeInbox();
  closeQuiet();
  vi.unstubAllGlobals();
});

const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByRole("menuitem", { name, hidden: true }));
};
const list = () => screen.getByRole("region", { name: "Conversations" });
const head = () => screen.getByRole("region", { name: "Conversation with Ada" });

describe("a conversation's More menu", () => {
  it("mutes a conversation, says so in the list and above it, and can be undone", async () => {
    await openInbox(server, "inbox/conversations/thread-1");
    await choose("Mute");
    await within(list()).findByText("Muted");
    await within(head()).findByText("Muted");
    expect(within(list()).getByTitle(/only if you are mentioned or assigned/)).toBeTruthy();
    expect(server.sent("PUT threads/thread-1/mute")).toHaveLength(1);
    await choose("Unmute");
    await waitFor(() => expect(screen.queryByText("Muted")).toBeNull());
    expect(server.sent("DELETE threads/thread-1/mute")).toHaveLength(1);
  });

  it("recounts unread ones: muted ones don't count", async () => {
    const count = (unread: number) =>
      server.on("GET threads/filters", { body: { data: makeThreadFilters({ unread }) } });
    count(2);
    await openInbox(server, "inbox/conversations/thread-1");
    await screen.findByRole("heading", { name: /^Conversations 2 unread/ });
    count(1);
    await choose("Mute");
    await screen.findByRole("heading", { name: /^Conversations 1 unread/ });
  });

  it("says what went wrong, and what is muted elsewhere stays so", async () => {
    mutedIds = ["thread-1"];
    await readQuiet({ orgId, agentId });
    server.on("DELETE threads/thread-1/mute", { status: 503, code: "unavailable", message: "Not now." });
    await openInbox(server, "inbox/conversations/thread-1");
    await choose("Unmute");
    await screen.findByText("Not now.");
    await within(list()).findByText("Muted");
  });
});

it("what is muted says so in the table, too", async () => {
  mutedIds = ["thread-1"];
  await readQuiet({ orgId, agentId });
  await openInbox(server, "inbox/conversations?layout=table");
  const row = await screen.findByRole("row", { name: /Ada/ });
  await within(row).findByRole("img", { name: "Muted" });
});
