import type { FormValues } from "../../../../shared/domain/forms.ts";

/** A template that can't be filled in. The message is a sentence for people. */
export class TemplateProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TemplateProblem";
  }
}

const placeholder = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g;

/** Puts values where their names stand in braces, each written by `write`; a value that is missing is nothing. */
export function fillTemplate(template: string, values: FormValues, write: (text: string) => string): string {
  return template.replace(placeholder, (_, name: string) => write(toText(values[name])));
}

/** Fills the path and query of an address; a value is one part of it and never leads elsewhere. */
export function fillAddress(template: string, values: FormValues): string {
  return fillTemplate(template, values, (text) => {
    // An address takes these for the folder above, also where they are escaped.
    if (/^\.{1,2}$/.test(text)) throw new TemplateProblem(`“${text}” can't stand in an address.`);
    return encodeURIComponent(text.toWellFormed());
  });
}

/** Fills a header's value, which is one line. */
export function fillHeader(template: string, values: FormValues): string {
  const filled = fillTemplate(template, values, (text) => text);
  if (/[\r\n\0]/.test(filled)) throw new TemplateProblem("A header's value is one line of text.");
  return filled;
}

/**
 * Fills JSON: inside quotes a value is text, outside of them it is a value of its own type, and where that is missing its
 * name or place in a list is left out.
 */
export function fillJson(template: string, values: FormValues): string {
  let filled = "";
  let isQuoted = false;
  let isWhole = true;
  for (let at = 0; at < template.length; at += 1) {
    placeholder.lastIndex = at;
    const found = template.startsWith("{{", at) ? placeholder.exec(template) : null;
    if (found?.index === at) {
      const value = values[found[1] ?? ""];
      if (isQuoted) filled += JSON.stringify(toText(value)).slice(1, -1);
      else filled += JSON.stringify(value ?? missing);
      isWhole &&= isQuoted || value !== undefined;
      at += found[0].length - 1;
      continue;
    }
    const sign = template[at] ?? "";
    filled += sign;
    if (isQuoted && sign === "\\") filled += template[(at += 1)] ?? "";
    else if (sign === '"') isQuoted = !isQuoted;
  }
  try {
    const body: unknown = JSON.parse(filled);
    return isWhole ? filled : JSON.stringify(leaveOutMissing(body));
  } catch {
    throw new TemplateProblem(
      "The body is not JSON once its inputs are filled in. Check its quotes and commas.",
    );
  }
}

/** Stands for a value that nobody gave; no text has it. */
const missing = "\u0000missing";

function leaveOutMissing(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== missing).map(leaveOutMissing);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== missing);
  return Object.fromEntries(kept.map(([name, one]) => [name, leaveOutMissing(one)]));
}

function toText(value: FormValues[string] | undefined): string {
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join(",") : String(value);
}
