import type { AnswerOf } from "../../../shared/contract/call.ts";
import {
  createReport,
  listReports,
  mailReport as mailReportCall,
  removeReport as removeReportCall,
} from "../../../shared/contract/analytics/reports.ts";
import type { NewReport, Report } from "../../../shared/contract/analytics/reports.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";

/** The saved reports of the organization that is open. */
export const reports = createResource<Of<AnswerOf<typeof listReports>>>();

export async function loadReports(orgId: string): Promise<void> {
  resetUnlessOf(reports, orgId);
  await load(reports, async () => ({
    ...(await client.call(listReports, { params: { orgId } })),
    of: orgId,
  }));
}

/** Saves a report, and gives it. */
export async function saveReport(orgId: string, data: NewReport): Promise<Report> {
  const saved = await client.call(createReport, { params: { orgId }, body: { data } });
  await loadReports(orgId);
  return saved.data;
}

export async function removeReport(orgId: string, reportId: string): Promise<void> {
  await client.call(removeReportCall, { params: { orgId, reportId } });
  await loadReports(orgId);
}

/** Says whether the signed-in member gets a report every week. */
export async function mailReport(orgId: string, reportId: string, isMailed: boolean): Promise<void> {
  await client.call(mailReportCall, { params: { orgId, reportId }, body: { data: { isMailed } } });
  await loadReports(orgId);
}
