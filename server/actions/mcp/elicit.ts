import type { FieldType, FormField, FormValues } from "../../../shared/domain/forms.ts";
import { maxFormFields } from "../../../shared/domain/forms.ts";

type Json = Record<string, unknown>;

/** One form that a tool asks for while it runs. */
export interface AskedForm {
  /** The server's own name for it. */
  key: string;
  message: string;
  schema: Json;
}

export interface AnsweredForm extends AskedForm {
  action: "accept" | "decline";
  /** By the IDs that its fields have where it is the only form. */
  values: FormValues;
}

/** Where a call stands that asks for something. It is kept with the run that waits, so that the answer may come on another day. */
export interface Exchange {
  asked: AskedForm[];
  /**
   * What a server of 2026 gave us to give back; null for one of 2025, which is called again and answered as it asks
   * again.
   */
  state: string | null;
  isModern: boolean;
  answered: AnsweredForm[];
}

export function readExchange(text: string): Exchange {
  return JSON.parse(text) as Exchange; // written as runs keep it
}

/** The exchange with what somebody answered, as runs keep it. */
export function answerExchange(text: string, answer: Pick<AnsweredForm, "action" | "values">): string {
  const exchange = readExchange(text);
  return JSON.stringify({
    ...exchange,
    answered: [...exchange.answered, ...answerForms(exchange.asked, answer)],
  } satisfies Exchange);
}

/** Why a form can't be drawn; null where it can. */
export function findFormFault(forms: readonly AskedForm[]): string | null {
  const fields = forms.flatMap(({ schema }) => readProperties(schema));
  if (fields.length === 0) return null;
  if (fields.length > maxFormFields) return `It asks for more than ${maxFormFields} fields.`;
  return fields.some(([, property]) => describe(property) === null)
    ? "It asks for something that no form can hold."
    : null;
}

/** The fields of all forms in order, as our form card draws them. */
export function toFields(forms: readonly AskedForm[]): FormField[] {
  return forms.flatMap(({ schema }, form) => {
    const required = readRequired(schema);
    return readProperties(schema).flatMap(([name, property], index): FormField[] => {
      const described = describe(property);
      if (described === null) return [];
      const { type, options, rules } = described;
      return [
        {
          ...{ id: idOf(form, index), type, label: cut(text(property["title"]) || toWords(name), 120) },
          description: cut(describeMore(property), 500),
          options: options.map(({ label }) => label),
          validations: { required: required.has(name), ...rules },
        },
      ];
    });
  });
}

/** What was filled in, for each form by itself. */
export function answerForms(
  forms: readonly AskedForm[],
  { action, values }: Pick<AnsweredForm, "action" | "values">,
): AnsweredForm[] {
  return forms.map((form, index) => {
    const own = Object.entries(values).filter(([id]) => id.startsWith(`f${index + 1}_`));
    return {
      ...form,
      action,
      values: Object.fromEntries(own.map(([id, value]) => [id.replace(/^f\d+/, "f1"), value])),
    };
  });
}

/** An answered form as the server reads it: values in its own words, and its defaults where nothing was filled in. */
export function toContent({ schema, values }: Pick<AnsweredForm, "schema" | "values">): FormValues {
  const content: [string, FormValues[string]][] = [];
  for (const [index, [name, property]] of readProperties(schema).entries()) {
    const given = values[idOf(0, index)];
    const value = given === undefined ? property["default"] : toOwnWords(property, given);
    if (isContent(value)) content.push([name, value]);
  }
  return Object.fromEntries(content);
}

/** What people filled in, as they read it. */
export function listAnswers(forms: readonly AnsweredForm[]): { label: string; value: FormValues[string] }[] {
  return forms.flatMap((answered) =>
    toFields([answered]).flatMap(({ id, label }) => {
      const value = answered.values[id];
      return value === undefined ? [] : [{ label, value }];
    }),
  );
}

interface Described {
  type: FieldType;
  options: { label: string; value: string }[];
  rules: Omit<FormField["validations"], "required">;
}

/** How a property of a schema is asked for; null where no field of ours can hold it. */
export function describe(property: Json): Described | null {
  const choices = readChoices(property);
  const rules = readRules(property);
  const plain = { options: [], rules: {} };
  switch (property["type"]) {
    case "boolean":
      return { ...plain, type: "yesNo" };
    case "number":
    case "integer":
      return { ...plain, type: "number", rules };
    case "array": {
      const items = readChoices(asJson(property["items"]));
      return items && { type: "several", options: items, rules: {} };
    }
    case "string":
      if (choices) return { type: "choice", options: choices, rules: {} };
      if (property["format"] === "email") return { ...plain, type: "email" };
      if (property["format"] === "date") return { ...plain, type: "date" };
      return { type: Number(property["maxLength"]) > 200 ? "longText" : "text", options: [], rules };
    default:
      return null;
  }
}

/** Choices by enum, by enum with names of old, and by titled constants. */
function readChoices(schema: Json): Described["options"] | null {
  const titled = asList(schema["oneOf"] ?? schema["anyOf"]).map(asJson);
  if (titled.length > 0) {
    const options = titled.map((one) => ({
      value: text(one["const"]),
      label: text(one["title"]) || text(one["const"]),
    }));
    return keepOptions(options);
  }
  const names = asList(schema["enumNames"]);
  const values = asList(schema["enum"]);
  return values.length === 0
    ? null
    : keepOptions(
        values.map((value, index) => ({ value: text(value), label: text(names[index]) || text(value) })),
      );
}

const mostOptions = 100;

function keepOptions(options: Described["options"]): Described["options"] | null {
  const labels = new Set(options.map(({ label }) => label));
  const isGood = options.every(({ label }) => label !== "" && label.length <= 120);
  return isGood && labels.size === options.length && options.length <= mostOptions ? options : null;
}

function readRules({ minLength, maxLength, minimum, maximum }: Json): Described["rules"] {
  return {
    ...(isCount(minLength) && { minLength: Math.min(minLength, 5000) }),
    ...(isCount(maxLength) && { maxLength: Math.min(maxLength, 5000) }),
    ...(Number.isSafeInteger(minimum) && { min: minimum as number }), // as just asked
    ...(Number.isSafeInteger(maximum) && { max: maximum as number }), // as just asked
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // as just asked
}

function toOwnWords(property: Json, given: FormValues[string]): unknown {
  const choices = readChoices(property["type"] === "array" ? asJson(property["items"]) : property);
  const find = (label: unknown) => choices?.find((choice) => choice.label === label)?.value ?? label;
  return Array.isArray(given) ? given.map(find) : choices ? find(given) : given;
}

function isContent(value: unknown): value is FormValues[string] {
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isList || ["string", "number", "boolean"].includes(typeof value);
}

function describeMore(property: Json): string {
  const start = property["default"];
  const hint = isContent(start) && start !== "" ? `Default: ${String(start)}` : "";
  return [text(property["description"]), hint].filter((part) => part !== "").join(" · ");
}

function readProperties(schema: Json): [string, Json][] {
  return Object.entries(asJson(schema["properties"])).map(([name, property]) => [name, asJson(property)]);
}

function readRequired(schema: Json): Set<unknown> {
  const properties = asJson(schema["properties"]);
  // What has a default needs nobody's answer.
  return new Set(
    asList(schema["required"]).filter((name) => asJson(properties[String(name)])["default"] === undefined),
  );
}

function idOf(form: number, index: number): string {
  return `f${form + 1}_${index + 1}`;
}

function toWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .trim();
  return words === "" ? "Value" : words[0]?.toUpperCase() + words.slice(1);
}

function asJson(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).toWellFormed().trim() : "";
}

function cut(words: string, longest: number): string {
  return words.length > longest ? `${words.slice(0, longest - 1)}…` : words;
}
