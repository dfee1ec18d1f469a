import { maxStateBytes } from "./limits.ts";

const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)\s*\}\}/g;

/** The paths that are in braces in a text: `order.total` of `{{order.total}}`. */
export function listPaths(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, path]) => path ?? "");
}

/** What a text with variables stands for: a value where it is one variable and nothing else, text otherwise. */
export function readTemplate(text: string, variables: Readonly<Record<string, unknown>>): unknown {
  const only = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(text);
  const [path] = only ? listPaths(text) : [];
  return path === undefined ? fillTemplate(text, variables) : (readPath(variables, path) ?? "");
}

/** The text with its variables written out; one that has no value is left out. Throws TextTooLong. */
export function fillTemplate(text: string, variables: Readonly<Record<string, unknown>>): string {
  let length = text.length;
  return text.replace(placeholder, (_all, path: string) => {
    const value = writeValue(readPath(variables, path));
    length += value.length;
    if (length > maxStateBytes) throw new TextTooLong();
    return value;
  });
}

/** A text that takes more than a run may hold, by its variables. */
export class TextTooLong extends Error {
  constructor() {
    super(`The text is longer than ${maxStateBytes / 1000} kB. Use shorter variables.`);
  }
}

function readPath(variables: Readonly<Record<string, unknown>>, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
    return (value as Record<string, unknown>)[name]; // its own, asked for one line above
  }, variables);
}

function writeValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number);
}

/** The variable that an expression begins with, where it plainly does: `orders` of `orders[0].id`. */
export function rootOf(expression: string): string | null {
  const found = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?![A-Za-z0-9_(])/.exec(expression);
  return found?.[1] ?? null;
}
