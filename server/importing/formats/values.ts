import { htmlToMarkdown } from "../../knowledge/parsing/text/htmlToMarkdown.ts";

/** An object of an export: nothing of it is certain. */
export type Fields = Record<string, unknown>;

export function asFields(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function asList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(asFields).filter((one) => one !== null) : [];
}

/** A text, trimmed; empty where it is none. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value.replaceAll("\u0000", "").trim() : "";
}

/** An ID, which may be a number. */
export function asKey(value: unknown): string {
  return typeof value === "number" ? String(value) : asText(value);
}

/** A moment: seconds or milliseconds since 1970, or an ISO date. Null where it is none. */
export function asTime(value: unknown): number | null {
  const time =
    typeof value === "number"
      ? value < 100_000_000_000
        ? Math.round(value * 1000)
        : Math.round(value)
      : Date.parse(asText(value));
  return Number.isFinite(time) && time > 0 ? time : null;
}

/** HTML as Markdown. */
export function fromHtml(html: string): string {
  return html === "" ? "" : htmlToMarkdown(html).trim();
}

type Attribute = string | number | boolean;

/** Values of custom fields that a contact can keep. */
export function asAttributes(value: unknown): Record<string, Attribute> {
  const kept = Object.entries(asFields(value) ?? {}).flatMap(([name, one]): [string, Attribute][] => {
    const plain = typeof one === "number" || typeof one === "boolean" ? one : asText(one).slice(0, 500);
    return plain === "" ? [] : [[name.slice(0, 60), plain]];
  });
  return Object.fromEntries(kept);
}
