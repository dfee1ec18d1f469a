import * as v from "valibot";
import { call } from "../../call.ts";
import { data, id, time } from "../../shapes.ts";

/** Which form's answers are saved. */
export const leadsExport = v.strictObject({ format: v.literal("csv"), skillId: id });

/**
 * One row for each time that a visitor sent the form, without previews and without who is being erased. The address is good
 * for five minutes. 400 `invalid_input` for a skill that is no form.
 */
export const exportLeads = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/skills/{skillId}/export",
  who: { member: "conversations.export" },
  summary: "Returns an address for downloading a form's answers as CSV.",
  audit: "Exported a form's answers",
  answer: data(v.object({ url: v.string(), expiresAt: time })),
});
