import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Role } from "../../../../shared/domain/access.ts";
import { startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeThread } from "../../../../tests/kit/samples.ts";
import { organization } from "../../../state/accounts/organization.ts";

afterEach(() => {
  organization.member = null;
  closeInbox();
  vi.unstubAllGlobals();
});

it.each<[string, Role[], boolean, boolean]>([
  ["a collaborator to the people", ["collaborator"], false, true],
  ["no support agent there, whom the role guard would send back", ["support"], false, false],
  ["nobody who is both", ["support", "collaborator"], false, false],
  ["a super admin among the support agents", ["support"], true, true],
])("the inbox leads %s", async (_, roles, isSuperAdmin, leads) => {
  organization.member = { roles, role: null, agentStatus: "offline", meta: { isSuperAdmin } };
  const server = startConsoleServer();
  serveInbox(server, { thread: () => makeThread() });
  await openInbox(server, "inbox/conversations", roles);
  await screen.findByRole("menuitem", { name: "Open as an app", hidden: true });
  expect(screen.queryByRole("menuitem", { name: "Open contacts", hidden: true }) !== null).toBe(leads);
});
