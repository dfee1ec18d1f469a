import * as v from "valibot";
import { call } from "../../call.ts";
import { sentContactFilter } from "../contacts/contactFilter.ts";
import { data, id, time } from "../../shapes.ts";
import { exportFormats } from "./threadExports.ts";

/** Which people are saved, and as what. */
export const contactsExport = v.strictObject({
  format: v.picklist(exportFormats),
  filter: sentContactFilter,
  /** Only these, as far as the filter lets them through. */
  contactIds: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(500, "Choose up to 500."))),
});
export type ContactsExport = v.InferOutput<typeof contactsExport>;

/**
 * The file is written while it is read, so that it can be of any length, without who is being erased. The address is good for
 * five minutes. 404 `not_found` where the agent knows none of those that are named.
 */
export const exportContacts = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/contactexports",
  who: { member: "conversations.export" },
  summary: "Returns an address for downloading contacts as CSV or JSON, by filter or by ID.",
  audit: "Exported contacts",
  body: data(contactsExport),
  answer: data(v.object({ url: v.string(), expiresAt: time })),
});
