import * as v from "valibot";
import { call } from "../call.ts";
import { id, list, paging, text, time, timeText } from "../shapes.ts";

/** Something that somebody did. */
export const auditEntry = v.object({
  id,
  at: time,
  /** The actor: a person, or one of a person's API keys. Null if unknown. */
  actor: v.nullable(
    v.object({
      userId: id,
      name: v.string(),
      email: v.string(),
      apiKey: v.nullable(v.object({ id, name: v.string(), ending: v.string() })),
    }),
  ),
  action: v.string(),
  /** What it was done to: the ids that stood in the call's path, and as `id` what it made. */
  targets: v.record(v.string(), v.string()),
  outcome: v.picklist(["done", "failed"]),
  address: v.string(),
  requestId: v.string(),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

const moment = v.pipe(timeText, v.minValue(0));

export const listAuditEntries = call({
  family: "organisation",
  method: "GET",
  path: "/v1.0/org/{orgId}/audit",
  who: { member: "audit.read" },
  summary: "Lists the organization's audit log, newest first. Entries are kept for 365 days.",
  query: v.object({
    page: paging.entries.page,
    limit: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(1000)), "50"),
    /** The id of a user or of an API key. */
    actor: v.optional(text(64), ""),
    action: v.optional(text(200), ""),
    /** From this moment on, and up to and with that one. */
    from: v.optional(moment),
    to: v.optional(moment),
  }),
  answer: v.object({
    ...list(auditEntry).entries,
    /** All actions that the log knows, to choose from. */
    actions: v.array(v.string()),
  }),
});
