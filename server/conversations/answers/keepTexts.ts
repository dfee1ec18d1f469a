import { sql } from "kysely";
import type { Db } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { answerChannel } from "./endAnswer.ts";
import { handedOver, handOverChannel, leaseCheckMs, leaseMs, persistEveryMs } from "./lease.ts";
import type { Run } from "./run.ts";

/** Stores the texts of all answers that a process writes, together: the disk is asked once, however many there are. */
export interface TextKeeper {
  /** Stores a run's text while it grows; the function it gives ends that, and resolves when no such write is under way. */
  keep(run: Run): () => Promise<void>;
  /** Stores the texts so far and hands the answers over: another process, or the next start, takes them immediately. */
  leave(runs: Run[]): Promise<void>;
}

/** Each number of rows is a statement of its own, and the store keeps those it prepared. */
const mostTogether = 50;
/** Of more answers than that, this share is stored at a time, those first that have waited longest: each every two seconds. */
const shareAtOnce = 1 / 8;

/** Makes the keeper of this process's answers. A run that another process has, or whose end is stored, is halted. */
export function createTextKeeper(deps: ConversationDeps, owner: string): TextKeeper {
  const kept = new Map<Run, { text: string; at: number }>();
  let end: (() => Promise<void>) | undefined;
  let under: Promise<void> | undefined;

  async function step(): Promise<void> {
    const now = deps.now();
    // What is stored goes to the end, so the first ones have waited longest.
    const most = Math.max(mostTogether, Math.ceil(kept.size * shareAtOnce));
    const due = [...kept]
      .flatMap(([run, { text, at }]) =>
        !run.isHalted && (run.text !== text || now - at >= leaseCheckMs) ? [run] : [],
      )
      .slice(0, most);
    for (let from = 0; from < due.length; from += mostTogether) {
      const runs = due.slice(from, from + mostTogether);
      const texts = runs.map(({ text }) => text);
      // Readers have it already, and the answer's end is what they are told of.
      const ours = await storeTexts(runs, { db: deps.store.early, owner, now, leaseUntil: now + leaseMs });
      for (const [index, run] of runs.entries()) {
        if (!ours.has(run.row.id)) run.halt();
        else if (kept.delete(run)) kept.set(run, { text: texts[index] ?? "", at: now });
        if (ours.has(run.row.id)) deps.bus.publish(answerChannel(run.row.id), owner);
      }
    }
  }

  function work(): Promise<void> {
    under ??= step().finally(() => (under = undefined));
    return under;
  }

  return {
    keep(run) {
      kept.set(run, { text: "", at: deps.now() });
      end ??= deps.scheduler.every({ name: "stores growing answers", everyMs: persistEveryMs, work });
      return async () => {
        kept.delete(run);
        if (kept.size === 0) {
          void end?.();
          end = undefined;
        }
        await under?.catch(() => {});
      };
    },
    async leave(runs) {
      // A lease that is given up is not renewed: no earlier check is still running.
      runs.forEach((run) => kept.delete(run));
      await under?.catch(() => {});
      const given = await storeTexts(runs, {
        db: deps.store.db,
        owner,
        now: deps.now(),
        leaseUntil: handedOver,
      });
      if (given.size > 0) deps.bus.publish(handOverChannel, owner);
    },
  };
}

interface Held {
  db: Db;
  now: number;
  owner: string;
  leaseUntil: number;
}

/** Stores the texts so far and renews the leases; gives the answers that this process still has. */
async function storeTexts(runs: Run[], { db, owner, now, leaseUntil }: Held): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const rows = runs.map(({ row, text }) => {
    const { organizationId, id, generation } = row;
    return sql`(${organizationId}, ${id}, cast(${generation} as integer), ${text})`;
  });
  const stored = await db
    .with("grown(organizationId, id, generation, content)", () => sql<Grown>`(values ${sql.join(rows)})`)
    .updateTable("messages")
    .from("grown")
    .set((eb) => ({ content: eb.ref("grown.content"), leaseUntil, updatedAt: now }))
    .whereRef("messages.organizationId", "=", "grown.organizationId")
    .whereRef("messages.id", "=", "grown.id")
    .whereRef("messages.generation", "=", "grown.generation")
    .where("messages.status", "=", "streaming")
    .where("messages.owner", "=", owner)
    .returning("messages.id")
    .execute();
  return new Set(stored.map(({ id }) => id));
}

interface Grown {
  organizationId: string;
  id: string;
  generation: number;
  content: string;
}
