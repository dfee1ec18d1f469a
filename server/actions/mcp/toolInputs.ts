import type { SkillInput } from "../../../shared/contract/skills/skills.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { findProblem } from "../findProblem.ts";

type Json = Record<string, unknown>;

/** The inputs of a tool as skills have them, for cards: one for each property of its schema. */
export function listInputs(inputSchema: Json): SkillInput[] {
  return Object.entries(readProperties(inputSchema)).map(([id, property]) => ({
    ...{ id, type: "longText", label: titleOf(property) ?? id, description: "", options: [] },
    // What is required is checked by the schema.
    ...{ validations: { required: false }, from: null },
  }));
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
