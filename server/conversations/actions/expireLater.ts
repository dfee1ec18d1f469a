import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";

/** The jobs that end what nobody decided on in time. */
export const expireKind = "conversations.expireAction";

/** Has a run that still waits at its time expire. */
export async function expireLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { organizationId, id: runId, expiresAt }: Pick<SkillRunRow, "organizationId" | "id" | "expiresAt">,
): Promise<void> {
  if (expiresAt === null) return;
  const key = `${runId}:${expiresAt}`;
  await jobs.enqueue(tx, { organizationId, kind: expireKind, key, payload: { runId }, runAt: expiresAt });
}
