import * as v from "valibot";
import { formField, formValues } from "../../forms/fields.ts";
import { runStates } from "../../skills/skills.ts";
import { count, id, time } from "../../shapes.ts";

/** What an agent wants to do, on a card below its message: it waits for somebody's word, or shows what came of it. */
export const messageAction = v.object({
  id,
  title: v.string(),
  /** Who decides; `page`: code of the site's own does it in the visitor's page. */
  by: v.picklist(["visitor", "team", "page"]),
  state: v.picklist(runStates),
  /** What the visitor is asked to fill in; none where there is only something to confirm. */
  fields: v.array(formField),
  /** Where the visitor signs in first; the code that they get there goes into the last field. Left out where they need not. */
  signIn: v.optional(v.object({ service: v.string(), integrationId: id, path: v.string() })),
  /** What is known already, as people read it. */
  values: v.array(v.object({ label: v.string(), value: v.string() })),
  /** Until when it waits. */
  expiresAt: time,
  /** What came of it, or why nothing did, in a sentence. */
  note: v.nullable(v.string()),
  /** The member who decided; null for the visitor, and as long as nobody did. Visitors don't see it. */
  decidedBy: v.nullable(v.string()),
  /** An app shows what came of it; `getActionApp` says how. */
  hasApp: v.optional(v.boolean()),
  /** What the visitor's page is to run. */
  tool: v.optional(
    v.object({
      name: v.string(),
      args: formValues,
      timeoutSeconds: count,
      /** Somebody was asked already: the page need not ask once more. */
      isConfirmed: v.boolean(),
    }),
  ),
});
export type MessageAction = v.InferOutput<typeof messageAction>;
