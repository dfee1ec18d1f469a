import { reportRanges as ranges } from "../../../shared/domain/reports.ts";
import type { ReportRange } from "../../../shared/domain/reports.ts";
import { dayAgo } from "../../state/analytics/insights.ts";

export type Range = ReportRange;

export const rangeNames: Record<Range, string> = {
  ...{ "7d": "7 days", "30d": "30 days", "90d": "90 days" },
  ...{ "365d": "12 months", custom: "Custom" },
};

export interface PeriodShown {
  range: Range;
  from: string;
  to: string;
}

const aDay = /^\d{4}-\d{2}-\d{2}$/;

/** The period that the address names; the last 30 days where it names none, or names it wrongly. */
export function readPeriod(read: (name: string) => string): PeriodShown {
  const range = ranges.find((one) => one === read("range")) ?? "30d";
  const [from, to] = [read("from"), read("to")];
  if (range === "custom" && aDay.test(from) && aDay.test(to) && from <= to) return { range, from, to };
  const days = range === "custom" ? 30 : Number.parseInt(range);
  return { range, from: dayAgo(days - 1), to: dayAgo(0) };
}
