import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../tests/kit/samples.ts";

const { failToFetch } = vi.hoisted(() => ({
  failToFetch: () => {
    throw new Error("Failed to fetch dynamically imported module");
  },
}));
vi.mock("./ThreadDialogs.tsx", failToFetch);
vi.mock("../answers/WhyDialog.tsx", failToFetch);

let server: ConsoleServer;

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  server = startConsoleServer();
  const thread = makeThread({ id: "thread-1", agentId, contact: makeContact({ name: "Mia" }) });
  serveInbox(server, { thread: () => thread });
});
afterEach(() => {
  closeInbox();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ["a dialog about it", "", true],
  ["what stands behind an answer", "?why=message-1", false],
])("the conversation stays where %s can't be fetched", async (_, query, asks) => {
  await openInbox(server, `inbox/conversations/thread-1${query}`);
  await screen.findByRole("region", { name: "Properties" });
  await screen.findByRole("button", { name: "More" });
  if (asks) fireEvent.keyDown(document.body, { key: "z" });
  await screen.findByText(/Part of this page didn’t load/);
  expect(screen.getByRole("region", { name: "Conversation with Mia" })).toBeTruthy();
});
