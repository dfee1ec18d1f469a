import * as v from "valibot";
import { fieldKinds, maxCustomFields, maxFieldCharacters } from "../../../domain/customFields.ts";
import { filterPattern } from "../../../domain/fieldFilter.ts";
import { text } from "../../shapes.ts";

/** A field that an organization's conversations can carry. */
export const customField = v.object({
  key: v.string(),
  name: v.string(),
  kind: v.picklist(fieldKinds),
  /** What can be chosen, in this order; nothing but for `choice`. */
  choices: v.array(v.string()),
  /** Archived: it is no longer asked for, and conversations keep its values. */
  isArchived: v.boolean(),
});
export type CustomField = v.InferOutput<typeof customField>;

/** What a conversation is to carry by the keys of the fields; null takes it off. The server knows what each field takes. */
export const changedFields = v.pipe(
  v.record(v.string(), v.nullable(v.union([text(maxFieldCharacters), v.number(), v.boolean()]))),
  v.maxEntries(maxCustomFields),
);
export type ChangedFields = v.InferOutput<typeof changedFields>;

/** `plan`: carries the field; `plan:Gold`: with this value; with a `-` before it all others. */
export const fieldFilter = v.pipe(
  v.string(),
  v.regex(filterPattern, "Write it like plan, -plan, plan:Gold or -plan:Gold."),
);
