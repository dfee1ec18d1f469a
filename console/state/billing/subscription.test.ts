import { afterEach, expect, it, vi } from "vitest";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { makeSubscription } from "../../../tests/kit/billing/plans.ts";
import { loadSubscription, subscription } from "./subscription.ts";

const plan = "GET /api/account/v1/org/o1/subscriptions";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("a failed fetch leaves the subscription as just fetched with no data, is logged and rejected", async () => {
  const api = startFakeApi({ [plan]: { data: makeSubscription() } });
  await loadSubscription("o1");
  expect(subscription).toMatchObject({ status: "ready", data: { planId: "standard-1" } });
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  api.answer({ [plan]: failWith("forbidden") });
  await expect(loadSubscription("o1")).rejects.toMatchObject({ code: "forbidden" });
  expect(subscription).toMatchObject({ status: "failed", data: null });
  expect(log).toHaveBeenCalledWith("Your role does not allow this. Ask an owner or an admin.");
});

it("an end date that is none is told to the console's log: 'Invalid subscription end date'", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  startFakeApi({ [plan]: { data: makeSubscription({ currentEndDate: 9e15 }) } });
  await loadSubscription("o1");
  expect(warn).toHaveBeenCalledExactlyOnceWith("Invalid subscription end date");
});
