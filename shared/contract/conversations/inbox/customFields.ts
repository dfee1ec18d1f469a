import * as v from "valibot";
import {
  fieldKinds,
  keyPattern,
  maxChoiceCharacters,
  maxFieldChoices,
  maxKeyCharacters,
} from "../../../domain/customFields.ts";
import { call } from "../../call.ts";
import { customField } from "./customField.ts";
import { count, data, keptCount, title } from "../../shapes.ts";

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

/** A field, and how many conversations carry it. */
const countedField = v.object({ ...customField.entries, conversations: count });
export type CountedField = v.InferOutput<typeof countedField>;

export const listCustomFields = call({
  family: "console",
  method: "GET",
  path: fields,
  who: { member: "conversations.read" },
  forKeys: "filtered",
  summary: "Lists the custom fields of an organization's conversations, with their use.",
  answer: data(v.array(countedField)),
});

/**
 * It is behind the others. 409 `name_taken` where another field has the name or the key, `conflict` where there are too
 * many.
 */
export const createCustomField = call({
  family: "console",
  method: "POST",
  path: fields,
  who: manages,
  summary: "Creates a custom field for an organization's conversations.",
  audit: "Created a custom field",
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
 * A removed choice stays in conversations that have it, and can no longer be chosen. So do all values of an archived
 * field. 409 `name_taken` where another field has the name.
 */
export const updateCustomField = call({
  family: "console",
  method: "PATCH",
  path: `${fields}/{fieldKey}`,
  who: manages,
  summary: "Changes the name, choices or position of a custom field, or archives it.",
  audit: "Changed a custom field",
  body: data(
    v.strictObject({
      name: v.optional(title(40)),
      choices: v.optional(choices),
      isArchived: v.optional(v.boolean()),
      /** Its place among the others, from 0 on. */
      position: v.optional(keptCount),
    }),
  ),
  answer: data(customField),
});

export const removeCustomField = call({
  family: "console",
  method: "DELETE",
  path: `${fields}/{fieldKey}`,
  who: manages,
  summary: "Deletes a custom field and its values.",
  audit: "Deleted a custom field",
});
