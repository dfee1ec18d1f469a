import { newId } from "../database/ids.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import { markChannel } from "./connect.ts";
import { changedChannel } from "./deps.ts";
import type { ChannelDeps } from "./deps.ts";
import { keepUpdates } from "./keepUpdates.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { openChannel } from "./open.ts";
import type { ChannelRow } from "./tables.ts";

const lookEveryMs = 5000;
/** A process that is silent for longer than this is dead, and another one polls in its place. */
const leaseMs = 90_000;
const firstPauseMs = 5000;
const longestPauseMs = 5 * 60_000;

export interface Poller {
  start(): void;
  stop(): Promise<void>;
}

interface Loop {
  ends: AbortController;
  done: Promise<void>;
  revision: number;
}

/**
 * Asks the providers that send nothing by themselves for news, each channel by one process at a time. What is new is stored in
 * the transaction that moves the cursor, so a kill loses nothing and repeats nothing.
 */
export function createPoller(deps: ChannelDeps, kinds: ChannelKinds): Poller {
  const { store, bus, now, report, scheduler } = deps;
  const owner = newId();
  const loops = new Map<string, Loop>();
  /** When a channel that failed is asked again, and how often it failed in a row. */
  const pauses = new Map<string, { until: number; count: number }>();
  const polled = Object.values(kinds).flatMap((kind) => (kind.polling ? [kind.type] : []));
  let isStopped = false;
  let unsubscribe = () => {};
  let endLooks = async () => {};

  async function look(): Promise<void> {
    if (isStopped || polled.length === 0) return;
    const rows = await store.db
      .selectFrom("channels")
      // The channels of a deleted agent rest.
      .innerJoin("agents", (join) =>
        join
          .onRef("agents.organizationId", "=", "channels.organizationId")
          .onRef("agents.id", "=", "channels.agentId"),
      )
      .selectAll("channels")
      .where("channels.enabled", "=", 1)
      .where("channels.type", "in", polled)
      .execute();
    const wanted = new Map(rows.map((row) => [nameOf(row), row]));
    for (const [name, loop] of loops)
      if (wanted.get(name)?.revision !== loop.revision) loop.ends.abort(new Error("The channel changed."));
    for (const [name, row] of wanted) {
      const pause = pauses.get(name);
      if (loops.has(name) || isStopped || (pause && pause.until > now())) continue;
      begin(name, row);
    }
  }

  function begin(name: string, row: ChannelRow): void {
    const ends = new AbortController();
    const done = run(name, row, ends.signal)
      .catch((error: unknown) => {
        if (!ends.signal.aborted) report(error);
      })
      .finally(() => {
        loops.delete(name);
        // It may be wanted again already, with other credentials.
        if (ends.signal.aborted) void look().catch(report);
      });
    loops.set(name, { ends, done, revision: row.revision });
  }

  async function run(name: string, first: ChannelRow, signal: AbortSignal): Promise<void> {
    const { polling } = kinds[first.type];
    if (!polling) return;
    for (;;) {
      signal.throwIfAborted();
      const row = await takeLease(first);
      const channel = row && (await openChannel(deps, row));
      if (!row || !channel || !polling.isPolled(channel)) return;
      try {
        const { updates, cursor } = await polling.poll(channel, { cursor: row.cursor, signal });
        await keep(row, updates, cursor);
        pauses.delete(name);
        if (row.state === "broken") await markChannel(deps, row, { state: "connected", problem: null });
      } catch (error) {
        if (signal.aborted) return;
        const { count } = pauses.get(name) ?? { count: 0 };
        pauses.set(name, {
          until: now() + Math.min(longestPauseMs, firstPauseMs * 2 ** count),
          count: count + 1,
        });
        if (!(error instanceof ChannelProblem)) throw error;
        await markChannel(deps, row, { state: "broken", problem: error.message });
        return;
      }
    }
  }

  async function keep(
    row: ChannelRow,
    updates: Parameters<typeof keepUpdates>[2]["updates"],
    cursor: string | null,
  ): Promise<void> {
    if (updates.length === 0 && cursor === row.cursor) return;
    const { organizationId, agentId, type } = row;
    await store.transaction(async (tx) => {
      await keepUpdates(deps, tx, { organizationId, agentId, type, updates });
      await tx
        .updateTable("channels")
        .set({ cursor })
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("type", "=", type)
        .where("webhookKey", "=", row.webhookKey)
        // It may read another account since.
        .where("revision", "=", row.revision)
        .execute();
    });
  }

  /** Gives the row where this process is the one that polls. */
  async function takeLease({ organizationId, agentId, type }: ChannelRow): Promise<ChannelRow | undefined> {
    return store.db
      .updateTable("channels")
      .set({ pollOwner: owner, pollUntil: now() + leaseMs })
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("type", "=", type)
      .where("enabled", "=", 1)
      .where(({ or, eb }) =>
        or([eb("pollOwner", "=", owner), eb("pollUntil", "<=", now()), eb("pollOwner", "is", null)]),
      )
      .returningAll()
      .executeTakeFirst();
  }

  return {
    start() {
      unsubscribe = bus.subscribe(changedChannel, (name) => {
        if (name !== null) pauses.delete(name);
        void look().catch(report);
      });
      endLooks = scheduler.every({ name: "looks for channels to poll", everyMs: lookEveryMs, work: look });
      void look().catch(report);
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      await endLooks();
      const ending = [...loops.values()];
      ending.forEach(({ ends }) => ends.abort(new Error("The server is stopping.")));
      await Promise.all(ending.map(({ done }) => done));
      // A courtesy to the next process: without it, also where the database is away, that waits for the lease to end.
      await store.db
        .updateTable("channels")
        .set({ pollOwner: null, pollUntil: 0 })
        .where("pollOwner", "=", owner)
        .execute()
        .catch(report);
    },
  };
}

/** What a channel is called on the bus. */
export function nameOf({
  organizationId,
  agentId,
  type,
}: Pick<ChannelRow, "organizationId" | "agentId" | "type">) {
  return `${organizationId}:${agentId}:${type}`;
}
