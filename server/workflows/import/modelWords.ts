import type { FieldType, FormField } from "../../../shared/domain/forms.ts";
import { asList, asObject, asText } from "./json.ts";
import type { Json } from "./json.ts";
import { toName } from "./names.ts";

/** Says which model answers in the place of another builder's. */
export function describeModel(name: string): string {
  return name
    ? `The agent's own model answers instead of ${name.slice(0, 80)}.`
    : "The agent's own model answers.";
}

const types: Record<string, FieldType> = {
  number: "number",
  integer: "number",
  boolean: "yesNo",
  bool: "yesNo",
  select: "choice",
};
const mostFields = 30;

/** Gives the fields that a model fills in, by the properties of a JSON Schema or of something like it. */
export function readFields(properties: Json): FormField[] {
  return Object.entries(properties)
    .slice(0, mostFields)
    .flatMap(([name, value]): FormField[] => {
      const id = toName(name);
      const { type, description, enum: options } = asObject(value);
      if (!id) return [];
      const choices = asList(options).map(asText).filter(Boolean).slice(0, 50);
      return [
        {
          id,
          type: choices.length > 0 ? "choice" : (types[asText(type).toLowerCase()] ?? "longText"),
          label: name.slice(0, 120),
          description: asText(description).slice(0, 500),
          options: choices,
          validations: { required: false },
        },
      ];
    });
}
