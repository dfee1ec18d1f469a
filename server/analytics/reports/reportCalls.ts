import {
  createReport,
  listReports,
  mailReport,
  removeReport,
} from "../../../shared/contract/analytics/reports.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { AnalyticsDeps } from "../deps.ts";
import { listOwnAgents } from "../ownAgents.ts";
import { beginMails, endMails } from "./mails.ts";
import { describeReport, dropReport, findReport, keepReport, listReportsFor } from "./reports.ts";

/** The calls on saved reports, and on who gets them by e-mail. */
export function reportRoutes({ store, mail, now }: AnalyticsDeps): Route[] {
  return [
    handle(listReports, async ({ caller }) => ({
      items: await listReportsFor(store.db, caller),
      canMail: mail.isConfigured,
    })),

    handle(createReport, async ({ caller, body: { data } }) => {
      if (data.agentId !== null) await listOwnAgents(store.db, caller, data.agentId);
      const id = await store.transaction((tx) => keepReport(tx, caller, { ...data, now: now() }));
      return { data: await describeReport(store.db, caller, id) };
    }),

    handle(removeReport, async ({ caller, params: { reportId } }) => {
      await store.transaction((tx) => dropReport(tx, caller, reportId));
      return undefined;
    }),

    handle(mailReport, async ({ caller, params: { reportId }, body, request }) => {
      const { organizationId, userId } = caller;
      const key = { organizationId, reportId, userId };
      const report = await findReport(store.db, key);
      if (!report) throw new AppError("not_found");
      if (!body.data.isMailed) await endMails(store.db, key);
      else {
        if (report.range === "custom") {
          const message = "A custom range never changes. Save the report with a range that ends today.";
          throw new AppError("conflict", { message });
        }
        // Its letters link back here.
        await request.findOrigin();
        await store.transaction((tx) => beginMails(tx, key, now()));
      }
      return { data: await describeReport(store.db, caller, reportId) };
    }),
  ];
}
