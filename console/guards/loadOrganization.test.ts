import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../shared/domain/access.ts";
import { failWith, startFakeApi } from "../../tests/kit/console/fakeApi.ts";
import type { FakeApi, Replies } from "../../tests/kit/console/fakeApi.ts";
import { makeOrganization, session, signedIn } from "../../tests/kit/console/openConsole.tsx";
import { emptyAgents } from "../state/agents/agents.ts";
import { authentication } from "../state/accounts/authentication.ts";
import { credentials } from "../state/platform/client.ts";
import {
  clearOrganization,
  loadOrganizations,
  organization,
  organizations,
} from "../state/accounts/organization.ts";
import { subscription } from "../state/billing/subscription.ts";
import type { GuardName } from "./guard.ts";
import { runGuards } from "./runGuards.ts";

const every: GuardName[] = ["authentication", "organisation", "role"];
const token = "GET /api/organisation/token/o1";
const activity = "GET /api/account/v1/org/o1/agentusers";
const profile = "GET /api/auth/v1.0/profile/detail";
const list = "GET /api/organisation/organization";
const agentList = "GET /api/console/v1/org/o1/copilotapps";
const plan = "GET /api/account/v1/org/o1/subscriptions";
const settings = "/accounts/o1/cp/a1/settings";
const dashboard = "/accounts/o1/dashboard";

const logged = vi.spyOn(console, "error");
let api: FakeApi;

function start(replies: Replies = {}, roles: Role[] = ["owner"]): void {
  api = startFakeApi({ ...signedIn(roles), ...replies });
}
const enter = (path: string, guards = every) => runGuards(guards, { path, search: "" });
const asked = () => api.requests.map(({ what }) => what);

beforeEach(() => {
  logged.mockReset();
  sessionStorage.clear();
  localStorage.clear();
  clearOrganization();
  emptyAgents();
  Object.assign(authentication, { isUserLoggedIn: true, user: session.user });
});
afterEach(() => vi.unstubAllGlobals());

describe("entering an organization", () => {
  it.each<[string, string, Role[], string[]]>([
    ["a page", settings, ["owner"], [token, profile, agentList, list, plan]],
    ["a dashboard page", dashboard, ["owner"], [token, profile, agentList, list]],
    ["a page below the dashboard", `${dashboard}/x`, ["owner"], [token, profile, agentList, list]],
    [
      "an agent that is called dashboard",
      "/accounts/o1/cp/dashboard",
      ["owner"],
      [token, profile, agentList, list, plan],
    ],
    ["a support agent's page", dashboard, ["support"], [token, activity, profile, agentList, list]],
    ["an owner in support", dashboard, ["owner", "support"], [token, profile, agentList, list]],
    ["an admin in support", dashboard, ["admin", "support"], [token, profile, agentList, list]],
    [
      "an advisor in support",
      dashboard,
      ["collaborator", "support"],
      [token, activity, profile, agentList, list],
    ],
  ])("asks, for %s (%s, %j), for %j", async (_, path, roles, calls) => {
    start({ [activity]: { data: { status: "online" } } }, roles);
    await enter(path, ["authentication", "organisation"]);
    expect(asked()).toEqual(calls);
    expect(api.last(agentList)?.query.toString()).toBe("page=1&limit=100");
  });

  it("asks for the list of organizations only where it is missing", async () => {
    start();
    await loadOrganizations();
    await enter(settings);
    expect(asked().filter((what) => what === list)).toHaveLength(1);
  });

  it("asks for nothing before the token is there, and sends it with what is inside the organization", async () => {
    const held = Promise.withResolvers<unknown>();
    start({ [token]: () => held.promise });
    const entering = enter(settings);
    await vi.waitFor(() => expect(asked()).toEqual([token]));
    held.resolve({ data: { token: "bearer1", roles: ["owner"] } });
    expect(await entering).toBeNull();
    expect(api.last(agentList)?.headers.get("authorization")).toBe("Bearer bearer1");
  });

  it("keeps account, organizations, member, token and roles, and shows the profile as it is now", async () => {
    start({ [profile]: { data: { ...session.user, first_name: "Augusta" } } });
    await enter(settings);
    expect(organization).toMatchObject({ _id: "o1", name: "Harbour Bikes", account: { _id: "o1-a" } });
    expect(organization.member).toMatchObject({ roles: ["owner"], role: "owner", agentStatus: "offline" });
    expect(organization.orgAccounts).toHaveLength(1);
    expect(organizations.data).toHaveLength(1);
    expect(subscription.data?.status).toBe("active");
    expect(credentials.bearer).toBe("bearer1");
    expect(authentication.user?.first_name).toBe("Augusta");
  });

  it("goes to the organizations without a question where the id is not among them", async () => {
    start();
    await loadOrganizations();
    expect(await enter("/accounts/o9/dashboard")).toBe("/choose-company");
    expect(asked()).toEqual([list]);
  });

  it("goes to the organizations where another one is open", async () => {
    start();
    await enter(settings);
    api.requests.length = 0;
    expect(await enter("/accounts/o9/dashboard")).toBe("/choose-company");
    expect(asked()).toEqual([]);
  });

  it.each([
    ["token", token],
    ["profile", profile],
    ["agents", agentList],
    ["organisations", list],
  ])("logs a failure of the %s and goes to the organizations", async (_, call) => {
    start({ [call]: failWith("internal") });
    expect(await enter(settings)).toBe("/choose-company");
    expect(logged).toHaveBeenCalled();
    expect(organization._id).toBeNull();
  });

  it("stays where only the plan can't be read: the server decides what a plan allows", async () => {
    start({ [plan]: failWith("internal") });
    expect(await enter(settings)).toBeNull();
  });

  it.each(["/setup-company", "/choose-company"])(
    "reads nothing of one for %s, and stays there",
    async (path) => {
      start({ [token]: failWith("internal"), [list]: failWith("internal") });
      expect(await enter(path)).toBeNull();
      expect(asked().filter((what) => what !== list)).toEqual([]);
    },
  );
});

describe("the status of a support agent", () => {
  it.each(["online", "offline"] as const)("is %s as the server has it", async (status) => {
    start({ [activity]: { data: { status } } }, ["support"]);
    await enter(dashboard);
    expect(organization.member?.agentStatus).toBe(status);
  });

  it("is 'offline' where the server says 'Agent user not found', and the organization opens", async () => {
    start({ [activity]: failWith("not_found", { message: "Agent user not found" }) }, ["support"]);
    expect(await enter(dashboard)).toBeNull();
    expect(organization).toMatchObject({ _id: "o1", member: { agentStatus: "offline" } });
    expect(credentials.bearer).toBe("bearer1");
    expect(logged).not.toHaveBeenCalled();
  });

  it.each([failWith("not_found"), failWith("internal")])("is an error otherwise", async (answer) => {
    start({ [activity]: answer }, ["support"]);
    expect(await enter(dashboard)).toBe("/choose-company");
  });

  it("is 'offline' for everybody else", async () => {
    start({ [list]: { items: [makeOrganization({ roles: ["owner"] })] } });
    await enter(dashboard);
    expect(organization.member?.agentStatus).toBe("offline");
  });
});
