import fc from "fast-check";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { bothStores } from "../../tests/kit/database/stores.ts";
import { newId } from "../database/ids.ts";
import type { Store } from "../database/store.ts";
import type { Bus } from "./bus.ts";
import { createEvents } from "./events.ts";
import type { Events } from "./events.ts";
import { pruneEvents } from "./prune.ts";
import type { StreamItem, StreamWanted } from "./stream.ts";
import { openBus } from "./openBus.ts";

const buses: Bus[] = [];
afterEach(() => Promise.all(buses.splice(0).map((bus) => bus.close())));

describe.each(bothStores())("live events on $name", ({ open, openAt, name }) => {
  it("are numbered from one for each agent, and read by a cursor", async () => {
    const { events, append, agent } = await setUp();
    const other = newAgent();
    await append(agent, { kind: "a" });
    await append(other, { kind: "other" });
    await append(agent, { kind: "b" });
    expect(await append(agent, { kind: "c" })).toBe(3);
    const page = await events.read({ ...agent, after: 1, limit: 1 });
    expect(page.events).toMatchObject([{ kind: "b", number: 2, payload: "{}" }]);
    expect(page).toMatchObject({ next: 2, last: 3, isLost: false });
    const rest = await events.read({ ...agent, after: 2, limit: 10 });
    expect(rest.events.map((event) => event.kind)).toEqual(["c"]);
    expect(rest.next).toBe(3);
    const foreign = await events.read({ ...agent, organizationId: "another", after: 0, limit: 10 });
    expect(foreign).toEqual({ events: [], next: 0, last: 0, isLost: false });
  });

  it("of a transaction that is rolled back leave no number and wake nobody", async () => {
    const { store, bus, events, append, agent } = await setUp();
    const heard: unknown[] = [];
    bus.subscribe(`events:${agent.organizationId}:${agent.agentId}`, (text) => heard.push(text));
    const failing = store.transaction(async (tx) => {
      await events.append(tx, newEvent(agent, { kind: "never" }));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await append(agent, { kind: "first" })).toBe(1);
    await new Promise(setImmediate);
    expect(heard).toHaveLength(1);
  });

  it("show a visitor their own contact's, and of those only what is for all", async () => {
    const { events, append, agent } = await setUp();
    await append(agent, { kind: "mine", contactId: "me" });
    await append(agent, { kind: "note", contactId: "me", audience: "team" });
    await append(agent, { kind: "theirs", contactId: "somebody" });
    await append(agent, { kind: "agent", contactId: null });
    const mine = await events.read({ ...agent, contactId: "me", after: 0, limit: 10 });
    expect(mine.events.map((event) => event.kind)).toEqual(["mine"]);
    expect(mine.next).toBe(4);
  });

  it("stream what was missed and then what comes, without gap or double, whoever writes at the same time", async () => {
    const { store, bus } = await setUp();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyEvent, { maxLength: 6 }), { maxLength: 12 }),
        fc.nat(20),
        fc.array(fc.constantFrom(...fates), { maxLength: 40 }),
        async (groups, after, fate) => {
          const agent = newAgent();
          const events = createEvents({ store, bus: makeUnreliable(bus, fate) });
          const half = Math.floor(groups.length / 2);
          for (const group of groups.slice(0, half)) await writeAtOnce({ store, events, agent, group });
          const start = Math.min(after, (await events.read({ ...agent, after: 0, limit: 1 })).last);
          const team = collect(events, { ...agent, after: start });
          const visitor = collect(events, { ...agent, after: start, contactId: "me" });
          for (const group of groups.slice(half)) await writeAtOnce({ store, events, agent, group });
          const end = newEvent(agent, { kind: "end", contactId: "me" });
          await store.transaction((tx) => createEvents({ store, bus }).append(tx, end));

          const all = (await events.read({ ...agent, after: start, limit: 1000 })).events;
          expect(all.map((event) => event.number)).toEqual(all.map((_, index) => start + index + 1));
          expect(await team).toEqual(all.map((event) => event.number));
          const mine = all.filter((event) => event.contactId === "me" && event.audience === "all");
          expect(await visitor).toEqual(mine.map((event) => event.number));
        },
      ),
      { numRuns: name === "sqlite" ? 60 : 25 },
    );
  });

  it("reach a visitor whose notice was lost, when the next one is heard that is somebody else's", async () => {
    const { store, bus, append, agent } = await setUp();
    const events = createEvents({ store, bus: makeUnreliable(bus, ["heard", "lost", "heard"]) });
    const write = (contactId: string) =>
      store.transaction((tx) => events.append(tx, newEvent(agent, { contactId, kind: contactId })));
    const stream = read(events, { ...agent, after: 0, contactId: "me" });
    await stream.next();
    await write("me");
    expect((await stream.next()).value).toMatchObject({ event: { number: 1 } });

    const next = stream.next();
    await write("me");
    await write("somebody");
    await append(agent, { contactId: "me" });
    expect((await next).value).toMatchObject({ event: { number: 2 } });
    expect((await stream.next()).value).toMatchObject({ event: { number: 4 } });
  });

  it("begin with now when the client has no cursor, and end while they wait", async () => {
    const { events, append, agent } = await setUp();
    await append(agent, { kind: "before" });
    const stream = read(events, agent);
    expect((await stream.next()).value).toEqual({ type: "ready", number: 1 });
    const next = stream.next();
    await append(agent, { kind: "now" });
    expect((await next).value).toMatchObject({ type: "event", event: { kind: "now", number: 2 } });
    const last = stream.next();
    await stream.return();
    expect((await last).done).toBe(true);
    expect((await stream.next()).done).toBe(true);
  });

  it("hold one page for a client that does not read, and give it everything when it does", async () => {
    const { store, events, agent } = await setUp();
    const stream = read(events, { ...agent, after: 0 });
    await stream.next();
    await store.transaction(async (tx) => {
      for (let index = 0; index < 350; index += 1) await events.append(tx, newEvent(agent, { kind: "many" }));
    });
    const numbers: number[] = [];
    for await (const item of stream) {
      if (item.type === "event") numbers.push(item.event.number);
      if (numbers.length === 350) break;
    }
    expect(numbers).toEqual(Array.from({ length: 350 }, (_, index) => index + 1));
  });

  it("tell the team of what is far too much at once to read afresh and of the newest alone, and a visitor of all of theirs", async () => {
    const { store, events, agent } = await setUp();
    const streams = [agent, { ...agent, contactId: "me" }].map((to) => read(events, { ...to, after: 0 }));
    for (const stream of streams) await stream.next();
    await store.transaction(async (tx) => {
      for (let index = 0; index < 700; index += 1)
        await events.append(tx, newEvent(agent, { contactId: "me", audience: "all" }));
    });
    const [team, visitor] = await Promise.all(
      streams.map(async (stream) => {
        const told: unknown[] = [];
        for await (const item of stream) {
          told.push(item.type === "event" ? item.event.number : item);
          if (told.at(-1) === 700) break;
        }
        return told;
      }),
    );
    const from = (first: number) => Array.from({ length: 701 - first }, (_, index) => first + index);
    expect(team).toEqual([{ type: "readAfresh", number: 600 }, ...from(601)]);
    expect(visitor).toEqual(from(1));
  });

  it.each([
    ["is older than what is kept", 1],
    ["is newer than all there is, as after a restored backup", 900],
  ])("tell a client to read afresh whose cursor %s", async (_, after) => {
    const { store, events, append, agent } = await setUp();
    for (let index = 0; index < 4; index += 1) await append(agent, { createdAt: 1000 + index });
    await append(agent, { createdAt: 5000 });
    await pruneEvents(store, 1003);
    expect(await numbersOf(events, agent)).toEqual([4, 5]);

    const stream = read(events, { ...agent, after });
    expect((await stream.next()).value).toEqual({ type: "ready", number: 5 });
    expect((await stream.next()).value).toEqual({ type: "readAfresh", number: 5 });
    const next = stream.next();
    await append(agent, { kind: "after" });
    expect((await next).value).toMatchObject({ type: "event", event: { number: 6 } });
    const kept = read(events, { ...agent, after: 3 });
    await kept.next();
    expect((await kept.next()).value).toMatchObject({ type: "event", event: { number: 4 } });
  });

  it("tell who listens that nobody does any more, once", async () => {
    const { events, agent } = await setUp();
    const left = vi.fn();
    const stream = read(events, { ...agent, left });
    await stream.next();
    expect(left).not.toHaveBeenCalled();
    await stream.return();
    await stream.return();
    expect(left).toHaveBeenCalledOnce();
  });

  it("are joined by whispers, which only those hear whom they are for, and which are kept nowhere", async () => {
    const { events, append, agent } = await setUp();
    const [team, me, somebody] = await Promise.all([
      openStream(events, agent),
      openStream(events, { ...agent, contactId: "me" }),
      openStream(events, { ...agent, contactId: "somebody" }),
    ]);
    events.sendTransient({ ...agent, agentId: newAgent().agentId }, "of another agent");
    events.sendTransient(agent, "to the team");
    events.sendTransient({ ...agent, contactId: "me" }, "to me");
    expect((await team.next()).value).toEqual({ type: "transient", text: "to the team" });
    expect((await me.next()).value).toEqual({ type: "transient", text: "to me" });
    for (const contactId of ["me", "somebody"]) await append(agent, { kind: "end", contactId });
    for (const stream of [team, me, somebody])
      expect((await stream.next()).value).toMatchObject({ type: "event", event: { kind: "end" } });
    expect((await events.read({ ...agent, after: 0, limit: 10 })).events).toHaveLength(2);
  });

  it("keep a few whispers for a client that does not read, each one once", async () => {
    const { events, append, agent } = await setUp();
    const stream = await openStream(events, agent);
    for (let times = 0; times < 3; times += 1) {
      for (let index = 0; index < 100; index += 1) events.sendTransient(agent, `whisper ${index}`);
    }
    await new Promise(setImmediate);
    const heard: StreamItem[] = [];
    await append(agent, { kind: "end" });
    for await (const item of stream) {
      heard.push(item);
      if (isEnd(item)) break;
    }
    expect(heard.slice(0, -1)).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ type: "transient", text: `whisper ${index}` })),
    );
  });

  it.runIf(name === "postgres")("are joined by whispers of another process", async () => {
    const { place, events, agent } = await setUp();
    const otherStore = await openAt(place);
    const otherBus = await openBus({ store: otherStore, report: () => {} });
    buses.push(otherBus);
    const other = createEvents({ store: otherStore, bus: otherBus });
    const stream = await openStream(other, { ...agent, contactId: "me" });
    events.sendTransient({ ...agent, contactId: "me" }, "from afar");
    expect((await stream.next()).value).toEqual({ type: "transient", text: "from afar" });
  });

  it.runIf(name === "postgres")(
    "reach a stream of another process, also after its connection was cut",
    async () => {
      const { store, place, append, agent } = await setUp();
      const otherStore = await openAt(place);
      const otherBus = await openBus({ store: otherStore, report: () => {} });
      buses.push(otherBus);
      const other = createEvents({ store: otherStore, bus: otherBus });
      const stream = read(other, { ...agent, after: 0 });
      await stream.next();
      const first = stream.next();
      await append(agent, { kind: "one" });
      expect((await first).value).toMatchObject({ event: { kind: "one" } });

      const second = stream.next();
      await cutBuses(store);
      await append(agent, { kind: "two" });
      expect((await second).value).toMatchObject({ event: { kind: "two" } });
      await otherBus.close();
    },
  );

  async function setUp() {
    const { store, place } = await open();
    const bus = await openBus({ store, report: () => {} });
    buses.push(bus);
    const events = createEvents({ store, bus });
    const append = (agent: Agent, event: Partial<EventToWrite>) =>
      store.transaction((tx) => events.append(tx, newEvent(agent, event)));
    return { store, place, bus, events, append, agent: newAgent() };
  }
});

/** What can happen to a notice on its way between processes. */
const fates = ["heard", "lost", "doubled", "late"] as const;

/** A bus that does to one notice after the other what the list says; the rest is heard. */
function makeUnreliable(bus: Bus, fate: Array<(typeof fates)[number]>): Bus {
  const left = [...fate];
  const late: Array<() => void> = [];
  const publish = (channel: string, text: string) => {
    const next = left.shift() ?? "heard";
    const send = () => bus.publish(channel, text);
    if (next === "late") return void late.push(send);
    if (next !== "lost") send();
    if (next === "doubled") send();
    late.splice(0).forEach((sendLate) => sendLate());
  };
  return { ...bus, publish };
}

const anyEvent = fc.record({
  contactId: fc.constantFrom("me", "somebody", null),
  audience: fc.constantFrom("all" as const, "team" as const),
  fails: fc.boolean(),
});

interface Agent {
  organizationId: string;
  agentId: string;
}

type EventToWrite = Parameters<Events["append"]>[1];

function newAgent(): Agent {
  return { organizationId: "org", agentId: newId() };
}

function newEvent(agent: Agent, event: Partial<EventToWrite>): EventToWrite {
  return {
    ...agent,
    kind: "test",
    threadId: null,
    contactId: null,
    audience: "all",
    payload: {},
    createdAt: 1,
    ...event,
  };
}

interface Group {
  store: Store;
  events: Events;
  agent: Agent;
  group: Array<{ contactId: string | null; audience: "all" | "team"; fails: boolean }>;
}

async function writeAtOnce({ store, events, agent, group }: Group): Promise<void> {
  await Promise.allSettled(
    group.map(({ fails, ...event }) =>
      store.transaction(async (tx) => {
        await events.append(tx, newEvent(agent, event));
        if (fails) throw new Error("rolled back");
      }),
    ),
  );
}

/** Reads a stream to the event that is called end. */
async function collect(events: Events, wanted: Wanted): Promise<number[]> {
  const numbers: number[] = [];
  for await (const item of read(events, wanted)) {
    if (item.type === "readAfresh") throw new Error("nothing was pruned");
    if (item.type === "event") numbers.push(item.event.number);
    if (isEnd(item)) break;
  }
  return numbers;
}

/** Opens a stream that lasts as long as the test, and reads to where it is ready. */
async function openStream(events: Events, wanted: Wanted) {
  const stream = read(events, wanted);
  await stream.next();
  return stream;
}

type Wanted = Omit<StreamWanted<StreamItem>, "present">;

/** Reads a stream that tells everything as it is, and lasts no longer than the test. */
function read(events: Events, wanted: Wanted) {
  const stream = events.stream({ ...wanted, present: async (item) => item });
  onTestFinished(async () => void (await stream.return()));
  return stream;
}

function isEnd(item: StreamItem): boolean {
  return item.type === "event" && item.event.kind === "end";
}

async function numbersOf(events: Events, agent: Agent): Promise<number[]> {
  const page = await events.read({ ...agent, after: 0, limit: 100 });
  return page.events.map((event) => event.number);
}

async function cutBuses(store: Store): Promise<void> {
  const { sql } = await import("kysely");
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pilothouse bus' and datname = current_database()`.execute(store.db);
}
