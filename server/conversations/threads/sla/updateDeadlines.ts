import { findReplyDue } from "../../../../shared/domain/sla.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Tx } from "../../../database/store.ts";
import type { JobTools, NamedJobKind } from "../../../jobs/kinds.ts";
import type { JobRow } from "../../../jobs/tables.ts";
import type { ConversationDeps } from "../../deps.ts";
import { tell } from "../tell.ts";
import { updateThread } from "../../messages/write.ts";
import { readReplyTargets } from "./replyDeadline.ts";

const kind = "conversations.sla";
/** How many are updated at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 100;

/** Promises visitors who wait already what a new version promises. */
export function promisingJob(deps: ConversationDeps): NamedJobKind {
  return { kind, handler: (job, tools) => promiseAnew(deps, job, tools) };
}

/** Has it done once a version is committed; one that is published while another's runs has a job of its own. */
export async function recomputeDeadlinesLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { organizationId, agentId, version }: AgentKey & { version: number },
): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind, key: `${agentId}:${version}`, payload: { agentId } });
}

async function promiseAnew(deps: ConversationDeps, job: JobRow, { signal }: JobTools): Promise<void> {
  const { agentId } = JSON.parse(job.payload) as { agentId: string }; // written by recomputeDeadlinesLater
  const key = { organizationId: job.organizationId, agentId };
  for (let after = ""; ;) {
    signal.throwIfAborted();
    const ids = await listWaiting(deps, { ...key, after });
    const last = ids.at(-1);
    if (last === undefined) return;
    await promiseSome(deps, { ...key, ids });
    after = last;
  }
}

async function listWaiting(
  { store }: ConversationDeps,
  { organizationId, agentId, after }: AgentKey & { after: string },
): Promise<string[]> {
  const rows = await store.db
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("preview", "=", 0)
    .where("status", "!=", "resolved")
    .where("waitingSince", "is not", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(atOnce)
    .execute();
  return rows.map(({ id }) => id);
}

async function promiseSome(
  deps: ConversationDeps,
  { ids, ...key }: AgentKey & { ids: string[] },
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const promise = await readReplyTargets(tx, key);
    if (!promise) return;
    const threads = await tx
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", key.organizationId)
      .where("id", "in", ids)
      .orderBy("id")
      .forUpdate()
      .execute();
    const now = deps.now();
    for (const thread of threads) {
      const { waitingSince } = thread;
      if (waitingSince === null) continue;
      const replyDueAt = findReplyDue({ ...thread, waitingSince }, promise);
      const updated = await updateThread(tx, thread, { changes: { replyDueAt }, now });
      if (updated !== thread)
        await tell(deps, tx, { thread: updated, before: thread, audience: "team", now });
    }
  });
}
