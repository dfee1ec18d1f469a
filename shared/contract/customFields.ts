import * as v from "valibot";
import {
  fieldKinds,
  keyPattern,
  maxChoiceCharacters,
  maxCustomFields,
  maxFieldCharacters,
  maxFieldChoices,
  maxKeyCharacters,
  readFieldFilter,
} from "../domain/customFields.ts";
import { call } from "./call.ts";
import { count, data, text, title } from "./shapes.ts";

const fields = "/v1/org/{orgId}/customfields" as const;
const manages = { member: "conversations.manage" } as const;

/** By it programs know a field; it never changes. */
const fieldKey = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(maxKeyCharacters),
  v.regex(keyPattern, "Use small letters, digits and underscores, and begin with a letter."),
);
const choices = v.pipe(
  v.array(title(maxChoiceCharacters)),
  v.maxLength(maxFieldChoices, `Use at most ${maxFieldChoices} choices.`),
  v.check((all) => new Set(all).size === all.length, "Write each choice once."),
);

/** A field that an organisation's conversations can carry. */
export const customField = v.object({
  key: v.string(),
  name: v.string(),
  kind: v.picklist(fieldKinds),
  /** What can be chosen, in this order; nothing but for `choice`. */
  choices: v.array(v.string()),
  /** Put away: it is not asked for any more, and what conversations carry of it stays. */
  isArchived: v.boolean(),
});
export type CustomField = v.InferOutput<typeof customField>;

/** A field, and how many conversations carry it. */
const countedField = v.object({ ...customField.entries, conversations: count });
export type CountedField = v.InferOutput<typeof countedField>;

/** What a conversation is to carry by the keys of the fields; null takes it off. */
export const changedFields = v.pipe(
  v.record(
    fieldKey,
    v.nullable(
      v.union(
        [v.pipe(text(maxFieldCharacters), v.trim()), v.pipe(v.number(), v.finite()), v.boolean()],
        `Use text of at most ${maxFieldCharacters} characters, a number, true or false, or null.`,
      ),
    ),
  ),
  v.check((all) => Object.keys(all).length <= maxCustomFields, `Change at most ${maxCustomFields} fields.`),
);
export type ChangedFields = v.InferOutput<typeof changedFields>;

/** `plan`: carries the field; `plan:Gold`: with this value; with a `-` before it all others. */
export const fieldFilter = v.pipe(
  text(1 + maxKeyCharacters + 1 + maxFieldCharacters),
  v.check(
    (filter) => readFieldFilter(filter) !== null,
    "Write it like plan, -plan, plan:Gold or -plan:Gold.",
  ),
);

export const listCustomFields = call({
  family: "console",
  method: "GET",
  path: fields,
  who: { member: "conversations.read" },
  forKeys: "filtered",
  summary: "Lists the custom fields of an organization's conversations, in order, with how many carry each.",
  answer: data(v.array(countedField)),
});

/** It stands behind the others. 409 `name_taken` where another field has the name or the key, `conflict` where there are too many. */
export const createCustomField = call({
  family: "console",
  method: "POST",
  path: fields,
  who: manages,
  summary: "Makes a custom field for an organization's conversations.",
  audit: "Made a custom field",
  body: data(
    v.pipe(
      v.strictObject({
        key: fieldKey,
        name: title(40),
        kind: v.picklist(fieldKinds),
        choices: v.optional(choices, []),
      }),
      v.forward(
        v.check(
          ({ kind, choices: all }) => (kind === "choice") === all.length > 0,
          "Write at least one choice, and only for a choice of a list.",
        ),
        ["choices"],
      ),
    ),
  ),
  answer: data(customField),
});

/**
 * A choice that is left out stays with the conversations that carry it, and can't be chosen any more; so does all that is
 * carried of a field that is put away. 409 `name_taken` where another field has the name.
 */
export const updateCustomField = call({
  family: "console",
  method: "PATCH",
  path: `${fields}/{fieldKey}`,
  who: manages,
  summary: "Changes the name, the choices or the place of a custom field, or puts it away.",
  audit: "Changed a custom field",
  body: data(
    v.strictObject({
      name: v.optional(title(40)),
      choices: v.optional(choices),
      isArchived: v.optional(v.boolean()),
      /** Its place among the others, from 0 on. */
      position: v.optional(count),
    }),
  ),
  answer: data(customField),
});

export const removeCustomField = call({
  family: "console",
  method: "DELETE",
  path: `${fields}/{fieldKey}`,
  who: manages,
  summary: "Deletes a custom field and what conversations carry of it.",
  audit: "Deleted a custom field",
});
