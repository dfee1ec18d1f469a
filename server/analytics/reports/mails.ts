import { digestTime } from "../../../shared/domain/digest.ts";
import { findNextSync } from "../../../shared/domain/syncSchedule.ts";
import type {} from "../../accounts/tables.ts";
import type { Db, Store, Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { ReportKey } from "./reports.ts";
import type { ReportMailRow } from "./tables.ts";

/** The kind of a job that sends one report to one member. */
export const reportJob = "report";

/** What such a job is given: its letter is written when it is sent. */
export interface ReportPayload {
  reportId: string;
  userId: string;
}

type MailKey = ReportKey & { userId: string };

/** The next Monday at 8:00 by the clocks of a zone. */
function findNext(timeZone: string, after: number): number {
  return findNextSync({ every: "weekly", weekday: 1, at: digestTime, timeZone }, after);
}

/** Has a report sent to a member every week. */
export async function beginMails(tx: Tx, { organizationId, reportId, userId }: MailKey, now: number) {
  const { timeZone } = await tx
    .selectFrom("users")
    .innerJoin("organizations", (join) => join.on("organizations.id", "=", organizationId))
    .select(({ fn }) => fn.coalesce("users.timeZone", "organizations.timeZone").as("timeZone"))
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("reportMails")
    .values({ organizationId, reportId, userId, timeZone, nextAt: findNext(timeZone, now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the e-mails of one report to a member, or of all of them in the organization. */
export async function endMails(
  db: Db,
  { organizationId, userId, reportId }: { organizationId: string; userId: string; reportId?: string },
): Promise<void> {
  await db
    .deleteFrom("reportMails")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .$if(reportId !== undefined, (query) => query.where("reportId", "=", reportId ?? ""))
    .execute();
}

interface QueueDeps {
  store: Store;
  jobs: Pick<Jobs, "enqueue">;
  now: () => number;
  report: (error: unknown) => void;
}

const atOnce = 100;

/**
 * Puts every report into line that is due, once: its row gets its next time in the same transaction, and another process
 * that finds it moved already puts nothing there. However many weeks were missed, it is one letter.
 */
export async function queueDueReports(deps: QueueDeps): Promise<void> {
  const { store, now, report } = deps;
  const zone = store.db.fn.coalesce("users.timeZone", "organizations.timeZone");
  const due = await store.db
    .selectFrom("reportMails")
    .innerJoin("users", "users.id", "reportMails.userId")
    .innerJoin("organizations", "organizations.id", "reportMails.organizationId")
    .selectAll("reportMails")
    .select(zone.as("zone"))
    // Also those of people who are in another zone since: their times are computed again.
    .where((row) => row.or([row("reportMails.nextAt", "<=", now()), row("reportMails.timeZone", "!=", zone)]))
    .orderBy("reportMails.nextAt")
    .limit(atOnce)
    .execute();
  for (const row of due) {
    try {
      await queueReport(deps, row);
    } catch (error) {
      report(error);
    }
  }
}

async function queueReport(
  { store, jobs, now }: QueueDeps,
  due: ReportMailRow & { zone: string },
): Promise<void> {
  const { organizationId, reportId, userId, zone, nextAt } = due;
  const at = now();
  await store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("reportMails")
      .set({ timeZone: zone, nextAt: findNext(zone, at) })
      .where("organizationId", "=", organizationId)
      .where("reportId", "=", reportId)
      .where("userId", "=", userId)
      .where("nextAt", "=", nextAt)
      .where("timeZone", "=", due.timeZone)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || nextAt > at) return;
    const payload = { reportId, userId } satisfies ReportPayload;
    await jobs.enqueue(tx, { organizationId, kind: reportJob, key: `${reportId} ${userId}`, payload });
  });
}
