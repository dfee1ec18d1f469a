import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { makeOrganization } from "../../../tests/kit/console/openConsole.tsx";
import { browser } from "../platform/browser.ts";
import { credentials } from "../platform/client.ts";
import {
  clearOrganization,
  createOrganization,
  enterOrganization,
  findAccount,
  loadOrganizations,
  openOrganization,
  organization,
  organizations,
  switchAccount,
} from "./organization.ts";
import { notePoll, readLastPoll } from "../platform/pollState.ts";

const list = "GET /api/organisation/organization";
const create = "POST /api/organisation/organization";
const token = "GET /api/organisation/token/o1";
const described = { name: "Lighthouse", country: null, state: null, timeZone: "UTC" };
const [first] = makeOrganization().orgAccounts;
const second = { ...first, _id: "o1-b", org_id: "o1", acc_name: "Second", type: "other" } as const;
const withTwo = () =>
  makeOrganization({
    orgAccounts: [...makeOrganization().orgAccounts, { ...second, acc_desc: "", identifier: "second" }],
  });

const logged = vi.spyOn(console, "error");
const went: string[] = [];
const real = { ...browser };

beforeEach(() => {
  logged.mockReset();
  localStorage.clear();
  sessionStorage.clear();
  clearOrganization();
  went.length = 0;
  Object.assign(browser, { go: (path: string) => went.push(path), reload: () => went.push("reload") });
});
afterEach(() => {
  Object.assign(browser, real);
  vi.unstubAllGlobals();
});

describe("a failed call", () => {
  it("for the list of organizations is logged, leaves the list empty, and is rejected", async () => {
    startFakeApi({ [list]: failWith("internal", { message: "Broken." }) });
    await expect(loadOrganizations()).rejects.toMatchObject({ message: "Broken." });
    expect(organizations).toMatchObject({ status: "failed", data: [] });
    expect(logged).toHaveBeenCalledWith("Broken.");
  });

  it("for the list keeps one that was read before", async () => {
    const api = startFakeApi({ [list]: { items: [makeOrganization()] } });
    await loadOrganizations();
    api.answer({ [list]: failWith("internal") });
    await expect(loadOrganizations()).rejects.toThrow();
    expect(organizations).toMatchObject({ status: "failed", data: [{ org_id: "o1" }] });
  });

  it("for a new organization is logged, is a failed creation, and is rejected", async () => {
    const api = startFakeApi({ [create]: failWith("internal", { message: "Broken." }) });
    await expect(createOrganization(described)).rejects.toMatchObject({ message: "Broken." });
    expect(organization.isOrgRegistered).toBe(false);
    expect(logged).toHaveBeenCalledWith("Broken.");
    api.answer({ [create]: { data: makeOrganization() } });
    await createOrganization(described);
    expect(organization.isOrgRegistered).toBe(true);
  });
});

describe("an account", () => {
  it("is the default one until another is chosen in this browser", () => {
    expect(findAccount(withTwo())?._id).toBe("o1-a");
    localStorage.setItem("account:o1", "o1-b");
    expect(findAccount(withTwo())?._id).toBe("o1-b");
    localStorage.setItem("account:o1", "gone");
    expect(findAccount(withTwo())?._id).toBe("o1-a");
  });

  it("keeps the chosen account once its token has come, and reloads the page", async () => {
    const held = Promise.withResolvers<unknown>();
    startFakeApi({ [token]: () => held.promise });
    const switching = switchAccount(second);
    expect([localStorage.getItem("account:o1"), went]).toEqual([null, []]);
    held.resolve({ data: { token: "bearer2", roles: ["owner"] } });
    await switching;
    expect(credentials.bearer).toBe("bearer2");
    expect([localStorage.getItem("account:o1"), went]).toEqual(["o1-b", ["reload"]]);
  });

  it("is dropped without a reload if the token doesn't arrive", async () => {
    startFakeApi({ [token]: failWith("internal") });
    await expect(switchAccount(second)).rejects.toThrow();
    expect([localStorage.getItem("account:o1"), went]).toEqual([null, []]);
  });

  it("stays the chosen one when the organization is entered again", () => {
    localStorage.setItem("account:o1", "o1-b");
    enterOrganization(withTwo(), { roles: ["owner"] });
    expect(organization.account?._id).toBe("o1-b");
    expect(localStorage.getItem("account:o1")).toBe("o1-b");
  });
});

describe("polling for a support agent", () => {
  it.each([
    ["another organization is opened", () => openOrganization(makeOrganization({ org_id: "o2" }))],
    ["the user signs out", () => clearOrganization()],
  ])("is forgotten when %s", (_, leave) => {
    notePoll("o1");
    leave();
    expect(readLastPoll("o1")).toBeNull();
    expect(sessionStorage.getItem("agentStatusPolling")).toBeNull();
  });
});
