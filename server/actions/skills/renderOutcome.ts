import { escapeMarkdown } from "../../../shared/format/escapeMarkdown.ts";
import { showValue } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";

const mostRows = 8;
const longestValue = 500;

/** Says what came of a skill without a language model: the owner's template, or the response's own fields as a short list. */
export function renderOutcome(
  template: string,
  { data, inputs }: { data: unknown; inputs: FormValues },
): string {
  if (template.trim() === "") return listFields(data) || show(null);
  return template.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) => {
    const found =
      readPath(data, path.split(".")) ?? (inputs[path] === undefined ? undefined : showValue(inputs[path]));
    return show(found);
  });
}

function readPath(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function listFields(data: unknown): string {
  if (Array.isArray(data))
    return data
      .slice(0, mostRows)
      .map((one) => `- ${describe(one)}`)
      .join("\n");
  if (typeof data !== "object" || data === null) return show(data);
  return Object.entries(data)
    .filter(([, value]) => value !== null && typeof value !== "object")
    .slice(0, mostRows)
    .map(([name, value]) => `- **${escapeMarkdown(name)}:** ${show(value)}`)
    .join("\n");
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return show(value);
  return Object.values(value)
    .filter((one) => one !== null && typeof one !== "object")
    .slice(0, 4)
    .map(show)
    .join(", ");
}

function show(value: unknown): string {
  if (value === undefined || value === null) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return escapeMarkdown(text.replace(/\s+/g, " ").slice(0, longestValue).toWellFormed());
}
