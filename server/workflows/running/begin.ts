import type { StepKind } from "../../../shared/domain/workflows/steps.ts";
import type { Tx } from "../../database/store.ts";
import type { WorkflowDeps } from "../deps.ts";
import type { WorkflowRunRow } from "../tables.ts";
import { endRun } from "./endRun.ts";
import { takeOne } from "./runJob.ts";
import { openRun, queueRun } from "./start.ts";
import type { Start } from "./start.ts";
import { tellSettled, writeSession } from "./store.ts";

/** Steps that only compute: they can be taken before anything of the run is stored. */
const computing: ReadonlySet<StepKind> = new Set<StepKind>([
  ...(["set", "condition", "switch", "loop", "parallel", "join", "end", "wait"] as const),
]);
/** More of them wait for the job, so that a request never computes for long. */
const mostAtOnce = 20;

/**
 * Starts a run that has no conversation, and takes its first steps in the same transaction as far as they only compute. One
 * that ends or waits there is written once and needs no job, which is most of what it costs.
 */
export async function beginRun(
  deps: WorkflowDeps,
  tx: Tx,
  start: Omit<Start, "thread" | "parent">,
): Promise<{ run: WorkflowRunRow; isRepeated: boolean }> {
  const opened = await openRun(deps, tx, start);
  if ("repeated" in opened) return { run: opened.repeated, isRepeated: true };
  const { session } = opened;
  for (let taken = 0; taken < mostAtOnce && !session.isEnded; taken += 1) {
    const row = session.ready.find(({ kind }) => computing.has(kind));
    if (!row) break;
    await takeOne(deps, { tx, session, row });
  }
  await writeSession(tx, session, { isNew: true });
  const { run } = session;
  if (session.isEnded) await endRun(deps, tx, run);
  else if (session.ready.length > 0) await queueRun(deps, tx, run);
  else tellSettled(deps, tx, run);
  return { run, isRepeated: false };
}
