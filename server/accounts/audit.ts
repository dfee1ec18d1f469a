import { newId } from "../database/ids.ts";
import type { Store } from "../database/store.ts";
import type { AuditRecord } from "../requests/audit.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** What is older goes. */
const keepForMs = 365 * 24 * 60 * 60 * 1000;
const pruneEveryMs = 6 * 60 * 60 * 1000;
/** Few at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 500;

/** The log of who did what. */
export interface Audit {
  /** Writes down what was done; without an organization into the log of each that the user belongs to. */
  record(done: AuditRecord): Promise<void>;
  /** Removes what is older than a year. */
  prune(): Promise<void>;
  /** Prunes now and then until the function it gives is called. */
  startPruning(scheduler: Scheduler): () => Promise<void>;
}

/** Makes the audit log. */
export function createAudit({ store, now }: { store: Store; now: () => number }): Audit {
  const { db } = store;

  async function record({ organizationId, ...done }: AuditRecord): Promise<void> {
    const { targets, apiKeyId = null, ...entry } = done;
    const organizations =
      organizationId === undefined ? await listOrganizationIds(done.userId ?? "") : [organizationId];
    if (organizations.length === 0) return;
    const at = now();
    const rows = organizations.map((id) => ({
      ...{ organizationId: id, id: newId(at), at, apiKeyId, targets: JSON.stringify(targets) },
      ...entry,
    }));
    await db.insertInto("auditEntries").values(rows).execute();
  }

  async function listOrganizationIds(userId: string): Promise<string[]> {
    const rows = await db
      .selectFrom("members")
      .select("organizationId")
      .where("userId", "=", userId)
      .execute();
    return rows.map((row) => row.organizationId);
  }

  async function prune(): Promise<void> {
    const before = now() - keepForMs;
    for (;;) {
      const old = await db
        .selectFrom("auditEntries")
        .select(["organizationId", "id"])
        .where("at", "<", before)
        .orderBy("at")
        .limit(atOnce)
        .execute();
      for (const [organizationId, ids] of Map.groupBy(old, (row) => row.organizationId)) {
        await db
          .deleteFrom("auditEntries")
          .where("organizationId", "=", organizationId)
          .where(
            "id",
            "in",
            ids.map(({ id }) => id),
          )
          .execute();
      }
      if (old.length < atOnce) return;
    }
  }

  return {
    record,
    prune,
    startPruning: (scheduler) =>
      scheduler.every({ name: "prunes the audit log", everyMs: pruneEveryMs, work: prune }),
  };
}
