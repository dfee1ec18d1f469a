import { sql } from "kysely";
import type { ExpressionBuilder } from "kysely";
import { dueSoonMs } from "../../../../shared/domain/sla.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Tables, Tx } from "../../../database/store.ts";
import type { JobTools, NamedJobKind } from "../../../jobs/kinds.ts";
import type { JobRow } from "../../../jobs/tables.ts";
import type { ConversationDeps } from "../../deps.ts";
import type { ThreadRow } from "../../tables.ts";
import { tell } from "../tell.ts";
import { addMessages, updateThread } from "../../messages/write.ts";
import { aboutOverdue, dueJob, overdueEvent } from "./replyDeadline.ts";

const everyMs = 15_000;
/** How many are read at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 100;

/** Says of replies that they are due soon, or overdue. */
export function sayingDueJob(deps: ConversationDeps): NamedJobKind {
  return { kind: dueJob, handler: (job, tools) => sayDue(deps, job, tools) };
}

type DueDeps = Pick<ConversationDeps, "store" | "jobs" | "now" | "report" | "scheduler">;

/** Looks for replies whose time has come: now, at each next one's, and every quarter of a minute for what changed meanwhile. */
export function startWatchingDue(deps: DueDeps): () => void {
  let endWait = () => {};
  let isOver = false;
  const look = async () => {
    const wait = await planDue(deps)
      .then(() => findWait(deps))
      .catch(deps.report);
    if (isOver) return;
    endWait = deps.scheduler.after({ name: "looks for due replies", ms: wait ?? everyMs, work: look });
  };
  void look();
  return () => {
    isOver = true;
    endWait();
  };
}

/** Queues the job for every agent that has some; two processes that do it at once queue it once. */
export async function planDue({ store, jobs, now }: Pick<DueDeps, "store" | "jobs" | "now">): Promise<void> {
  const agents = await store.reader
    .selectFrom("threads")
    .where((row) => isUnsaid(row, now()))
    .select(["organizationId", "agentId"])
    .distinct()
    .execute();
  for (const { organizationId, agentId } of agents) {
    await store.transaction((tx) =>
      jobs.enqueue(tx, { organizationId, kind: dueJob, key: agentId, payload: { agentId } }),
    );
  }
}

/** How long there is nothing to say. */
async function findWait({ store, now }: DueDeps): Promise<number> {
  const from = now();
  const next = await store.reader
    .selectFrom("threads")
    .where((row) => row.and([isUnsaid(row, from + everyMs), row(sayAt, ">", from)]))
    .select((row) => row.fn.min<number | null>(sayAt).as("at"))
    .executeTakeFirst();
  return Math.max(0, (next?.at ?? from + everyMs) - now());
}

/** When something is to be said of a reply: that it is due soon, and once that is said, that it is overdue. */
const sayAt = sql<number>`"replyDueAt" - case when "replyDue" is null then ${sql.lit(dueSoonMs)} else 0 end`;

/** It is due soon, or overdue, by then, and nobody has said so yet. */
function isUnsaid(row: ExpressionBuilder<Tables, "threads">, by: number) {
  return row.and([
    row("replyDueAt", "<=", by + dueSoonMs),
    row("status", "in", ["open", "pending"]),
    row.or([row("replyDue", "is", null), row("replyDue", "=", "soon")]),
    row(sayAt, "<=", by),
  ]);
}

async function sayDue(deps: ConversationDeps, job: JobRow, { signal }: JobTools): Promise<void> {
  const { agentId } = JSON.parse(job.payload) as { agentId: string }; // written by who queues it
  const key = { organizationId: job.organizationId, agentId };
  do signal.throwIfAborted();
  while ((await saySomeDue(deps, key)) === atOnce);
}

/** A concurrent reply locks the conversation, and then nothing is due in it. */
async function saySomeDue(deps: ConversationDeps, { organizationId, agentId }: AgentKey): Promise<number> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    const threads = await tx
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where((row) => isUnsaid(row, now))
      .orderBy("id")
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const thread of threads) await sayOneDue(deps, tx, { thread, now });
    return threads.length;
  });
}

async function sayOneDue(
  deps: ConversationDeps,
  tx: Tx,
  { thread, now }: { thread: ThreadRow; now: number },
): Promise<void> {
  if ((thread.replyDueAt ?? now) <= now) {
    const event = {
      ...({ role: "system", kind: "event", content: overdueEvent, audience: "team" } as const),
      about: aboutOverdue(thread.replyDueAt),
    };
    await addMessages(deps, tx, { thread, messages: [event], changes: { replyDue: "overdue" }, now });
    return;
  }
  const updated = await updateThread(tx, thread, { changes: { replyDue: "soon" }, now });
  await tell(deps, tx, { thread: updated, before: thread, audience: "team", now });
}
