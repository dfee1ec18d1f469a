import type { SkillInput } from "../../../shared/contract/skills/skills.ts";
import { describe } from "./elicit.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { findProblem } from "../findProblem.ts";

type Json = Record<string, unknown>;

/** The inputs of a tool as skills have them, for cards and forms: one for each property of its schema. */
export function listInputs(inputSchema: Json): SkillInput[] {
  const required = readRequired(inputSchema);
  return Object.entries(readProperties(inputSchema)).map(([id, property]) => {
    const field = readField(id, property);
    return {
      ...{ id, label: titleOf(property) ?? id, description: "", options: [], type: "longText" },
      ...field,
      // What no form can ask for is for language models, which the schema checks.
      ...{ validations: { ...field?.validations, required: field !== null && required.has(id) }, from: null },
    };
  });
}

/** Whether a form can ask for all that a tool needs. */
export function canBeAsked(inputSchema: Json): boolean {
  const properties = readProperties(inputSchema);
  return [...readRequired(inputSchema)].every(
    (id) => typeof id === "string" && Object.hasOwn(properties, id) && readField(id, properties[id]) !== null,
  );
}

function readField(id: string, property: unknown) {
  if (typeof property !== "object" || property === null || !/^[A-Za-z]\w{0,63}$/.test(id)) return null;
  const described = describe(property as Json);
  // A list is written as JSON, and a choice under another name would not be the tool's own.
  if (described === null || described.type === "several") return null;
  const options = described.options.map(({ label }) => label);
  const isPlain = described.options.every(({ label, value }) => label === value);
  return isPlain ? { type: described.type, options, validations: described.rules } : null;
}

function readRequired({ required }: Json): Set<unknown> {
  return new Set(Array.isArray(required) ? (required as unknown[]) : []);
}

/** Checks a model's input against a tool's schema, and gives it as runs keep it, or says what is wrong with it. */
export function checkToolInput(
  inputSchema: Json,
  input: unknown,
): { input: FormValues } | { problem: string } {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return { problem: "The input is not an object." };
  const problem = findProblem(inputSchema, input);
  if (problem !== null) return { problem };
  return { input: toValues(inputSchema, input as Json) };
}

/** Texts, numbers and yes or no stay what they are; all else is written as JSON. */
function toValues(inputSchema: Json, input: Json): FormValues {
  const properties = readProperties(inputSchema);
  const pairs = Object.entries(input).map(([name, value]): [string, string | number | boolean] => {
    if (typeof value === "number" || typeof value === "boolean") return [name, value];
    if (typeof value === "string" && isText(properties, name)) return [name, value];
    return [name, JSON.stringify(value)];
  });
  return Object.fromEntries(pairs);
}

/** Gives what `checkToolInput` was given. */
export function toInput(inputSchema: Json, values: FormValues): Json {
  const properties = readProperties(inputSchema);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && !isText(properties, name) ? (JSON.parse(value) as unknown) : value,
    ]),
  );
}

function isText(properties: Json, name: string): boolean {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof property === "object" && property !== null && (property as Json)["type"] === "string";
}

function readProperties({ properties }: Json): Json {
  return typeof properties === "object" && properties !== null ? (properties as Json) : {};
}

function titleOf(property: unknown): string | null {
  const title = typeof property === "object" && property !== null ? (property as Json)["title"] : null;
  return typeof title === "string" && title.trim() !== "" ? title.slice(0, 120) : null;
}
