import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import type { Replies } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";
import { showTab } from "../tests/kit/browser/showTab.ts";

const [setAppBadge, clearAppBadge] = [vi.fn(async () => {}), vi.fn(async () => {})];
const place = "/inbox/o1/a1";
const apps = "/api/console/v1/org/o1/copilotapps";
const ofOwn = `GET ${apps}/a1/threads/unread`;
const ofAll = "GET /api/console/v1/org/o1/unread";
const two = [makeAgent(), makeAgent({ id: "a2", name: "Quay Help" })];

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(navigator, { setAppBadge, clearAppBadge });
});
afterEach(() => {
  vi.useRealTimers();
  showTab(true);
  Reflect.deleteProperty(navigator, "setAppBadge");
  Reflect.deleteProperty(navigator, "clearAppBadge");
});

const own = (unread: number) => ({ data: { unread } });
const all = (...unread: number[]) => ({
  data: unread.map((count, index) => ({
    ...{ agentId: `a${index + 1}`, unread: count },
    ...{ waiting: 0, mark: "", number: 0 },
  })),
});

const open = (replies: Replies) => openConsole(place, { ...signedIn(), ...replies });
const openTwo = (replies: Replies) => openConsole(place, { ...signedIn(["owner"], two), ...replies });
const says = (count: number) => waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(count));
const isAway = () => waitFor(() => expect(clearAppBadge).toHaveBeenCalled());

it("says how many conversations have something new, or nothing where none has", async () => {
  await open({ [ofOwn]: own(3) });
  await says(3);
  clearAppBadge.mockClear();
  await open({ [ofOwn]: own(0) });
  await isAway();
});

it("says nothing until all is counted", async () => {
  const [ownCount, count] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  await openTwo({ [ofOwn]: () => ownCount.promise, [ofAll]: () => count.promise });
  await isAway();
  ownCount.resolve(own(2));
  await waitFor(() => expect(document.title).toMatch(/^\(2\)/));
  expect(setAppBadge).not.toHaveBeenCalled();
  count.resolve(all(2, 5));
  await says(7);
  expect(setAppBadge).toHaveBeenCalledOnce();
});

it.each<[string, typeof open, number, string, unknown]>([
  ["of one agent", open, 3, ofOwn, own(1)],
  ["of all agents", openTwo, 8, ofAll, all(1, 0)],
])("says no old number once somebody looks again, %s", async (_, begin, first, call, answer) => {
  const { api } = await begin({ [ofOwn]: own(3), [ofAll]: all(3, 5) });
  await says(first);
  vi.clearAllMocks();
  showTab(false);
  const late = Promise.withResolvers<unknown>();
  api.answer({ [ofOwn]: own(1), [call]: () => late.promise });
  showTab(true);
  await isAway();
  expect(clearAppBadge).toHaveBeenCalledOnce();
  expect(setAppBadge).not.toHaveBeenCalled();
  late.resolve(answer);
  await says(1);
  expect(setAppBadge).toHaveBeenCalledOnce();
});

it.each<[string, typeof open, string, old: unknown, now: unknown, count: number]>([
  ["of one agent", open, ofOwn, own(3), own(1), 1],
  ["of all agents", openTwo, ofAll, all(3, 5), all(3, 1), 4],
])("says nothing that was asked for before somebody looked again, %s", async (...row) => {
  const [, begin, call, old, now, count] = row;
  const [before, after] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const { api } = await begin({ [ofOwn]: own(3), [call]: () => before.promise });
  await waitFor(() => expect(api.last(call)).toBeDefined());
  const first = api.last(call);
  api.answer({ [call]: () => after.promise });
  showTab(false);
  showTab(true);
  await waitFor(() => expect(api.last(call)).not.toBe(first));
  before.resolve(old);
  await act(async () => {});
  after.resolve(now);
  await says(count);
  expect(setAppBadge).toHaveBeenCalledOnce();
});

it.each<[string, Replies]>([
  ["where there is no agent", signedIn(["owner"], [])],
  ["to whom the conversations are none of", signedIn([])],
  ["to who is in no such organization", { "GET /api/organisation/organization": { items: [] } }],
  ["where nothing can be counted", { [ofOwn]: failWith("unavailable") }],
])("says nothing %s", async (_, replies) => {
  await open(replies);
  await isAway();
  expect(setAppBadge).not.toHaveBeenCalled();
});

it("is cleared when counting fails, and comes back when it works", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { api } = await openTwo({ [ofOwn]: own(3), [ofAll]: all(3, 5) });
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(8));
  vi.clearAllMocks();
  api.answer({ [ofAll]: failWith("unavailable") });
  await vi.advanceTimersByTimeAsync(15_000);
  await vi.waitFor(() => expect(clearAppBadge).toHaveBeenCalled());
  expect(setAppBadge).not.toHaveBeenCalled();
  api.answer({ [ofAll]: all(3, 6) });
  await vi.advanceTimersByTimeAsync(15_000);
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(9));
});

it("shows no count after the session ended", async () => {
  const { api } = await open({ [ofOwn]: own(3) });
  await says(3);
  clearAppBadge.mockClear();
  const { client } = await import("./state/platform/client.ts");
  const { getProfile } = await import("../shared/contract/accounts/accounts.ts");
  api.answer({ "GET /api/auth/v1.0/profile/detail": failWith("unauthenticated") });
  await client.call(getProfile).catch(() => {});
  await waitFor(() => expect(clearAppBadge).toHaveBeenCalledOnce());
});

it("shows no count after signing out", async () => {
  const { api } = await open({ [ofOwn]: own(3) });
  await says(3);
  clearAppBadge.mockClear();
  const { signOut } = await import("./state/accounts/authentication.ts");
  api.answer({ "POST /api/auth/v1.0/authentication/logout": { redirectUrl: null } });
  await signOut();
  expect(clearAppBadge).toHaveBeenCalled();
});
