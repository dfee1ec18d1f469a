import { keptSince, retentionAction } from "../../../../shared/domain/retention.ts";
import { findAnsweringAgent } from "../../../agents/find.ts";
import type { Capability } from "../../../agents/capability.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Store } from "../../../database/store.ts";
import type { AuditRecord } from "../../../requests/audit.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { JobRow } from "../../../jobs/tables.ts";
import type { JobTools } from "../../../jobs/kinds.ts";
import type { ConversationDeps } from "../../deps.ts";
import { removeSomeContacts, removeSomeThreads } from "./removeThreads.ts";
import { createRetentionRoute } from "./retentionCalls.ts";
import type { EndSessions, ForgetContacts, ForgetThreads, RemoveDeps, Removed } from "./removeThreads.ts";

const kind = "conversations.retention";
const everyMs = 24 * 60 * 60 * 1000;

export interface RetentionDeps extends RemoveDeps, Pick<ConversationDeps, "store" | "report" | "scheduler"> {
  jobs: Jobs;
  endSessions: EndSessions;
  forgetThreads: ForgetThreads;
  forgetContacts: ForgetContacts;
  /** Writes into the audit log. */
  record: (done: AuditRecord) => Promise<void>;
}

/** The time for which agents keep their conversations: what is older is deleted at the start and once a day. */
export function createRetention(deps: RetentionDeps): Capability {
  let end = async () => {};
  return {
    name: "retention",
    routes: [createRetentionRoute(deps)],
    jobs: [{ kind, handler: (job, tools) => removeOld(deps, job, tools) }],
    start() {
      const work = () => planRetention(deps);
      work().catch(deps.report);
      end = deps.scheduler.every({ name: "deletes old conversations", everyMs, work });
    },
    stop: () => end(),
  };
}

/** Queues the job now for every agent that keeps its conversations for a time. */
export async function planRetention({ store, jobs }: Pick<RetentionDeps, "store" | "jobs">): Promise<void> {
  for (const { organizationId, agentId } of await listRetained(store)) {
    await store.transaction((tx) =>
      jobs.enqueue(tx, { organizationId, kind, key: agentId, payload: { agentId } }),
    );
  }
}

/** The agents whose public version keeps conversations for a time. Inside a JSON text a quote is escaped, so no words match. */
async function listRetained({ reader }: Pick<Store, "reader">): Promise<AgentKey[]> {
  return reader
    .selectFrom("agents")
    .innerJoin("agentVersions as version", (join) =>
      join
        .onRef("version.organizationId", "=", "agents.organizationId")
        .onRef("version.agentId", "=", "agents.id")
        .onRef("version.version", "=", "agents.publishedVersion"),
    )
    .select(["agents.organizationId", "agents.id as agentId"])
    .where("version.configuration", "like", '%"retentionDays":%')
    .where("version.configuration", "not like", '%"retentionDays":null%')
    .execute();
}

async function removeOld(deps: RetentionDeps, job: JobRow, { signal, progress }: JobTools): Promise<void> {
  const { store, now, record } = deps;
  const { organizationId, key: agentId } = job;
  const key = { organizationId, agentId };
  const removed: Removed = { conversations: 0, files: 0 };
  try {
    for (;;) {
      signal.throwIfAborted();
      // Read again each time: turning it off meanwhile keeps what is still there.
      const agent = await findAnsweringAgent(store.db, key, { preview: false });
      const days = agent?.configuration.retentionDays ?? null;
      if (days === null) return;
      const before = keptSince(days, now());
      const some = await store.transaction((tx) => removeSomeThreads(deps, tx, { ...key, before }));
      const contacts = await store.transaction((tx) => removeSomeContacts(deps, tx, { ...key, before }));
      removed.conversations += some.conversations;
      removed.files += some.files;
      if (some.conversations + contacts === 0) return;
      progress({ ...removed });
    }
  } finally {
    if (removed.conversations > 0) await record(describe(job, removed));
  }
}

function describe({ organizationId, key, id }: JobRow, { conversations, files }: Removed): AuditRecord {
  return {
    ...{ userId: null, organizationId, action: retentionAction, outcome: "done" },
    targets: { productId: key, conversations: `${conversations}`, files: `${files}` },
    ...{ address: "", requestId: id },
  };
}
