import { changeRun, findRun, lockRun } from "../../actions/skills/runs.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";
import type { ConversationDeps } from "../deps.ts";
import { lockThread } from "../threads/find.ts";
import { showChange } from "./showChange.ts";

const kind = "conversations.expireAction";

/** Has a run that still waits at its time expire. */
export async function expireLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { organizationId, id: runId, expiresAt }: Pick<SkillRunRow, "organizationId" | "id" | "expiresAt">,
): Promise<void> {
  if (expiresAt === null) return;
  const key = `${runId}:${expiresAt}`;
  await jobs.enqueue(tx, { organizationId, kind, key, payload: { runId }, runAt: expiresAt });
}

/** Ends what nobody decided on in time. */
export function expiringJob(deps: ConversationDeps): NamedJobKind {
  return {
    kind,
    concurrency: 2,
    handler: async ({ organizationId, payload }) => {
      const { runId } = JSON.parse(payload) as { runId: string }; // written by expireLater
      const { store } = deps;
      const found = await findRun(store.db, { organizationId, runId });
      if (!found) return;
      await store.transaction(async (tx) => {
        const { agentId, threadId } = found;
        const thread = await lockThread(tx, { organizationId, agentId, threadId });
        const run = await lockRun(tx, { organizationId, threadId, runId });
        const now = deps.now();
        if (run?.state !== "waiting" || (run.expiresAt ?? 0) > now) return;
        await changeRun(tx, run, { state: "expired", endedAt: now });
        await showChange(deps, tx, { thread, run, changes: { state: "expired", fields: [] }, now });
      });
    },
  };
}
