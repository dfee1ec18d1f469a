import * as v from "valibot";
import { reportRanges } from "../../domain/reports.ts";
import { call } from "../call.ts";
import { data, id, title } from "../shapes.ts";
import { day } from "./analytics.ts";

/** How many reports an organization keeps at most. */
export const maxReports = 50;

const filters = {
  name: title(60),
  range: v.picklist(reportRanges),
  /** The first and the last day of a custom range; null for the others, which end today. */
  from: v.nullable(day),
  to: v.nullable(day),
  /** One agent's figures, or those of all. */
  agentId: v.nullable(id),
  surface: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(60))),
};

const language = v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(60)));
const model = v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200)));
/** A label's id. */
const label = v.nullable(id);

/** Filters and a range of Insights under a name; everybody in the organization who sees figures has it. */
export const report = v.object({
  id,
  ...filters,
  ...{ language, model, label },
  maker: v.object({ id, name: v.string() }),
  /** The caller may delete it: its maker, and managers. */
  mayRemove: v.boolean(),
  /** The caller gets it by e-mail every Monday. */
  isMailed: v.boolean(),
});
export type Report = v.InferOutput<typeof report>;

const newReport = v.pipe(
  v.strictObject({
    ...filters,
    language: v.optional(language, null),
    model: v.optional(model, null),
    label: v.optional(label, null),
  }),
  v.forward(
    v.check(
      ({ range, from, to }) => (range === "custom") === (from !== null && to !== null),
      "A custom range needs its first and last day. Other ranges have none.",
    ),
    ["from"],
  ),
  v.forward(
    v.check(
      ({ from, to }) => from === null || to === null || from <= to,
      "The first day is after the last one.",
    ),
    ["from"],
  ),
);
export type NewReport = v.InferOutput<typeof newReport>;

const reports = "/v1/org/{orgId}/reports" as const;
const reads = { member: "analytics.read" } as const;

export const listReports = call({
  family: "console",
  method: "GET",
  path: reports,
  who: reads,
  forKeys: "never",
  summary: "Lists the saved reports of an organization by name.",
  answer: v.object({ items: v.array(report), canMail: v.boolean() }),
});

/** 404 where there is no such agent. 409 `conflict` where the organization has `maxReports`. */
export const createReport = call({
  family: "console",
  method: "POST",
  path: reports,
  who: reads,
  forKeys: "never",
  summary: "Saves filters and a range of Insights under a name.",
  audit: "Saved a report",
  body: data(newReport),
  answer: data(report),
});

/** 403 `forbidden` where somebody else made it, but for managers. */
export const removeReport = call({
  family: "console",
  method: "DELETE",
  path: `${reports}/{reportId}`,
  who: reads,
  forKeys: "never",
  summary: "Deletes a report, and ends its e-mails.",
  audit: "Deleted a report",
});

/** 409 `conflict` for a report with a custom range, whose figures would be the same each week. */
export const mailReport = call({
  family: "console",
  method: "PUT",
  path: `${reports}/{reportId}/mail`,
  who: reads,
  forKeys: "never",
  summary: "Sets whether the member gets the report by e-mail every Monday at 8:00 in their time zone.",
  audit: false,
  body: data(v.strictObject({ isMailed: v.boolean() })),
  answer: data(report),
});
