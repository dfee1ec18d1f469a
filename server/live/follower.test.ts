import { describe, expect, it } from "vitest";
import { stores } from "../../tests/kit/database/stores.ts";
import type { Tx } from "../database/store.ts";
import { createEvents } from "./events.ts";
import { createFollower } from "./follower.ts";
import type { Batch } from "./follower.ts";
import { beginNow } from "./positions.ts";
import { openBus } from "./openBus.ts";

describe.each(stores())("a follower of live events on $name", ({ open }) => {
  it("takes each event once, page by page, however many followers of its name there are", async () => {
    const { append, follow, taken } = await setUp();
    await append("org-a", "agent-1", 250);
    const [one, other] = [follow(), follow()];
    while ((await Promise.all([one.collect(), other.collect()])).includes(true));
    expect(taken).toEqual(Array.from({ length: 250 }, (_, index) => `org-a agent-1 ${index + 1}`));
  });

  it("takes one page of each organization before the next agent of another", async () => {
    const { append, follow, taken } = await setUp();
    for (const agentId of ["agent-1", "agent-2", "agent-3"]) await append("org-a", agentId, 1);
    await append("org-b", "agent-4", 1);
    await follow().collect();
    expect(taken.findIndex((one) => one.startsWith("org-b"))).toBeLessThan(2);
    expect(taken).toHaveLength(4);
  });

  it("takes a batch again whose write failed or whose content changed, and writes nothing of the first try", async () => {
    const { append, follow, taken, store } = await setUp();
    await append("org-a", "agent-1", 2);
    const outcomes = ["throws", "changed", "taken"];
    const reports: unknown[] = [];
    const follower = follow({
      report: (error) => reports.push(error),
      write: async () => {
        const outcome = outcomes.shift();
        if (outcome === "throws") throw new Error("No room.");
        return outcome === "taken";
      },
    });
    expect(await follower.collect()).toBe(false);
    expect(reports).toHaveLength(1);
    expect(await follower.collect()).toBe(true);
    expect(await positions(store)).toEqual([]);
    expect(await follower.collect()).toBe(false);
    expect(await positions(store)).toEqual([2]);
    expect(taken.slice(-2)).toEqual(["org-a agent-1 1", "org-a agent-1 2"]);
  });

  it("goes on for the other agents where one can't be read", async () => {
    const { append, follow, taken } = await setUp();
    await append("org-a", "agent-1", 1);
    await append("org-a", "agent-2", 1);
    const reports: unknown[] = [];
    const follower = follow({
      report: (error) => reports.push(error),
      refuse: ({ agentId }) => agentId === "agent-1",
    });
    await follower.collect();
    expect(taken).toEqual(["org-a agent-2 1"]);
    expect(reports).toHaveLength(1);
  });

  it("begins with what happens from now on", async () => {
    const { append, follow, taken, store } = await setUp();
    await append("org-a", "agent-1", 3);
    await store.transaction((tx) =>
      beginNow(tx, { organizationId: "org-a", follower: "test", subscriberId: "me" }),
    );
    await append("org-a", "agent-1", 1);
    await follow().collect();
    expect(taken).toEqual(["org-a agent-1 4"]);
  });

  it("takes what it reads on with the batch", async () => {
    const { append, follow, taken } = await setUp();
    await append("org-a", "agent-1", 130);
    const follower = follow({ readsOn: true });
    expect(await follower.collect()).toBe(false);
    expect(taken).toHaveLength(130);
  });

  async function setUp() {
    const { store } = await open();
    const events = createEvents({ store, bus: await openBus({ store, report: () => {} }) });
    const taken: string[] = [];
    const append = async (organizationId: string, agentId: string, count: number) => {
      const at = { organizationId, agentId, createdAt: 1 };
      for (let made = 0; made < count; made += 1) {
        const event = { ...at, kind: "a", threadId: null, contactId: null, audience: "all" as const };
        await store.transaction((tx) => events.append(tx, { ...event, payload: {} }));
      }
    };
    const follow = (how: Following = {}) =>
      createFollower({
        name: "test",
        store,
        selectSubscribers: (db) =>
          db
            .selectFrom("liveCounters")
            .select(["organizationId", ({ val }) => val("me").as("subscriberId")])
            .distinct(),
        async take(batch) {
          if (how.refuse?.(batch)) throw new Error("It can't be read.");
          const all = [...batch.events, ...(how.readsOn ? await batch.readOn() : [])];
          return {
            async write(tx) {
              const isTaken = (await how.write?.(tx)) ?? true;
              const told = all.map(({ organizationId, agentId, number }) =>
                [organizationId, agentId, number].join(" "),
              );
              tx.afterCommit(() => void taken.push(...told));
              return isTaken;
            },
          };
        },
        now: () => 1,
        report: how.report ?? ((error) => expect(error).toBeUndefined()),
      });
    return { store, append, follow, taken };
  }
});

interface Following {
  refuse?: (batch: Batch) => boolean;
  readsOn?: boolean;
  write?: (tx: Tx) => Promise<boolean>;
  report?: (error: unknown) => void;
}

type OpenStore = Awaited<ReturnType<ReturnType<typeof stores>[number]["open"]>>["store"];

async function positions({ db }: OpenStore): Promise<number[]> {
  const rows = await db.selectFrom("liveFollowers").select("number").execute();
  return rows.map(({ number }) => number);
}
