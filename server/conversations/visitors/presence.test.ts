import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { presenceToldEveryMs } from "../../../shared/domain/limits.ts";
import { openLocalBus } from "../../live/localBus.ts";
import type { Events } from "../../live/events.ts";
import type { LocalBus } from "../../live/localBus.ts";
import { readTransient, transientChannel, writeTransient } from "../../live/notice.ts";
import { createPresence } from "./presence.ts";
import { createScheduler } from "../../timing/scheduler.ts";

const agent = { organizationId: "o", agentId: "a" };
const visitor = (contactId: string) => ({ ...agent, contactId });

describe("who is there", () => {
  let bus: LocalBus;
  let told: string[][];
  beforeEach(() => {
    vi.useFakeTimers();
    bus = openLocalBus((error) => {
      throw error;
    });
    told = [];
    bus.subscribe(transientChannel(agent), (text) =>
      told.push(JSON.parse(readTransient(text ?? "").text).contactIds as string[]),
    );
  });
  afterEach(() => void vi.useRealTimers());

  const sendTransient: Events["sendTransient"] = (to, text) =>
    bus.publish(transientChannel(to), writeTransient(to, text));
  const start = () =>
    createPresence({ bus, events: { sendTransient }, scheduler: createScheduler({ report: console.error }) });
  const settle = () => vi.advanceTimersByTimeAsync(10);

  it("is told when somebody comes, once for all their tabs, and again and again until they are gone", async () => {
    const presence = start();
    const leave = [presence.enter(visitor("one")), presence.enter(visitor("one"))];
    presence.enter({ ...visitor("else"), agentId: "other" });
    await settle();
    expect(told).toEqual([["one"]]);
    leave[0]?.();
    await vi.advanceTimersByTimeAsync(presenceToldEveryMs);
    expect(told).toEqual([["one"], ["one"]]);
    leave[1]?.();
    await vi.advanceTimersByTimeAsync(3 * presenceToldEveryMs);
    expect(told).toHaveLength(2);
    presence.close();
  });

  it("is told by every process to whoever asks, in messages that the bus can carry", async () => {
    const [one, two] = [start(), start()];
    const ids = Array.from({ length: 450 }, (_, index) => `${index}`.padStart(26, "0"));
    for (const id of ids) one.enter(visitor(id));
    two.enter(visitor("two"));
    await settle();
    told = [];
    two.ask(agent);
    await settle();
    expect(told.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([1, 50, 200, 200]);
    expect(new Set(told.flat())).toEqual(new Set([...ids, "two"]));
    one.close();
    two.close();
  });

  it("keeps no timer and no ear where nobody is there", async () => {
    const presence = start();
    presence.enter(visitor("one"))();
    presence.enter(visitor("two"));
    presence.close();
    await settle();
    told = [];
    presence.ask(agent);
    await settle();
    expect([told, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
