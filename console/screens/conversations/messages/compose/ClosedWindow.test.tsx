import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { ThreadChannel } from "../../../../../shared/contract/channels/channels.ts";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  openInbox,
  serveInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../../tests/kit/samples.ts";

afterEach(closeInbox);

it("says that the reply window has closed, and holds a reply until its visitor writes again", async () => {
  const contact = makeContact({ id: "c1", name: "Mia" });
  const theirs: Thread = {
    ...makeThread({ id: "thread-1", agentId, contact, surface: "whatsapp" }),
    handledBy: "human",
  };
  let channel: ThreadChannel = {
    ...{ type: "whatsapp", address: "Mia", isOptedOut: false, deliveries: [] },
    writableUntil: Date.now() - 1000,
  };
  const server = startConsoleServer();
  serveInbox(server, { thread: () => theirs });
  server.on("GET threads/thread-1/channel", () => ({ body: { data: channel } }));
  await openInbox(server, "inbox/conversations/thread-1");
  const words = "The WhatsApp reply window has closed. You can reply when Mia writes again.";
  expect(await screen.findByText(words)).toBeTruthy();
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");
  fireEvent.change(field, { target: { value: "Too late" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field.value).toBe("Too late");
  for (const name of ["Send message", "Send later", "Send and resolve"])
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);

  channel = { ...channel, writableUntil: Date.now() + 60_000 };
  act(() => server.tell({ type: "thread", thread: theirs }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send message" }).disabled).toBe(false);
});

it("the bar says until when quiet hours hold a message", async () => {
  const contact = makeContact({ id: "c1", name: "Mia" });
  const theirs: Thread = {
    ...makeThread({ id: "thread-1", agentId, contact, surface: "sms" }),
    handledBy: "human",
  };
  const waitsUntil = new Date(2026, 11, 2, 8).getTime();
  const waiting = {
    id: "d1",
    messageId: "m1",
    state: "queued" as const,
    problem: null,
    waitsUntil,
    updatedAt: 0,
  };
  const channel: ThreadChannel = {
    ...{ type: "sms", address: "Mia", isOptedOut: false, deliveries: [waiting], writableUntil: null },
  };
  const server = startConsoleServer();
  serveInbox(server, { thread: () => theirs });
  server.on("GET threads/thread-1/channel", () => ({ body: { data: channel } }));
  await openInbox(server, "inbox/conversations/thread-1");
  expect(await screen.findByText(/Last message waits until 0?8:00/)).toBeTruthy();
});
