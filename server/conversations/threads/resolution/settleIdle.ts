import { idleAfterMs } from "../../../../shared/domain/resolution.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { JobTools, NamedJobKind } from "../../../jobs/kinds.ts";
import type { JobRow } from "../../../jobs/tables.ts";
import type { ConversationDeps } from "../../deps.ts";
import { tell } from "../tell.ts";
import { updateThread } from "../../messages/write.ts";

const kind = "conversations.settle";
const everyMs = 60 * 60 * 1000;
/** How many are settled at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 100;

/** Decides how conversations that lie still came out. */
export function settlingJob(deps: ConversationDeps): NamedJobKind {
  return { kind, handler: (job, tools) => settleIdle(deps, job, tools) };
}

/** Looks now and once an hour for conversations that lie still, until the function it gives is called. */
export function startSettling(deps: ConversationDeps): () => Promise<void> {
  const work = () => planSettling(deps);
  work().catch(deps.report);
  return deps.scheduler.every({ name: "settles idle conversations", everyMs, work });
}

/** Queues the job for every agent that has some; two processes that do it at once queue it once. */
export async function planSettling({
  store,
  jobs,
  now,
}: Pick<ConversationDeps, "store" | "jobs" | "now">): Promise<void> {
  const agents = await store.reader
    .selectFrom("agents")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("threads")
          .select("threads.id")
          .whereRef("threads.organizationId", "=", "agents.organizationId")
          .whereRef("threads.agentId", "=", "agents.id")
          .where("threads.preview", "=", 0)
          .where("threads.resolution", "is", null)
          .where("threads.begunByTeam", "=", 0)
          .where("threads.lastActivityAt", "<=", now() - idleAfterMs),
      ),
    )
    .select(["organizationId", "id as agentId"])
    .execute();
  for (const { organizationId, agentId } of agents) {
    await store.transaction((tx) =>
      jobs.enqueue(tx, { organizationId, kind, key: agentId, payload: { agentId } }),
    );
  }
}

async function settleIdle(
  deps: ConversationDeps,
  job: JobRow,
  { signal, progress }: JobTools,
): Promise<void> {
  const key = { organizationId: job.organizationId, agentId: job.key };
  const before = deps.now() - idleAfterMs;
  let last: Place = { lastActivityAt: 0, id: "" };
  for (let done = 0; ; done += atOnce) {
    signal.throwIfAborted();
    const some = await listIdle(deps, { ...key, before, last });
    const end = some.at(-1);
    if (!end) return;
    await settle(deps, { ...key, ids: some.map(({ id }) => id) });
    last = end;
    progress({ done });
  }
}

interface Place {
  lastActivityAt: number;
  id: string;
}

/** Those that have not come out yet. Whose last word was never answered stays there, and is passed over each time. */
function listIdle(
  { store }: ConversationDeps,
  { organizationId, agentId, before, last }: AgentKey & { before: number; last: Place },
): Promise<Place[]> {
  return store.reader
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("preview", "=", 0)
    .where("resolution", "is", null)
    .where("begunByTeam", "=", 0)
    .where("lastActivityAt", ">=", last.lastActivityAt)
    .where("lastActivityAt", "<=", before)
    .where((row) => row.or([row("lastActivityAt", ">", last.lastActivityAt), row("id", ">", last.id)]))
    .select(["id", "lastActivityAt"])
    .orderBy("lastActivityAt")
    .orderBy("id")
    .limit(atOnce)
    .execute();
}

/** A concurrent write locks it, and then it is no longer idle. */
async function settle(
  deps: ConversationDeps,
  { organizationId, agentId, ids }: AgentKey & { ids: string[] },
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const threads = await tx
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("id", "in", ids)
      .orderBy("id")
      .forUpdate()
      .skipLocked()
      .execute();
    const now = deps.now();
    for (const thread of threads) {
      const settled = await updateThread(tx, thread, { changes: {}, now });
      if (settled.resolution === null) continue;
      await tell(deps, tx, { thread: settled, before: thread, now, audience: "team" });
    }
  });
}
