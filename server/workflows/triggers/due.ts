import type { StartDeps } from "../deps.ts";
import { findPublished, readTrigger } from "../find.ts";
import { goOn } from "../running/resume.ts";
import { startRun } from "../running/start.ts";
import { findNextRun } from "./schedule.ts";

const atOnce = 200;
/** A run that was woken says itself when it is due next; one whose job got lost is looked at again after this. */
const lookAgainMs = 60_000;

/** Wakes runs whose time has come, and starts workflows whose schedule is due: one look at an index for all that wait. */
export async function takeDue(deps: StartDeps): Promise<void> {
  await wakeRuns(deps);
  await startScheduled(deps);
}

async function wakeRuns(deps: StartDeps): Promise<void> {
  const { store, now } = deps;
  const due = await store.db
    .selectFrom("workflowRuns")
    .select(["organizationId", "id", "wakeAt"])
    .where("wakeAt", "<=", now())
    .orderBy("wakeAt")
    .limit(atOnce)
    .execute();
  for (const { organizationId, id: runId, wakeAt } of due) {
    await store.transaction(async (tx) => {
      // Another process may have woken it just now.
      const { numUpdatedRows } = await tx
        .updateTable("workflowRuns")
        .set({ wakeAt: now() + lookAgainMs })
        .where("organizationId", "=", organizationId)
        .where("id", "=", runId)
        .where("wakeAt", "=", wakeAt)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await goOn(deps, tx, { organizationId, runId });
    });
  }
}

async function startScheduled(deps: StartDeps): Promise<void> {
  const { store, now } = deps;
  const due = await store.db
    .selectFrom("workflows")
    .select(["organizationId", "id", "agentId", "nextRunAt", "publishedTrigger"])
    .where("nextRunAt", "<=", now())
    .limit(atOnce)
    .execute();
  for (const row of due) {
    const { organizationId, id, nextRunAt, publishedTrigger } = row;
    const trigger = publishedTrigger === null ? null : readTrigger({ trigger: publishedTrigger });
    await store.transaction(async (tx) => {
      const next = trigger?.kind === "schedule" ? findNextRun(trigger, now()) : null;
      const { numUpdatedRows } = await tx
        .updateTable("workflows")
        .set({ nextRunAt: next })
        .where("organizationId", "=", organizationId)
        .where("id", "=", id)
        .where("nextRunAt", "=", nextRunAt)
        .executeTakeFirst();
      const published =
        numUpdatedRows > 0n ? await findPublished(tx, { organizationId, workflowId: id }) : null;
      if (!published) return;
      await startRun(deps, tx, {
        ...{ workflow: row, version: published.version, graph: published.graph, input: {} },
        ...{ trigger: "schedule", clientId: `schedule:${nextRunAt}` },
        about: { trigger: { at: new Date(nextRunAt ?? 0).toISOString() } },
      });
    });
  }
}
