import { areaOf, isWhole, labelOf, sayValue } from "./fieldWords.ts";
import type { ChangeArea } from "./content.ts";

/** One thing that can differ, in words. */
export interface SaidField {
  area: ChangeArea;
  label: string;
  text: string;
  /** What is compared where the words could be the same for two different values, such as two pictures. */
  exact: string;
}

/**
 * Gives every field of some settings by a key of its own. Rules, topics and links are told by their names, so that one
 * that moved in its list is still the same; lists of words are texts of a line each.
 */
export function flatten(
  settings: Readonly<Record<string, unknown>>,
  path: readonly string[],
): Map<string, SaidField> {
  const said = new Map<string, SaidField>();
  for (const [name, value] of Object.entries(settings)) collect(value, [...path, name], said);
  return said;
}

function collect(value: unknown, path: readonly string[], said: Map<string, SaidField>): void {
  if (isWhole(path)) return put(said, { path, text: sayValue(path, value), value });
  if (Array.isArray(value)) {
    if (value.every(isRecord) && value.length > 0) return collectNamed(value, path, said);
    return put(said, { path, text: value.map((one) => sayValue([], one)).join("\n"), value });
  }
  if (isRecord(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name], said);
    return;
  }
  put(said, { path, text: sayValue(path, value), value });
}

/** Things of the same name, which nothing forbids, are told apart by their order. */
function collectNamed(
  items: readonly Readonly<Record<string, unknown>>[],
  path: readonly string[],
  said: Map<string, SaidField>,
): void {
  for (const item of items) {
    const name = nameOf(item);
    let key = [...path, name].join("\n");
    for (let turn = 2; said.has(key); turn += 1) key = [...path, name, String(turn)].join("\n");
    said.set(key, {
      area: areaOf(path),
      label: `${labelOf(path)} “${name}”`,
      text: describeItem(item),
      exact: JSON.stringify(item),
    });
  }
}

function put(
  said: Map<string, SaidField>,
  { path, text, value }: { path: readonly string[]; text: string; value: unknown },
): void {
  // An empty list and one that was never there are the same to people.
  if (Array.isArray(value) && value.length === 0) return;
  const exact = JSON.stringify(value) ?? "";
  said.set(path.join("\n"), { area: areaOf(path), label: labelOf(path), text, exact });
}

const naming = ["title", "name", "label", "question", "id"];

function nameOf(item: Readonly<Record<string, unknown>>): string {
  const key = naming.find((one) => typeof item[one] === "string" && item[one] !== "");
  return key ? String(item[key]) : "without a name";
}

/** A rule as lines: its text first, then what else is set that people know it by. */
function describeItem(item: Readonly<Record<string, unknown>>): string {
  const lines = typeof item["text"] === "string" ? [item["text"]] : [];
  const skipped = new Set([
    "text",
    "id",
    naming.find((one) => typeof item[one] === "string" && item[one] !== ""),
  ]);
  const rest = Object.fromEntries(Object.entries(item).filter(([name]) => !skipped.has(name)));
  for (const { label, text } of flatten(rest, []).values()) {
    if (text !== "") lines.push(`${label}: ${text.replaceAll("\n", ", ")}`);
  }
  return lines.join("\n");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
