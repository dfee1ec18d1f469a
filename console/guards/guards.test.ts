import { describe, expect, it } from "vitest";
import type { Role } from "../../shared/domain/access.ts";
import { authenticate } from "./authenticate.ts";
import { guardOrganization, guardFailedOrganization } from "./guardOrganization.ts";
import { restrict } from "./restrict.ts";

const choose = "/choose-company";
const login = "/auth/login";

describe("the authentication guard", () => {
  it.each([
    ["signed in", "/auth/login", true, choose],
    ["signed in", "/auth/register", true, choose],
    ["signed in", "/auth/forgot-password", true, choose],
    ["signed in", "/auth/set-password", true, choose],
    ["signed in", "/accept-invite", true, null],
    ["signed in", "/accounts/o1/dashboard", true, null],
    ["signed in", "/choose-app", true, null],
    ["signed out", "/auth/login", false, null],
    ["signed out", "/auth/register", false, null],
    ["signed out", "/auth/register/complete", false, null],
    ["signed out", "/auth/forgot-password", false, null],
    ["signed out", "/auth/set-password", false, null],
    ["signed out", "/try-for-free", false, null],
    ["signed out", "/try-for-free/website", false, null],
    ["signed out", "/accept-invite", false, null],
    ["signed out", "/choose-app", false, `${login}?redirectUrl=%2Fchoose-app%3Fa%3D1`],
    ["signed out", "/accounts/o1/dashboard", false, login],
    ["signed out", "/accounts/o1/account/teams", false, login],
    ["signed out", "/setup-company", false, login],
    ["signed out", "/", false, login],
    ["signed out", "/authority", false, login],
    ["signed out", "/accept-invites", false, login],
  ])("sends somebody %s from %s (%s) to %s", (_, path, isUserLoggedIn, target) => {
    expect(authenticate({ path, search: "?a=1" }, isUserLoggedIn)).toBe(target);
  });
});

describe("the organization guard", () => {
  const known = ["o1", "o2"];
  it.each<[string, string, string | null, string[] | null, string | null]>([
    ["another organization is open", "/accounts/o2/dashboard", "o1", known, choose],
    ["this organization is open", "/accounts/o1/cp/a1", "o1", known, null],
    ["none is open and this is one of theirs", "/accounts/o2/dashboard", null, known, null],
    ["none is open and this is not theirs", "/accounts/o3/dashboard", null, known, choose],
    ["none is open and they have none", "/accounts/o1/dashboard", null, [], choose],
    ["none is open and theirs are not known yet", "/accounts/o3/dashboard", null, null, null],
    ["they choose", choose, null, known, null],
    ["they choose another", choose, "o1", known, null],
    ["they set one up", "/setup-company", null, [], null],
    ["they set another up", "/setup-company", "o1", known, null],
    ["no account is named", "/", null, known, choose],
    ["no account is named", "/accounts", "o1", known, choose],
    ["no account is named", "/some/where", null, [], choose],
  ])("when %s, %s", (_, path, currentId, organizationIds, target) => {
    expect(guardOrganization({ path, currentId, organizationIds })).toBe(target);
  });

  it.each([
    ["/setup-company", null],
    [choose, null],
    ["/accounts/o1/dashboard", choose],
  ])("after an error on %s goes to %s", (path, target) => {
    expect(guardFailedOrganization(path)).toBe(target);
  });
});

describe("the organization guard, where a second factor is required", () => {
  it("leads to where it is set up", () => {
    const target = guardFailedOrganization("/accounts/o1/dashboard", "second_factor_required");
    expect(target).toBe(`${choose}?requiredBy=o1`);
  });
});

describe("the role guard", () => {
  const pages = [
    "/accounts/o1/dashboard",
    "/accounts/o1/insights",
    "/accounts/o1/cp/a1/inbox/conversations",
    "/accounts/o1/cp/a1/inbox/conversations/t1",
    choose,
    login,
  ];
  const closed = [
    "/accounts/o1/cp/a1",
    "/accounts/o1/cp/a1/overview",
    "/accounts/o1/cp/a1/settings",
    "/accounts/o1/cp/a1/inbox",
    "/accounts/o1/cp/a1/inbox/conversationsx",
    "/accounts/o1/account/teams",
    "/accounts/o1/account/profile",
    "/accounts/o1/create-ai-agent",
    "/accounts/o1",
    "/accounts/o1/dashboard/x",
  ];
  const support = { roles: ["support"] as Role[], isSuperAdmin: false };

  it.each(pages)("lets a support agent see %s", (path) => expect(restrict(path, support)).toBeNull());
  it.each(closed)("sends a support agent from %s to the dashboard", (path) =>
    expect(restrict(path, support)).toBe("/accounts/o1/dashboard"),
  );
  it("sends a support agent outside an account to the organizations", () =>
    expect(restrict("/setup-company", support)).toBe(choose));

  it.each<[Role[], boolean, string | null]>([
    [["owner"], false, null],
    [["admin"], false, null],
    [["collaborator"], false, null],
    [["support", "owner"], false, null],
    [["support", "admin"], false, null],
    [["support", "collaborator"], false, "/accounts/o1/dashboard"],
    [["support"], true, null],
    [[], false, null],
  ])("with roles %j (super admin: %s) goes from the settings to %s", (roles, isSuperAdmin, target) => {
    expect(restrict("/accounts/o1/cp/a1/settings", { roles, isSuperAdmin })).toBe(target);
  });
});
