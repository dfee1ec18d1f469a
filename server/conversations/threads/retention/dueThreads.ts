import type { AgentKey } from "../../../agents/parts.ts";
import type { Db } from "../../../database/store.ts";
import type {} from "../../tables.ts";

/** The threads of an agent in which nothing was said since then. */
export function oldThreads(db: Db, { organizationId, agentId }: AgentKey, before: number) {
  return db
    .selectFrom("threads")
    .where("threads.organizationId", "=", organizationId)
    .where("threads.agentId", "=", agentId)
    .where("threads.lastActivityAt", "<", before);
}

/** Of these the ones that may go: never one that a person of the team has, is waited for in, or has put off, until it is resolved. */
export function dueThreads(db: Db, key: AgentKey, before: number) {
  return oldThreads(db, key, before).where((thread) =>
    thread.or([
      thread("threads.status", "=", "resolved"),
      thread.and([thread("threads.handledBy", "=", "ai"), thread("threads.status", "!=", "snoozed")]),
    ]),
  );
}
