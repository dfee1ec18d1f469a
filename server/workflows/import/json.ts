/** What a stranger's file holds, of which nothing is known yet. */
export type Json = Record<string, unknown>;

/** Gives an object, or one without fields for anything else. */
export function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}; // just looked at
}

/** Gives a list, or an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Gives the objects of a list. */
export function asObjects(value: unknown): Json[] {
  return asList(value).filter(
    (one): one is Json => typeof one === "object" && one !== null && !Array.isArray(one),
  );
}

/** Gives a text, also of a number or of yes and no; an empty one for anything else. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Gives a number, also where it is written as text; undefined for anything else. */
export function asNumber(value: unknown): number | undefined {
  const number =
    typeof value === "number" ? value : typeof value === "string" && value.trim() ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}
