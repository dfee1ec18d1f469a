import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ThreadView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
  serveInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../../tests/kit/samples.ts";

const { failToFetch } = vi.hoisted(() => ({
  failToFetch: () => {
    throw new Error("Failed to fetch dynamically imported module");
  },
}));
vi.mock("../overlayParts.ts", failToFetch);

const view: ThreadView = {
  ...{ id: "view-1", name: "Open ones", isShared: false, maker: { id: "user-1", name: "Ana" } },
  ...{ mayChange: true, filter: { status: "open" }, sort: "newest", count: null, table: null },
};
let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  const thread = makeThread({ id: "thread-1", agentId, contact: makeContact({ name: "Mia" }) });
  serveInbox(server, { thread: () => thread, filters: makeThreadFilters({ views: [view] }) });
});
afterEach(() => {
  closeInbox();
  vi.unstubAllGlobals();
});

const press = (name: string) => async () => fireEvent.click(await screen.findByRole("button", { name }));
const choose = (action: string) => async () => {
  await press("View “Open ones”")();
  fireEvent.click(screen.getByRole("menuitem", { name: action, hidden: true }));
};

it.each([
  ["saving a view", "?status=pending", press("Save view")],
  ["renaming one", "?status=open&view=view-1", choose("Rename or share")],
  ["deleting one", "?status=open&view=view-1", choose("Delete")],
])("where the dialog for %s can't be fetched that is said, and the inbox stays", async (_, query, ask) => {
  await openInbox(server, `inbox/conversations${query}`);
  await screen.findByRole("link", { name: /Mia/ });
  await ask();
  const list = screen.getByRole("region", { name: "Conversations" });
  await within(list).findByRole("alert");
  expect(within(list).getByRole("link", { name: /Mia/ })).toBeTruthy();
});
