import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { bothStores } from "../../tests/kit/database/stores.ts";
import type { Tx } from "../database/store.ts";
import { leaseMs } from "./claim.ts";
import { GiveUp, TryLater } from "./end.ts";
import { createJobs } from "./jobs.ts";
import { sliceMs } from "./share.ts";
import { jobsMigrations } from "./migrations.ts";
import { keptForMs } from "./removeEnded.ts";
import type { Jobs, Signals } from "./jobs.ts";
import type { NewJob } from "./enqueue.ts";
import type { JobRow } from "./tables.ts";

const running: Jobs[] = [];
afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.stop(10_000))));

describe.each(bothStores())("the queue on $name", ({ open, openAt, name }) => {
  it("does a job once, with what it was given, and keeps its progress and end", async () => {
    const { jobs, add, find, ended } = await setUp();
    const seen: unknown[] = [];
    jobs.register(
      "sync",
      async (job, { progress }) => {
        seen.push(JSON.parse(job.payload));
        progress({ found: 1 });
        progress({ found: 2 });
      },
      { ended: ended.hear },
    );
    await jobs.start();
    const job = await add({ payload: { sourceId: "s1" } });
    await ended.next();
    expect(seen).toEqual([{ sourceId: "s1" }]);
    expect(await find(job)).toMatchObject({
      state: "done",
      attempts: 1,
      progress: `{"found":2}`,
      error: null,
      owner: null,
    });
  });

  it("gives the one that waits or runs already when the same is asked again, and a new one after its end", async () => {
    const { jobs, add, ended } = await setUp();
    const first = await add({ key: "k" });
    const others = await Promise.all([add({ key: "k" }), add({ key: "k" }), add({ key: "k" })]);
    expect(new Set(others.map((job) => job.id))).toEqual(new Set([first.id]));
    expect((await add({ key: "another" })).id).not.toBe(first.id);
    expect((await add({ key: "k", organizationId: "other" })).id).not.toBe(first.id);
    jobs.register("sync", async () => {}, { ended: ended.hear });
    await jobs.start();
    await ended.next(3);
    expect((await add({ key: "k" })).id).not.toBe(first.id);
  });

  it("is forgotten a week after its end, however many there are, and while it waits never", async () => {
    const { store, bus, jobs, add, find, clock, ended } = await setUp();
    jobs.register("sync", async () => {}, { ended: ended.hear, concurrency: 50 });
    await jobs.start();
    const old = await store.transaction((tx) =>
      Promise.all(Array.from({ length: 501 }, (_, index) => jobs.enqueue(tx, newJob({ key: `k${index}` })))),
    );
    bus.publish("jobs:queued", "");
    await ended.next(501);
    const waiting = await add({ kind: "later", runAt: clock.now + 2 * keptForMs });
    clock.now += keptForMs - 1;
    const young = await add({ key: "young" });
    await ended.next();
    await jobs.stop(10_000);
    clock.now += 1;
    const next = create({ store, bus, now: () => clock.now });
    await next.start();
    const count = async () => (await store.db.selectFrom("jobs").select("id").execute()).length;
    await expect.poll(count).toBe(2);
    expect(await find(old[0] ?? waiting)).toBeUndefined();
    expect(await find(waiting)).toMatchObject({ state: "queued" });
    expect(await find(young)).toMatchObject({ state: "done" });
  });

  it("doesn't exist when the transaction that asked for it is rolled back", async () => {
    const { store, jobs } = await setUp();
    const failing = store.transaction(async (tx) => {
      await jobs.enqueue(tx, newJob({}));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await jobs.list(store.db, { organizationId: "org", kind: "sync", limit: 10 })).toEqual([]);
  });

  it("is seen by its own organization only, the newest first", async () => {
    const { store, jobs, add, clock } = await setUp();
    const first = await add({ key: "a" });
    clock.now += 5;
    const second = await add({ key: "b" });
    const list = (wanted: object) =>
      jobs.list(store.db, { organizationId: "org", kind: "sync", limit: 10, ...wanted });
    expect((await list({})).map((job) => job.id)).toEqual([second.id, first.id]);
    expect((await list({ key: "a" })).map((job) => job.id)).toEqual([first.id]);
    expect(await list({ organizationId: "foreign" })).toEqual([]);
    expect(await jobs.get(store.db, { organizationId: "foreign", id: first.id })).toBeUndefined();
    expect(
      await store.transaction((tx) => jobs.cancel(tx, { organizationId: "foreign", id: first.id })),
    ).toBeUndefined();
  });

  it("runs as many of a kind at once as it was told, and all of them in the end", async () => {
    const { jobs, add, ended } = await setUp();
    let now = 0;
    let most = 0;
    const keys: string[] = [];
    const full = gate();
    jobs.register(
      "sync",
      async (job) => {
        now += 1;
        most = Math.max(most, now);
        if (now === 3) full.open();
        await full.passed;
        keys.push(job.key);
        now -= 1;
      },
      { concurrency: 3, ended: ended.hear },
    );
    await jobs.start();
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => add({ key: `k${at}`, organizationId: `org${at % 2}` })),
    );
    await ended.next(12);
    expect(most).toBe(3);
    expect(new Set(keys).size).toBe(12);
    expect(keys).toHaveLength(12);
  });

  it("hole 3: begins one job of each of 19 organizations while one has its endless ones in all places", async () => {
    const { jobs, add, find, ended, clock, wake } = await setUp();
    const begun: string[] = [];
    const full = gate();
    jobs.register(
      "crawl",
      async (job, { signal }) => {
        begun.push(job.organizationId);
        if (begun.length === 4) full.open();
        if (job.organizationId !== "large") return;
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
      { concurrency: 4, yields: true, ended: ended.hear },
    );
    await jobs.start();
    const endless: JobRow[] = [];
    // One after the other: those that wait get their places in this order.
    for (let at = 0; at < 9; at += 1)
      endless.push(await add({ kind: "crawl", key: `endless${at}`, organizationId: "large" }));
    await full.passed;
    // Alone it has all of them.
    expect(begun).toEqual(["large", "large", "large", "large"]);
    const small = Array.from({ length: 19 }, (_, at) => `small${at}`);
    await Promise.all(small.map((organizationId) => add({ kind: "crawl", organizationId })));
    const pages = await ended.next(19);
    expect(pages.map((job) => job.organizationId).toSorted()).toEqual(small.toSorted());
    // Of its four at least one continued: it gave away no more than others needed, and none is counted as failed.
    const after = await Promise.all(endless.map(find));
    expect(after.every((job) => job?.error === null && job.attempts <= 1)).toBe(true);
    // After its slice of time each gives way to the next one of the same organization.
    const waiting = after.filter((job) => job?.startedAt === null).map((job) => job?.id);
    for (const id of waiting) {
      clock.now += sliceMs;
      wake();
      await until(
        () => Promise.all(endless.map(find)),
        (all) => all.some((job) => job?.id === id && job?.startedAt !== null),
      );
    }
  });

  it("hole 3: leaves a place to others where jobs can't yield, and gives each organization its turn", async () => {
    const { jobs, add, ended } = await setUp();
    const order: string[] = [];
    const held = gate();
    const holds = gate();
    jobs.register(
      "push",
      async (job) => {
        order.push(job.organizationId);
        if (job.key === "held") {
          holds.open();
          await held.passed;
        }
      },
      { concurrency: 2, ended: ended.hear },
    );
    await add({ kind: "push", key: "held", organizationId: "large" });
    await jobs.start();
    await holds.passed;
    for (let at = 0; at < 5; at += 1) await add({ kind: "push", key: `k${at}`, organizationId: "large" });
    for (let at = 0; at < 2; at += 1) await add({ kind: "push", key: `k${at}`, organizationId: "small" });
    expect((await ended.next(2)).map((job) => job.organizationId)).toEqual(["small", "small"]);
    held.open();
    await ended.next(6);
    expect(order).toEqual(["large", "small", "small", "large", "large", "large", "large", "large"]);
  });

  it("is nobody's request: it runs in the context that the queue was made in, whoever woke it", async () => {
    const { jobs, add, ended } = await setUp();
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    jobs.register("sync", async () => void seen.push(request.getStore()), { ended: ended.hear });
    await jobs.start();
    await request.run("one", () => add({ key: "one" }));
    await ended.next();
    await request.run("two", () => add({ key: "two" }));
    await ended.next();
    expect(seen).toEqual([undefined, undefined]);
  });

  it("tries a failed one again later, and gives up after its attempts", async () => {
    const { jobs, add, find, ended, clock, wake } = await setUp();
    let attempts = 0;
    const tried = gates(3);
    jobs.register(
      "sync",
      async () => {
        tried[attempts++]?.open();
        throw new Error(`attempt ${attempts}`);
      },
      { maxAttempts: 3, ended: ended.hear },
    );
    await jobs.start();
    const job = await add({});
    for (const attempt of tried.keys()) {
      await tried[attempt]?.passed;
      if (attempt === 2) break;
      const waiting = await until(
        () => find(job),
        (row) => row?.state === "queued",
      );
      expect(waiting).toMatchObject({ error: `attempt ${attempt + 1}` });
      expect(waiting?.runAt).toBeGreaterThan(clock.now);
      clock.now = waiting?.runAt ?? 0;
      wake();
    }
    await ended.next();
    expect(await find(job)).toMatchObject({ state: "failed", attempts: 3, error: "attempt 3" });
  });

  it("waits until the time that its handler names, whatever the clock does meanwhile", async () => {
    const { jobs, add, find, clock } = await setUp();
    const at = clock.now + 60_000;
    jobs.register("sync", async () => {
      clock.now += 40_000;
      throw new TryLater({ at });
    });
    await jobs.start();
    const job = await add({});
    await expect.poll(() => find(job)).toMatchObject({ state: "queued", attempts: 0, runAt: at });
  });

  it("fails at once where another try can't help", async () => {
    const { jobs, add, find, ended } = await setUp();
    jobs.register(
      "sync",
      async () => {
        throw new GiveUp("The address does not exist.");
      },
      { ended: ended.hear },
    );
    await jobs.start();
    const job = await add({});
    await ended.next();
    expect(await find(job)).toMatchObject({
      state: "failed",
      attempts: 1,
      error: "The address does not exist.",
    });
  });

  it("is canceled before it begins, and while it runs", async () => {
    const { store, jobs, add, find, ended } = await setUp();
    const cancel = (job: JobRow) => store.transaction((tx) => jobs.cancel(tx, job));
    const begun = gate();
    jobs.register(
      "sync",
      async (_, { signal }) => {
        begun.open();
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
      { ended: ended.hear },
    );
    const early = await add({ key: "early" });
    expect(await cancel(early)).toMatchObject({ state: "cancelled" });
    await ended.next();
    await jobs.start();
    const late = await add({ key: "late" });
    await begun.passed;
    expect(await cancel(late)).toMatchObject({ state: "running" });
    expect((await ended.next())[0]).toMatchObject({ id: late.id, state: "cancelled" });
    expect(await find(late)).toMatchObject({ state: "cancelled", attempts: 1 });
    expect(await cancel(late)).toMatchObject({ state: "cancelled" });
  });

  it("writes the rows of its kind in the transaction of its end, or ends not at all", async () => {
    const { jobs, add, find, report, clock, wake } = await setUp();
    let broken = true;
    const over = gate();
    const handled: number[] = [];
    jobs.register("sync", async (job) => void handled.push(job.attempts), {
      ended: async () => {
        if (broken) throw new Error("no room for the end");
        over.open();
      },
    });
    await jobs.start();
    const job = await add({});
    await until(
      async () => report.length,
      (count) => count > 0,
    );
    expect(await find(job)).toMatchObject({ state: "running", attempts: 1 });
    broken = false;
    clock.now += leaseMs;
    wake();
    await over.passed;
    expect(
      await until(
        () => find(job),
        (row) => row?.state === "done",
      ),
    ).toMatchObject({ attempts: 2 });
    expect(handled).toEqual([1, 2]);
  });

  it("goes back to the queue when the server stops, and is gone on with after the next start", async () => {
    const { store, bus, jobs, add, find, ended } = await setUp();
    const begun = gate();
    jobs.register("sync", async (_, { signal }) => {
      begun.open();
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await jobs.start();
    const job = await add({});
    await begun.passed;
    await jobs.stop(10_000);
    expect(await find(job)).toMatchObject({ state: "queued", attempts: 0, owner: null });
    const next = create({ store, bus });
    next.register("sync", async () => {}, { ended: ended.hear });
    await next.start();
    await ended.next();
    expect(await find(job)).toMatchObject({ state: "done", attempts: 1 });
  });

  it("is left behind where it does not end in time, and begun again when its lease is over", async () => {
    const { store, bus, jobs, add, find, ended, clock } = await setUp();
    const begun = gate();
    jobs.register("sync", async () => {
      begun.open();
      await new Promise(() => {});
    });
    await jobs.start();
    const job = await add({});
    await begun.passed;
    await jobs.stop(20);
    expect(await find(job)).toMatchObject({ state: "running", attempts: 1 });
    clock.now += leaseMs;
    const next = create({ store, bus, now: () => clock.now });
    next.register("sync", async () => {}, { ended: ended.hear });
    await next.start();
    await ended.next();
    expect(await find(job)).toMatchObject({ state: "done" });
  });

  it("runs once where the clock leaps over the end of its lease", async () => {
    const { jobs, add, find, ended, clock } = await setUp();
    const begun: string[] = [];
    const held = gate();
    const holds = gate();
    jobs.register(
      "sync",
      async ({ key }) => {
        begun.push(key);
        if (key !== "long") return;
        holds.open();
        await held.passed;
      },
      { concurrency: 3, ended: ended.hear },
    );
    await jobs.start();
    const long = await add({ key: "long" });
    await holds.passed;
    clock.now += 2 * leaseMs;
    await add({ key: "next" });
    await ended.next();
    expect(begun).toEqual(["long", "next"]);
    expect(await find(long)).toMatchObject({ state: "running", attempts: 1 });
    held.open();
    expect((await ended.next())[0]).toMatchObject({ id: long.id, state: "done" });
  });

  it("runs again after its process was killed in the middle, and fails when that goes on", async () => {
    const { store, place, add, find } = await setUp();
    const job = await add({ maxAttempts: 2 });
    for (const attempt of [1, 2]) {
      if (name === "sqlite") await store.close();
      await killInTheMiddle(place, Date.now() + leaseMs * 2 * attempt);
      if (name === "postgres") expect(await find(job)).toMatchObject({ state: "running", attempts: attempt });
    }
    const again = name === "sqlite" ? await openAt(place) : store;
    const ended = hearEnds();
    const jobs = create({ store: again, bus: fakeBus(), now: () => Date.now() + leaseMs * 9 });
    jobs.register("sync", async () => {}, { ended: ended.hear });
    await jobs.start();
    expect((await ended.next())[0]).toMatchObject({
      state: "failed",
      attempts: 2,
      error: expect.stringContaining("2 times"),
    });
  });

  it("fault 2: is cut off as often as it may be, as long as it gets further each time", async () => {
    const { store, add, find, clock } = await setUp();
    const job = await add({ maxAttempts: 2 });
    for (const attempt of [1, 2, 3, 4]) {
      const jobs = create({ store, bus: fakeBus(), now: () => clock.now });
      jobs.register("sync", async (_, { signal, progress }) => {
        progress({ attempt });
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      });
      await jobs.start();
      await until(
        () => find(job),
        (row) => row?.progress === `{"attempt":${attempt}}`,
      );
      clock.now += leaseMs;
    }
    expect(await find(job)).toMatchObject({ state: "running", attempts: 4 });
  });

  it("notices before something final that another process has taken it over", async () => {
    const { store, jobs, add, find, clock, ended } = await setUp();
    const taken = gate();
    const begun = gate();
    const refused = gate();
    jobs.register("sync", async (_, { heartbeat }) => {
      begun.open();
      await taken.passed;
      await heartbeat().catch(refused.open);
    });
    await jobs.start();
    const job = await add({});
    await begun.passed;
    clock.now += leaseMs;
    const other = create({ store, bus: fakeBus(), now: () => clock.now });
    const otherDone = gate();
    other.register("sync", async () => otherDone.passed, { ended: ended.hear });
    await other.start();
    await until(
      () => find(job),
      (row) => row?.attempts === 2,
    );
    taken.open();
    await refused.passed;
    await jobs.stop(10_000);
    expect(await find(job)).toMatchObject({ state: "running", attempts: 2 });
    otherDone.open();
    expect((await ended.next())[0]).toMatchObject({ state: "done", attempts: 2 });
  });

  it.runIf(name === "postgres")("is done once by many processes, and canceled from any of them", async () => {
    const { store, place, bus, jobs, add, ended } = await setUp();
    const other = create({ store: await openAt(place), bus });
    const done: string[] = [];
    const begun = gate();
    for (const each of [jobs, other]) {
      each.register("sync", async (job) => void done.push(job.id), { concurrency: 4, ended: ended.hear });
      each.register(
        "long",
        async (_, { signal }) => {
          begun.open();
          await new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason)),
          );
        },
        { ended: ended.hear },
      );
    }
    await other.start();
    const long = await add({ kind: "long", key: "long" });
    await begun.passed;
    await jobs.start();
    const added = await Promise.all(Array.from({ length: 60 }, (_, index) => add({ key: `k${index}` })));
    await ended.next(60);
    expect(done.toSorted()).toEqual(added.map((job) => job.id).toSorted());
    await store.transaction((tx) => jobs.cancel(tx, long));
    expect((await ended.next())[0]).toMatchObject({ id: long.id, state: "cancelled" });
  });

  async function setUp() {
    const { store, place } = await open(jobsMigrations);
    const bus = fakeBus();
    const clock = { now: Date.now() };
    const report: unknown[] = [];
    const jobs = create({ store, bus, now: () => clock.now, report: (error) => report.push(error) });
    const add = (job: Partial<NewJob>) => store.transaction((tx) => jobs.enqueue(tx, newJob(job)));
    const find = (job: JobRow) => jobs.get(store.db, job);
    return {
      store,
      place,
      bus,
      clock,
      jobs,
      add,
      find,
      report,
      ended: hearEnds(),
      wake: () => bus.publish("jobs:queued", ""),
    };
  }
});

function create(options: Parameters<typeof createJobs>[0]): Jobs {
  const jobs = createJobs({ report: () => {}, ...options });
  running.push(jobs);
  return jobs;
}

function newJob(job: Partial<NewJob>): NewJob {
  return { organizationId: "org", kind: "sync", key: "source", payload: {}, ...job };
}

/** What live/bus.ts is to the queue, which lies below it. */
function fakeBus(): Signals {
  const hears = new Set<[string, (text: string) => void]>();
  return {
    publish: (channel, text) =>
      hears.forEach(([at, hear]) => at === channel && setImmediate(() => hear(text))),
    subscribe: (channel, hear) => {
      const entry: [string, (text: string) => void] = [channel, hear];
      hears.add(entry);
      return () => hears.delete(entry);
    },
  };
}

/** Collects the jobs that ended, once their end is committed. */
function hearEnds() {
  const heard: JobRow[] = [];
  let check = () => {};
  return {
    hear: async (tx: Tx, job: JobRow) =>
      tx.afterCommit(() => {
        heard.push(job);
        check();
      }),
    next: (count = 1) =>
      new Promise<JobRow[]>((resolve) => {
        check = () => {
          if (heard.length >= count) resolve(heard.splice(0, count));
        };
        check();
      }),
  };
}

/** Asks until the answer is as wanted; the test's own time limit ends it. */
async function until<Value>(ask: () => Promise<Value>, isWanted: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isWanted(value)) return value;
    await new Promise(setImmediate);
  }
}

function gate(): { passed: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

function gates(count: number) {
  return Array.from({ length: count }, gate);
}

/** Starts a process that begins the job and never ends it, and kills it then. Its clock stands where it is told. */
async function killInTheMiddle(place: object, now: number): Promise<void> {
  const script = new URL("../../tests/kit/database/runJob.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify({ place, now })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}
