import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createEventListeners } from "./listeners.ts";
import type { EventListener } from "./listeners.ts";
import { openLocalBus } from "./localBus.ts";
import { eventChannel, transientChannel, writeTransient } from "./notice.ts";
import type { EventNotice } from "./notice.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate"] }));
afterEach(() => void vi.useRealTimers());

const agent = { organizationId: "house", agentId: "lamp" };

/** A team and two visitors of one agent, with what each heard: numbers, and null where they are to look. */
function gather() {
  const bus = openLocalBus((error) => expect.unreachable(String(error)));
  const listeners = createEventListeners(bus);
  const listen = (contactId?: string) => {
    const heard: (number | null)[] = [];
    const transients: string[] = [];
    const listener: EventListener = {
      hear: (notice) => void heard.push(notice && notice.number),
      onTransient: (text) => void transients.push(text),
    };
    const to = { ...agent, contactId };
    listeners.join(to, listener);
    return { heard, transients, leave: () => listeners.leave(to, listener) };
  };
  const tell = (number: number, about: Partial<EventNotice> = {}) => {
    const notice: EventNotice = { number, contactId: "ada", audience: "all", ...about };
    bus.publish(eventChannel(agent), JSON.stringify(notice));
    vi.runOnlyPendingTimers(); // The bus tells a moment later.
  };
  return { bus, tell, listen, team: listen(), ada: listen("ada"), bo: listen("bo") };
}

it("tells the team of everything, and a visitor of what is theirs to see", () => {
  const { tell, team, ada, bo } = gather();
  tell(1);
  tell(2, { contactId: "bo" });
  tell(3, { audience: "team" });
  tell(4, { contactId: null });
  expect([team.heard, ada.heard, bo.heard]).toEqual([[1, 2, 3, 4], [1], [2]]);
});

it("hands a whisper to those alone whom it is for", () => {
  const { bus, team, ada, bo } = gather();
  for (const to of [agent, { ...agent, contactId: "ada" }])
    bus.publish(transientChannel(to), writeTransient(to, `for ${JSON.stringify(to)}`));
  vi.runOnlyPendingTimers();
  expect([team.transients, ada.transients, bo.transients]).toEqual([
    [`for ${JSON.stringify(agent)}`],
    [`for ${JSON.stringify({ ...agent, contactId: "ada" })}`],
    [],
  ]);
});

it("tells a visitor in each of two tabs, and in the one that is left", () => {
  const { tell, listen, ada } = gather();
  const other = listen("ada");
  tell(1);
  ada.leave();
  tell(2);
  expect([ada.heard, other.heard]).toEqual([[1], [1, 2]]);
});

it("lets everybody look where a number stays away, and nobody where it comes a moment later", () => {
  const { bus, team, ada, bo } = gather();
  const publish = (number: number) =>
    bus.publish(eventChannel(agent), JSON.stringify({ number, contactId: "ada", audience: "all" }));
  for (const number of [5, 7, 6]) publish(number);
  vi.advanceTimersByTime(1000);
  expect([team.heard, ada.heard, bo.heard]).toEqual([[5, 7, 6], [5, 7, 6], []]);
  publish(9);
  vi.advanceTimersByTime(1000);
  expect([team.heard, ada.heard, bo.heard]).toEqual([[5, 7, 6, 9, null], [5, 7, 6, 9, null], [null]]);
});

it("lets everybody look where the bus may have lost something, or most of it is gone", () => {
  const { bus, tell, team, bo } = gather();
  tell(1);
  bus.tellMissed();
  tell(9000);
  expect([team.heard, bo.heard]).toEqual([
    [1, null, null],
    [null, null],
  ]);
});

it("hears nothing any more once all have left", () => {
  const { bus, tell, team, ada, bo } = gather();
  for (const { leave } of [team, ada, bo]) leave();
  tell(1);
  bus.tellMissed();
  expect([team.heard, ada.heard, bo.heard]).toEqual([[], [], []]);
});
