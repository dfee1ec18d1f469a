import { describe, expect, it } from "vitest";
import { dayMs, isFirstFreePlan, mayCreateMore, readExpiry } from "./subscription.ts";

const now = Date.UTC(2026, 0, 15, 12);
const plan = { type: "standard", currentPrice: 20, features: [{ id: "app", units: 3 }] };

function subscribe(part: { end?: number | null; status?: string } = {}) {
  const { end = now + 30 * dayMs, status = "active" } = part;
  return { currentEndDate: end, status, plan };
}

describe("a subscription", () => {
  it.each([
    ["ends in a month", subscribe(), "active", 30],
    ["ends in 5 days and a minute", subscribe({ end: now + 5 * dayMs + 60_000 }), "active", 5],
    ["ends in 5 days", subscribe({ end: now + 5 * dayMs }), "expiring", 5],
    ["ends in an hour", subscribe({ end: now + 3_600_000 }), "expiring", 1],
    ["ended a moment ago", subscribe({ end: now - 1 }), "expired", 0],
    ["is past due", subscribe({ status: "past_due" }), "expired", 0],
    ["was canceled", subscribe({ status: "cancelled" }), "expired", 0],
    ["has no end date", subscribe({ end: null }), "expired", 0],
    ["was fetched without data", null, "expired", 0],
  ])("that %s", (_, subscription, state, daysLeft) => {
    expect(readExpiry({ subscription, isFetched: true, now })).toMatchObject({ state, daysLeft });
  });

  it("that was not fetched yet is neither active nor expired", () => {
    expect(readExpiry({ subscription: null, isFetched: false, now })).toMatchObject({
      state: "unknown",
      message: null,
    });
  });

  it("expires soon within another window where one is given", () => {
    const subscription = subscribe({ end: now + 9 * dayMs });
    expect(readExpiry({ subscription, isFetched: true, now, soonDays: 10 }).state).toBe("expiring");
  });

  it("has the console say 'Subscription is Expired', or 'Invalid subscription end date'", () => {
    const say = (end: number) =>
      readExpiry({ subscription: subscribe({ end }), isFetched: true, now }).message;
    expect(say(now - 1)).toBe("Subscription is Expired");
    expect(say(NaN)).toBe("Invalid subscription end date");
    expect(say(8.64e15 + 1)).toBe("Invalid subscription end date");
    expect(say(now + dayMs)).toBeNull();
  });
});

describe("the first free plan", () => {
  it.each([
    ["no plan", null, true],
    ["a trial", { ...plan, type: "trial", currentPrice: 0 }, true],
    ["a standard plan for 1", { ...plan, currentPrice: 1 }, true],
    ["a standard plan for more", { ...plan, currentPrice: 1.5 }, false],
    ["another type for nothing", { ...plan, type: "self-hosted", currentPrice: 0 }, false],
  ])("is %s: %s", (_, given, expected) => {
    expect(isFirstFreePlan(given)).toBe(expected);
  });
});

it.each([
  [0, true],
  [2, true],
  [3, false],
  [4, false],
])("with %i agents of 3 another may be created: %s", (count, expected) => {
  expect(mayCreateMore(plan, count)).toBe(expected);
});

it("another agent may be created while the plan is not known", () => {
  expect(mayCreateMore(null, 9)).toBe(true);
});
