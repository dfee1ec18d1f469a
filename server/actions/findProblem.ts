import { Validator } from "@cfworker/json-schema";
import type { Schema } from "@cfworker/json-schema";

/** Says what is wrong with a value by a schema from outside; null where nothing is. */
export function findProblem(schema: Record<string, unknown>, value: unknown): string | null {
  try {
    const { valid, errors } = new Validator(withoutPatterns(schema), "2020-12").validate(value);
    if (valid) return null;
    const worst = errors.at(-1);
    return worst ? `${worst.instanceLocation}: ${worst.error}` : "It does not match the schema.";
  } catch {
    // A reference that leads nowhere, or in a circle.
    return "The schema can't be read.";
  }
}

/** A stranger's pattern could take for ever on a text that a visitor writes. Its owner checks it. */
function withoutPatterns(schema: unknown): Schema {
  const text = JSON.stringify(schema);
  const kept: unknown = JSON.parse(text, function (this: unknown, name, value: unknown) {
    const isPattern = name === "pattern" && typeof value === "string";
    return isPattern || name === "patternProperties" ? undefined : value;
  });
  return kept as Schema; // what it was, but for patterns
}
