import * as v from "valibot";
import { richTexts, type NotionPage, type Property, type RichText } from "./shapes.ts";

/** A text as Markdown. */
export function writeText(parts: readonly RichText[]): string {
  return parts.map(writePart).join("");
}

function writePart({ plain_text: text, href, annotations }: RichText): string {
  if (text.trim() === "") return text;
  if (href && /^https?:/.test(href)) return `[${text.replace(/[[\]]/g, "\\$&")}](${href})`;
  if (annotations?.code) return `\`${text}\``;
  if (annotations?.bold) return `**${text}**`;
  return annotations?.italic ? `_${text}_` : text;
}

/** A text without any marks. */
export function writePlain(parts: readonly RichText[]): string {
  return parts
    .map(({ plain_text }) => plain_text)
    .join("")
    .trim();
}

/** The texts that stand somewhere; none where something else does. */
export function readTexts(value: unknown): RichText[] {
  const result = v.safeParse(richTexts, value);
  return result.success ? result.output : [];
}

/** What a page is called. */
export function titleOf({ properties }: NotionPage): string {
  const title = Object.values(properties).find(({ type }) => type === "title");
  return writePlain(readTexts(title?.["title"])) || "Untitled";
}

/** What the properties of a row say, a line each; the title stands above and is left out. */
export function writeProperties({ properties }: NotionPage): string {
  return Object.entries(properties)
    .map(([name, property]) => [name, writeProperty(property)])
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `- ${name}: ${text}`)
    .join("\n");
}

function writeProperty(property: Property): string {
  const value = property[property.type];
  switch (property.type) {
    case "rich_text":
      return writeText(readTexts(value)).replace(/\s*\n\s*/g, " ");
    case "number":
    case "url":
    case "email":
    case "phone_number":
      return value === null || value === undefined ? "" : String(value);
    case "checkbox":
      return value === true ? "Yes" : "No";
    case "select":
    case "status":
      return nameOf(value);
    case "multi_select":
    case "people":
    case "files":
      return Array.isArray(value) ? value.map(nameOf).filter(Boolean).join(", ") : "";
    case "date":
      return writeDate(value);
    case "formula":
      return writeFormula(value);
    case "unique_id":
      return writeNumber(value);
    default:
      return "";
  }
}

const named = v.object({ name: v.string() });

function nameOf(value: unknown): string {
  const result = v.safeParse(named, value);
  return result.success ? result.output.name : "";
}

const dated = v.object({ start: v.string(), end: v.optional(v.nullable(v.string())) });

function writeDate(value: unknown): string {
  const result = v.safeParse(dated, value);
  if (!result.success) return "";
  const { start, end } = result.output;
  return end ? `${start} to ${end}` : start;
}

function writeFormula(value: unknown): string {
  const result = v.safeParse(v.looseObject({ type: v.string() }), value);
  if (!result.success) return "";
  const said = result.output[result.output.type];
  if (result.output.type === "date") return writeDate(said);
  if (typeof said === "boolean") return said ? "Yes" : "No";
  return typeof said === "string" || typeof said === "number" ? String(said) : "";
}

const numbered = v.object({ prefix: v.optional(v.nullable(v.string())), number: v.nullable(v.number()) });

function writeNumber(value: unknown): string {
  const result = v.safeParse(numbered, value);
  if (!result.success || result.output.number === null) return "";
  const { prefix, number } = result.output;
  return prefix ? `${prefix}-${number}` : String(number);
}
