import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import type { FakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { makeOrganization } from "../../../tests/kit/console/openConsole.tsx";
import { changeActivity } from "./activity.ts";
import { startPolling } from "./activityPolling.ts";
import { clearOrganization, enterOrganization, organization } from "./organization.ts";

const call = "POST /api/account/v1/org/o1/agentusers/poll";
const put = "PUT /api/account/v1/org/o1/agentusers";
const online = { data: { status: "online" } };

let api: FakeApi;
let stop = () => {};
const polls = () => api.requests.filter(({ what }) => what === call).length;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  clearOrganization();
  api = startFakeApi({ [call]: online, [put]: online });
  enterOrganization(makeOrganization({ roles: ["support"] }), { roles: ["support"] });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("an online support agent", () => {
  beforeEach(async () => {
    await changeActivity("o1", "online");
    stop = startPolling("o1");
  });

  it("is told to the server every 120 seconds", async () => {
    expect(organization.member?.agentStatus).toBe("online");
    await pass(119_999);
    expect(polls()).toBe(0);
    await pass(1);
    expect(polls()).toBe(1);
    await pass(120_000);
    expect(polls()).toBe(2);
    await pass(10 * 120_000);
    expect(polls()).toBe(12);
  });

  it("continues to be reported after a failed call", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    api.answer({ [call]: failWith("internal") });
    await pass(120_000);
    api.answer({ [call]: online });
    await pass(120_000);
    expect(polls()).toBe(2);
    expect(organization.member?.agentStatus).toBe("online");
  });

  it("takes over what the server says: they went offline elsewhere", async () => {
    api.answer({ [call]: { data: { status: "offline" } } });
    await pass(120_000);
    expect(organization.member?.agentStatus).toBe("offline");
  });

  it("isn't reported after the stop, not even by an answer on its way", async () => {
    const held = Promise.withResolvers<unknown>();
    api.answer({ [call]: () => held.promise });
    await pass(120_000);
    stop();
    held.resolve({ data: { status: "offline" } });
    await pass(500_000);
    expect(polls()).toBe(1);
    expect(organization.member?.agentStatus).toBe("online");
    expect(sessionStorage.getItem("agentStatusPolling")).toBeNull();
  });

  it("is told in a hidden tab too", async () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await pass(240_000);
    expect(polls()).toBe(2);
  });

  it("is reported on time even if the page is reloaded all the time", async () => {
    for (let reload = 0; reload < 6; reload += 1) {
      await pass(50_000);
      // What a reload does: the timer is gone with the page, the session storage stays.
      const kept = { ...sessionStorage };
      stop();
      for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
      stop = startPolling("o1");
    }
    await pass(0);
    expect(polls()).toBe(2);
  });
});

it("an agent who comes back in a new tab while still online is told at once", async () => {
  stop = startPolling("o1");
  await pass(0);
  expect(polls()).toBe(1);
  await pass(120_000);
  expect(polls()).toBe(2);
});
