import { may } from "../../../shared/domain/access.ts";
import { readClock, writeLocal } from "../../../shared/domain/figureTime.ts";
import { pickFilters } from "../../../shared/domain/measures.ts";
import type { FigureFilters } from "../../../shared/domain/measures.ts";
import { mailedFigures } from "../../../shared/domain/reports.ts";
import { letterLanguage } from "../../accounts/letterLanguage.ts";
import { findMember } from "../../accounts/members.ts";
import type {} from "../../accounts/tables.ts";
import { foldFigures } from "../../conversations/figures/fold.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { writeReportLetter } from "../../mail/reportLetter.ts";
import type { AnalyticsDeps } from "../deps.ts";
import { addDays } from "../lastDays.ts";
import { listOwnAgents } from "../ownAgents.ts";
import { readDashboard } from "../readDashboard.ts";
import type { ReportPayload } from "./mails.ts";
import { findReport } from "./reports.ts";
import type { ReportRow } from "./tables.ts";
import { makeStopAddress } from "./stopPage.ts";

/**
 * Does one job: reads the figures of a report as they are now, and sends them. Members who unsubscribed meanwhile, or
 * may no longer see figures, get none.
 */
export async function sendReport(deps: AnalyticsDeps, { organizationId, payload }: JobRow): Promise<void> {
  const { store, mail, lookOrigin, digestKey, now } = deps;
  const { reportId, userId } = JSON.parse(payload) as ReportPayload; // written by queueReport
  const [report, asked, member, origin] = await Promise.all([
    findReport(store.db, { organizationId, reportId }),
    store.db
      .selectFrom("reportMails")
      .innerJoin("users", "users.id", "reportMails.userId")
      .innerJoin("organizations", "organizations.id", "reportMails.organizationId")
      .select(["users.email", "users.language", "reportMails.timeZone", "organizations.name as organization"])
      .where("reportMails.organizationId", "=", organizationId)
      .where("reportId", "=", reportId)
      .where("userId", "=", userId)
      .executeTakeFirst(),
    findMember(store.db, { organizationId, userId }),
    lookOrigin(),
  ]);
  if (!report || !asked || !member || origin === null || !may(member.roles, "analytics.read")) return;
  const everything = { organizationId, agentIds: null };
  const agents = await listOwnAgents(store.db, everything);
  const shown = report.agentId === null ? agents : agents.filter(({ id }) => id === report.agentId);
  if (shown.length === 0) return;
  await foldFigures(store);
  const days = daysOf(report, { now: now(), timezone: asked.timeZone });
  const data = await readDashboard(store.reader, {
    dashboardId: report.agentId === null ? "copilot-overview-dashboard" : "copilot-level-dashboard",
    ...{ organizationId, agents: shown, days, filters: filtersOf(report) },
    isWhole: report.agentId === null,
  });
  const figures = mailedFigures.flatMap(([measure, aggregation]) => {
    const found = data.figures.find((one) => one.measure === measure && one.aggregation === aggregation);
    return found ? [{ measure, aggregation, value: found.value, before: found.before }] : [];
  });
  await mail.send(
    writeReportLetter(
      { to: asked.email, language: letterLanguage(asked) },
      {
        ...{ report: report.name, organization: asked.organization, from: days.from, to: days.to, figures },
        url: `${origin}${linkTo(report, days)}`,
        stopUrl: `${origin}${makeStopAddress(digestKey, { organizationId, userId }, now())}`,
      },
    ),
  );
}

/** A range as a letter tells it ends yesterday: of today only some hours are known. */
function daysOf(
  { range }: ReportRow,
  { now, timezone }: { now: number; timezone: string },
): { from: string; to: string; timezone: string } {
  const to = addDays(writeLocal(readClock(now, timezone), "day"), -1);
  return { from: addDays(to, 1 - Number.parseInt(range)), to, timezone };
}

function filtersOf({ labelId, ...report }: ReportRow): FigureFilters {
  return pickFilters({ ...report, label: labelId });
}

function linkTo(report: ReportRow, { from, to }: { from: string; to: string }): string {
  const { organizationId, agentId } = report;
  const query = new URLSearchParams({ range: "custom", from, to, ...filtersOf(report) });
  const of = `/accounts/${organizationId}`;
  return `${of}/${agentId === null ? "insights" : `cp/${agentId}/agent-insights`}?${query}`;
}
