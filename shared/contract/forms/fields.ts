import * as v from "valibot";
import { fieldTypes, maxFieldCharacters, maxFormFields } from "../../domain/forms.ts";
import type { FieldType } from "../../domain/forms.ts";
import { text, title } from "../shapes.ts";

const types = Object.keys(fieldTypes) as FieldType[]; // keys of a literal object
const length = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxFieldCharacters));

/** Whole numbers, as far as every program counts exactly. */
const bound = v.pipe(v.number(), v.integer(), v.minValue(-1e15), v.maxValue(1e15));

/** Where the options of a choice are read from, and for how long they are kept. */
export const optionsSource = v.strictObject({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(2000),
    v.regex(/^https?:\/\/[^\s{}/?#]+([/?#]\S*)?$/i, "Enter an address that begins with https://."),
  ),
  pick: text(2000),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_080, "Use at most 10080 minutes.")),
});

/** The specification's form schema field. */
export const formField = v.strictObject({
  /** The name under which the value is kept and sent. */
  id: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "Use letters, digits and underscores, and begin with a letter."),
    v.check((name) => !["constructor", "prototype", "__proto__"].includes(name), "Use another name."),
  ),
  type: v.picklist(types),
  label: title(120),
  description: text(500),
  options: v.pipe(v.array(title(120)), v.maxLength(100, "Use at most 100 options.")),
  validations: v.strictObject({
    required: v.boolean(),
    minLength: v.optional(length),
    maxLength: v.optional(length),
    min: v.optional(bound),
    max: v.optional(bound),
  }),
  /** It is asked only where an earlier field has this value; yes is `true`. */
  when: v.optional(v.strictObject({ field: v.pipe(v.string(), v.maxLength(64)), is: title(120) })),
  /** What a hidden field always is. */
  value: v.optional(text(500)),
  apiCache: v.optional(optionsSource),
});

/** Fields in the order in which people are asked. */
/* @__NO_SIDE_EFFECTS__ */
export function formFields<Field extends v.GenericSchema<unknown, v.InferOutput<typeof formField>>>(
  field: Field,
) {
  return v.pipe(
    v.array(field),
    v.maxLength(maxFormFields, `Use at most ${maxFormFields} fields.`),
    v.check(
      (fields) => new Set(fields.map(({ id }) => id)).size === fields.length,
      "Two fields have the same name.",
    ),
    v.check(
      (fields) =>
        fields.every(({ type, options, apiCache }) => !needsOptions(type) || options.length > 0 || apiCache),
      "A field with a choice needs at least one option.",
    ),
    v.check(
      (fields) => fields.every(({ type, value = "" }) => type !== "hidden" || value !== ""),
      "A hidden field needs its value.",
    ),
    v.check(
      (fields) =>
        fields.every(({ when }, at) => !when || fields.slice(0, at).some(({ id }) => id === when.field)),
      "A condition names a field that comes earlier.",
    ),
  );
}

function needsOptions(type: FieldType): boolean {
  return type === "choice" || type === "several";
}

/** What somebody filled in, by field ID; `checkForm` checks it against the fields. */
export const formValues = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.union([
    v.pipe(v.string(), v.maxLength(maxFieldCharacters)),
    v.number(),
    v.boolean(),
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(120))), v.maxLength(100)),
  ]),
);
