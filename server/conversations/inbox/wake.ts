import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ThreadRow } from "../tables.ts";
import { addMessages, reopened } from "../messages/write.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";

const kind = "conversations.wake";

/** Wakes snoozed threads. */
export function wakingJob(deps: ConversationDeps): NamedJobKind {
  return { kind, handler: (job) => wakeThread(deps, job), concurrency: 2 };
}

/** Refuses a time that is over, in whatever part of the body it came. */
export function refusePast(until: number | undefined, now: number, path: string): void {
  if (until === undefined || until > now) return;
  throw new AppError("invalid_input", { fields: [{ path, message: "Choose a time in the future." }] });
}

/** Has a snoozed thread woken at its time. One that is put off once more has a job for each time: the early one does nothing. */
export async function wakeLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  {
    organizationId,
    id: threadId,
    snoozedUntil,
  }: Pick<ThreadRow, "organizationId" | "id"> & { snoozedUntil: number },
): Promise<void> {
  const key = `${threadId}:${snoozedUntil}`;
  await jobs.enqueue(tx, { organizationId, kind, key, payload: { threadId }, runAt: snoozedUntil });
}

async function wakeThread(deps: ConversationDeps, { organizationId, payload }: JobRow): Promise<void> {
  const { threadId } = JSON.parse(payload) as { threadId: string }; // written by wakeLater
  await deps.store.transaction(async (tx) => {
    const thread = await tx
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("id", "=", threadId)
      .forUpdate()
      .executeTakeFirst();
    const now = deps.now();
    if (thread?.status !== "snoozed" || (thread.snoozedUntil ?? 0) > now) return;
    await addMessages(deps, tx, {
      thread,
      messages: [{ role: "system", kind: "event", content: "woken", audience: "team" }],
      changes: { ...reopened, unread: Math.max(1, thread.unread) },
      now,
    });
  });
}
