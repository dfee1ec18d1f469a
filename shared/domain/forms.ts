import { writePhone } from "./phone.ts";

/** What a field of a form asks for. A new type is a row here; the check and the renderer do not compile without it. */
export const fieldTypes = {
  text: "Text",
  longText: "Long text",
  email: "E-mail",
  phone: "Phone number",
  number: "Number",
  date: "Date",
  time: "Time",
  choice: "One of several",
  several: "Several of a list",
  yesNo: "Yes or no",
  rating: "Rating from 1 to 5",
  consent: "Consent",
  file: "File",
  hidden: "Hidden value",
} as const;
export type FieldType = keyof typeof fieldTypes;

/** The specification's form schema field. `options` are for `choice` and `several` only. */
export interface FormField {
  id: string;
  type: FieldType;
  label: string;
  description: string;
  options: readonly string[];
  validations: FieldRules;
  /** It is asked only where an earlier field has this value; yes is `true`. */
  when?: FieldCondition | undefined;
  /** What a hidden field always is. Nobody is asked for it, and nobody who fills in the form sees it. */
  value?: string | undefined;
  /** Where the options are read from; those typed by hand stand in for them until they were. */
  apiCache?: OptionsSource | undefined;
}

/** An address that answers with a list, from which options are read and kept. */
export interface OptionsSource {
  url: string;
  /** A JMESPath expression that gives a list of texts or numbers; the whole response where it is empty. */
  pick: string;
  /** How long they are kept. */
  minutes: number;
}

export interface FieldCondition {
  field: string;
  is: string;
}

/** Lengths count UTF-16 units; `min` and `max` bound numbers. */
export interface FieldRules {
  required: boolean;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
}

/** The value of one field: text, number, yes or no, or several texts. An empty field has none. */
export type FieldValue = string | number | boolean | string[];
export type FormValues = Record<string, FieldValue>;

export const requiredText = "Field is required";
export const invalidText = "Invalid data";
export const maxFormFields = 30;
export const maxFieldCharacters = 5000;

/** Good values by field ID, or a sentence for each field that is not good. Values of unknown fields are left out. */
export type CheckedForm = { values: FormValues } | { errors: Record<string, string> };

/** Checks what somebody filled in, in the browser and on the server alike. */
export function checkForm(
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
): CheckedForm {
  const values: FormValues = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    if (!isAsked(field, values)) continue;
    if (field.type === "hidden") {
      if (field.value) values[field.id] = field.value;
      continue;
    }
    const value = Object.hasOwn(given, field.id) ? given[field.id] : undefined;
    if (isEmpty(value) || (field.type === "consent" && String(value) === "false")) {
      if (field.validations.required) errors[field.id] = requiredText;
      continue;
    }
    const read = readers[field.type](value, field);
    if (read === null || !isWithin(read, field.validations)) errors[field.id] = invalidText;
    else values[field.id] = read;
  }
  return Object.keys(errors).length > 0 ? { errors } : { values };
}

/** Adds what hidden fields are to what was filled in, where they belong to it. */
export function addHidden(fields: readonly FormField[], values: FormValues): FormValues {
  const added = { ...values };
  for (const field of fields)
    if (field.type === "hidden" && field.value && isAsked(field, added)) added[field.id] = field.value;
  return added;
}

/** The fields as shown for filling in: what is hidden stays with the server. */
export function withoutHidden<Field extends Pick<FormField, "type">>(fields: readonly Field[]): Field[] {
  return fields.filter(({ type }) => type !== "hidden");
}

/** Whether a field is asked, by what is filled in before it. */
export function isAsked(
  { when }: Pick<FormField, "when">,
  values: Readonly<Record<string, Readonly<FieldValue> | readonly string[]>>,
): boolean {
  if (!when) return true;
  const value = Object.hasOwn(values, when.field) ? values[when.field] : undefined;
  return Array.isArray(value) ? value.includes(when.is) : String(value) === when.is;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

const readers: Record<FieldType, (value: unknown, field: FormField) => FieldValue | null> = {
  text: readText,
  longText: readText,
  email: (value) => readMatching(value, /^[^\s@]+@[^\s@]+\.[^\s@.]+$/),
  phone: (value) => {
    const written = typeof value === "string" ? writePhone(value) : "";
    return /^\+[1-9]\d{6,14}$/.test(written) ? written : null;
  },
  number: readNumber,
  date: (value) => (typeof value === "string" && isDate(value.trim()) ? value.trim() : null),
  time: (value) => readMatching(value, /^([01]\d|2[0-3]):[0-5]\d$/),
  choice: (value, { options }) => (typeof value === "string" && options.includes(value) ? value : null),
  several: (value, { options }) => {
    const chosen = Array.isArray(value) ? value : [value];
    const isKnown = chosen.every((one) => typeof one === "string" && options.includes(one));
    return isKnown ? [...new Set(chosen as string[])] : null;
  },
  yesNo: (value) => (typeof value === "boolean" ? value : (yesNoWords.get(String(value)) ?? null)),
  rating: (value) => {
    const score = readNumber(value);
    return score !== null && Number.isInteger(score) && score >= 1 && score <= 5 ? score : null;
  },
  consent: (value) => (String(value) === "true" ? true : null),
  // The ID under which it was sent; whose file that is, the server checks.
  file: (value) => readMatching(value, /^[\w-]{1,64}$/),
  // Never read: its value is the form's own.
  hidden: () => null,
};

const yesNoWords = new Map([
  ["true", true],
  ["false", false],
]);

function readText(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).trim();
  return text.length <= maxFieldCharacters ? text : null;
}

function readMatching(value: unknown, pattern: RegExp): string | null {
  const text = readText(value);
  return text !== null && text.length <= 254 && pattern.test(text) ? text : null;
}

function readNumber(value: unknown): number | null {
  const number = typeof value === "string" ? Number(value.trim()) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function isWithin(value: FieldValue, { minLength, maxLength, min, max }: FieldRules): boolean {
  if (typeof value === "number") return value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  if (typeof value !== "string") return true;
  return value.length >= (minLength ?? 0) && value.length <= (maxLength ?? Infinity);
}

/** The specification's date check: year-month-day, month and day with 1 or 2 digits, from year 1000 to 3000. */
export function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (!found) return false;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  if (year < 1000 || year > 3000 || month < 1 || month > 12) return false;
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The form as JSON Schema 2020-12, as language models are told of it. */
export function toJsonSchema(fields: readonly FormField[]): Record<string, unknown> {
  const properties = Object.fromEntries(fields.map((field) => [field.id, describeField(field)]));
  const required = fields
    .filter(({ validations, when }) => validations.required && !when)
    .map(({ id }) => id);
  return { type: "object", properties, required, additionalProperties: false };
}

function describeField({ type, label, description, options, validations }: FormField): object {
  const { minLength, maxLength, min: minimum, max: maximum } = validations;
  const about = { description: description || label };
  const lengths = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  const described: Record<FieldType, object> = {
    text: { type: "string", ...lengths },
    longText: { type: "string", ...lengths },
    email: { type: "string", format: "email" },
    phone: { type: "string", description: `${about.description} (with country code, such as +49 30 123456)` },
    number: { type: "number", ...bounds },
    date: { type: "string", format: "date", description: `${about.description} (year-month-day)` },
    time: { type: "string", description: `${about.description} (hours and minutes, such as 14:30)` },
    choice: { type: "string", enum: options },
    several: { type: "array", items: { type: "string", enum: options } },
    yesNo: { type: "boolean" },
    rating: { type: "integer", minimum: 1, maximum: 5 },
    consent: { type: "boolean" },
    file: { type: "string" },
    hidden: { type: "string" },
  };
  return { ...about, ...described[type] };
}

/** A value as people read it. */
export function showValue(value: FieldValue): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return String(value);
}
