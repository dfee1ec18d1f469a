import { maxReports } from "../../../shared/contract/analytics/reports.ts";
import type { NewReport, Report } from "../../../shared/contract/analytics/reports.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type {} from "../../accounts/tables.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { MemberCaller } from "../../requests/handle.ts";
import type { ReportRow } from "./tables.ts";

type Looker = Pick<MemberCaller, "organizationId" | "userId" | "may">;

/** Lists an organization's reports as a member sees them, by their names. */
export async function listReportsFor(db: Db, looker: Looker): Promise<Report[]> {
  const { organizationId, userId } = looker;
  const rows = await db
    .selectFrom("reports")
    .leftJoin("users", "users.id", "reports.makerId")
    .leftJoin("reportMails", (join) =>
      join
        .onRef("reportMails.organizationId", "=", "reports.organizationId")
        .onRef("reportMails.reportId", "=", "reports.id")
        .on("reportMails.userId", "=", userId),
    )
    .selectAll("reports")
    .select(["users.firstName", "users.lastName", "reportMails.userId as mailedTo"])
    .where("reports.organizationId", "=", organizationId)
    .execute();
  return rows
    .map((row) => ({
      ...{ id: row.id, name: row.name, range: row.range, from: row.fromDay, to: row.toDay },
      ...{ agentId: row.agentId, surface: row.surface, language: row.language },
      ...{ model: row.model, label: row.labelId },
      maker: { id: row.makerId, name: `${row.firstName ?? ""} ${row.lastName ?? ""}`.trim() },
      mayRemove: mayRemove(row, looker),
      isMailed: row.mailedTo !== null,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

/** Gives one report as a member sees it. */
export async function describeReport(db: Db, looker: Looker, reportId: string): Promise<Report> {
  const found = (await listReportsFor(db, looker)).find(({ id }) => id === reportId);
  if (!found) throw new AppError("not_found");
  return found;
}

/** Keeps a new report; gives its id. */
export async function keepReport(
  tx: Tx,
  { organizationId, userId }: Looker,
  { name, range, from, to, agentId, surface, language, model, label, now }: NewReport & { now: number },
): Promise<string> {
  const { count } = await tx
    .selectFrom("reports")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxReports)
    throw new AppError("conflict", {
      message: `An organization keeps ${maxReports} reports. Delete one you no longer need.`,
    });
  const id = newId();
  const days = { fromDay: from, toDay: to };
  const made = { makerId: userId, createdAt: now };
  await tx
    .insertInto("reports")
    .values({
      ...{ organizationId, id, name, range, ...days, agentId, ...made },
      ...{ surface, language, model, labelId: label },
    })
    .execute();
  return id;
}

/** Deletes a report with its e-mails, where the member may. */
export async function dropReport(tx: Tx, looker: Looker, reportId: string): Promise<void> {
  const row = await findReport(tx, { organizationId: looker.organizationId, reportId });
  if (!row) throw new AppError("not_found");
  if (!mayRemove(row, looker))
    throw new AppError("forbidden", { message: "Only its maker and managers may delete a report." });
  await removeReports(tx, looker.organizationId, [reportId]);
}

/** Deletes the reports on an agent that is removed for good. */
export async function forgetReportsOf(
  tx: Tx,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<void> {
  const rows = await tx
    .selectFrom("reports")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
  await removeReports(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  );
}

export interface ReportKey {
  organizationId: string;
  reportId: string;
}

export async function findReport(
  db: Db,
  { organizationId, reportId }: ReportKey,
): Promise<ReportRow | undefined> {
  return db
    .selectFrom("reports")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", reportId)
    .executeTakeFirst();
}

async function removeReports(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("reportMails")
    .where("organizationId", "=", organizationId)
    .where("reportId", "in", ids)
    .execute();
  await tx
    .deleteFrom("reports")
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
}

function mayRemove({ makerId }: Pick<ReportRow, "makerId">, { userId, may }: Looker): boolean {
  return makerId === userId || may("conversations.manage");
}
