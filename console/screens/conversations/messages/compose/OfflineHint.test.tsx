import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Role } from "../../../../../shared/domain/access.ts";
import { connection } from "../../../../state/platform/connection.ts";
import { organization } from "../../../../state/accounts/organization.ts";
import { OfflineHint } from "./OfflineHint.tsx";

const hint = () => screen.getByRole("status", { name: "Your own state" }).textContent;

function be(role: Role, agentStatus: "online" | "offline"): void {
  organization.roles = [role];
  organization.member = { roles: [role], role, agentStatus, meta: { isSuperAdmin: false } };
}

beforeEach(() => {
  connection.isReachable = true;
});
afterEach(() => {
  Object.assign(organization, { roles: [], member: null });
  connection.isReachable = true;
});

it("tells only offline support agents that they can still reply", async () => {
  be("support", "offline");
  render(<OfflineHint />);
  expect(hint()).toBe("You are offline: new chats go to others. You can still reply here.");
  await act(async () => be("support", "online"));
  expect(hint()).toBe("");
  await act(async () => be("owner", "offline"));
  expect(hint()).toBe("");
});

it("says that what is sent while the line is cut is kept, until it is back", async () => {
  be("owner", "online");
  render(<OfflineHint />);
  await act(async () => void (connection.isReachable = false));
  expect(hint()).toBe(
    "The server can’t be reached. Your messages are kept and sent when the connection is back.",
  );
  await act(async () => void (connection.isReachable = true));
  expect(hint()).toBe("");
});
