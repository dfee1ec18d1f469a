import type { ReportRange } from "../../../shared/domain/reports.ts";

/** Filters and a range of figures under a name. */
export interface ReportRow {
  organizationId: string;
  id: string;
  name: string;
  range: ReportRange;
  fromDay: string | null;
  toDay: string | null;
  agentId: string | null;
  surface: string | null;
  language: string | null;
  model: string | null;
  labelId: string | null;
  makerId: string;
  createdAt: number;
}

/** That a member gets a report every week. */
export interface ReportMailRow {
  organizationId: string;
  reportId: string;
  userId: string;
  /** The zone in which `nextAt` was reckoned. */
  timeZone: string;
  nextAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    reports: ReportRow;
    reportMails: ReportMailRow;
  }
}
