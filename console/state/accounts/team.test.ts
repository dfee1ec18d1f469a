import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { reset } from "../platform/resource.ts";
import {
  invitations,
  invite,
  loadGroups,
  loadInvites,
  loadOpenGroups,
  loadTeam,
  openGroups,
  pendingInvites,
  team,
  userGroups,
} from "./team.ts";

const at = "/api/organisation/organization";
const logged = vi.spyOn(console, "error");

beforeEach(() => {
  logged.mockReset();
  [team, pendingInvites, userGroups, openGroups].forEach((one) => reset<unknown>(one));
});
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ["members", team, `GET ${at}/account/members`, () => loadTeam({ search: "", page: 1 })],
  [
    "invitations into a group",
    pendingInvites,
    `GET ${at}/pending-invites/g1`,
    () => loadInvites({ orgId: "o1", groupId: "g1", search: "", page: 1 }),
  ],
  [
    "invitations",
    pendingInvites,
    "GET /api/organisation/v1.0/org/o1/invitedusers",
    () => loadInvites({ orgId: "o1", groupId: "", search: "", page: 1 }),
  ],
  ["groups", userGroups, `GET ${at}/account/usergroups`, loadGroups],
  ["open groups", openGroups, `GET ${at}/account/usergroups`, loadOpenGroups],
] as const)(
  "a failed call for the %s is logged, fails their list, and is rejected",
  async (_, resource, call, read) => {
    startFakeApi({ [call]: failWith("internal", { message: "Broken." }) });
    await expect(read()).rejects.toMatchObject({ message: "Broken." });
    expect(resource).toMatchObject({ status: "failed", data: null });
    expect(logged).toHaveBeenCalledWith("Broken.");
  },
);

it("a failed invitation is logged, is a failed creation, and is rejected", async () => {
  startFakeApi({ [`POST ${at}/invite`]: failWith("internal", { message: "Broken." }) });
  await expect(invite({ emails: ["bo@example.com"], groupId: "g1" })).rejects.toMatchObject({
    message: "Broken.",
  });
  expect(invitations.hasCreateFailed).toBe(true);
  expect(logged).toHaveBeenCalledWith("Broken.");
});
