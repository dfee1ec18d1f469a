import type { ExpressionBuilder } from "kysely";
import { dueSoonMs } from "../../../shared/domain/sla.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Tables, Tx } from "../../database/store.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ThreadRow } from "../tables.ts";
import { tell } from "../tell.ts";
import { addMessages, updateThread } from "../write.ts";

const kind = "conversations.due";
const everyMs = 15_000;
/** So many at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 100;

/** Says how it is said of replies that they are due soon, or overdue. */
export function registerSayingDue(deps: ConversationDeps): void {
  deps.jobs.register(kind, (job, tools) => sayDue(deps, job, tools));
}

/** Looks now and every quarter of a minute for replies whose time comes, until the function it gives is called. */
export function startWatchingDue(deps: ConversationDeps): () => void {
  const plan = () => void planDue(deps).catch(deps.report);
  plan();
  const timer = setInterval(plan, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Queues the job for every agent that has some; two processes that do it at once queue it once. */
export async function planDue({
  store,
  jobs,
  now,
}: Pick<ConversationDeps, "store" | "jobs" | "now">): Promise<void> {
  const agents = await store.reader
    .selectFrom("threads")
    .where((row) => isUnsaid(row, now()))
    .select(["organizationId", "agentId"])
    .distinct()
    .execute();
  for (const { organizationId, agentId } of agents) {
    await store.transaction((tx) =>
      jobs.enqueue(tx, { organizationId, kind, key: agentId, payload: { agentId } }),
    );
  }
}

/** It is due soon, or overdue, and nobody has said so yet. */
function isUnsaid(row: ExpressionBuilder<Tables, "threads">, now: number) {
  return row.and([
    row("replyDueAt", "<=", now + dueSoonMs),
    row("status", "in", ["open", "pending"]),
    row.or([
      row("replyDue", "is", null),
      row.and([row("replyDue", "=", "soon"), row("replyDueAt", "<=", now)]),
    ]),
  ]);
}

async function sayDue(deps: ConversationDeps, job: JobRow, { signal }: JobTools): Promise<void> {
  const key = { organizationId: job.organizationId, agentId: job.key };
  do signal.throwIfAborted();
  while ((await saySomeDue(deps, key)) === atOnce);
}

/** Whoever replies at this moment has the conversation, and nothing is due in it any more. */
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
    const about = JSON.stringify({ until: thread.replyDueAt });
    const event = {
      role: "system",
      kind: "event",
      content: "replyOverdue",
      audience: "team",
      about,
    } as const;
    await addMessages(deps, tx, { thread, messages: [event], changes: { replyDue: "overdue" }, now });
    return;
  }
  const updated = await updateThread(tx, thread, { changes: { replyDue: "soon" }, now });
  await tell(deps, tx, { thread: updated, before: thread, audience: "team", now });
}
