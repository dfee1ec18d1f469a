import type { Store, Tx } from "../../database/store.ts";
import type { Events } from "../../live/events.ts";
import { readCounts, type SyncCounts } from "../present.ts";
import type { SyncRunRow } from "../tables.ts";
import { announceSync, writeLog, type LogLine, type SyncPayloadKey } from "./runs.ts";

/** How often screens hear of a run's progress at most; its end they hear at once. */
const announceEveryMs = 400;

/** Writes down what one run does: counts, log lines, progress. What happens to a page is counted in its own transaction. */
export interface RunRecord {
  readonly key: SyncPayloadKey;
  /** Adds to the counts, writes a line, and lets screens know soon. */
  note(tx: Tx, change: Partial<SyncCounts>, line?: LogLine): Promise<void>;
  /** As `note`, where nothing else is written. */
  noteAlone(change: Partial<SyncCounts>, line?: LogLine): Promise<void>;
  /** Sets counts that are known as a whole, such as how many addresses were found. */
  set(counts: Partial<SyncCounts>): Promise<void>;
}

export interface RecordOptions {
  /** Is told of every change: the run got further. */
  progress: (counts: SyncCounts) => void;
  key: SyncPayloadKey;
  store: Store;
  events: Events;
  now: () => number;
}

export function createRecord({ key, store, events, progress, now }: RecordOptions): RunRecord {
  let announcedAt = 0;

  async function change(tx: Tx, next: (counts: SyncCounts) => SyncCounts): Promise<void> {
    const run = await readRun(tx, key);
    if (!run) return;
    const counts = next(readCounts(run));
    tx.afterCommit(() => progress(counts));
    await tx
      .updateTable("syncRuns")
      .set({ counts: JSON.stringify(counts) })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", key.runId)
      .execute();
    if (now() - announcedAt < announceEveryMs) return;
    announcedAt = now();
    await announceSync(events, tx, { ...key, now: now() });
  }

  async function note(tx: Tx, added: Partial<SyncCounts>, line?: LogLine): Promise<void> {
    if (line) await writeLog(tx, { ...key, now: now() }, line);
    await change(tx, (counts) => addCounts(counts, added));
  }

  return {
    key,
    note,
    noteAlone: (added, line) => store.transaction((tx) => note(tx, added, line)),
    set: (known) => store.transaction((tx) => change(tx, (counts) => ({ ...counts, ...known }))),
  };
}

function addCounts(counts: SyncCounts, added: Partial<SyncCounts>): SyncCounts {
  const sum = { ...counts };
  for (const name of Object.keys(added) as (keyof SyncCounts)[]) sum[name] += added[name] ?? 0; // names of the type itself
  return sum;
}

export function readRun(
  tx: Tx,
  key: Pick<SyncPayloadKey, "organizationId" | "runId">,
): Promise<SyncRunRow | undefined> {
  return tx
    .selectFrom("syncRuns")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.runId)
    .forUpdate()
    .executeTakeFirst();
}
