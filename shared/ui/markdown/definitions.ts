import type { Target } from "./block.ts";
import { readDestination } from "./links.ts";

const label = /\[((?:[^\\[\]]|\\.){1,999})\]:\s*/sy;
const endOfLine = /[ \t]*(?:\n|$)/y;

/** Takes the link definitions, `[label]: address "title"`, off the start of a paragraph; gives the text that is left. */
export function takeDefinitions(text: string, references: Map<string, Target>): string {
  let at = 0;
  for (;;) {
    label.lastIndex = at;
    const [whole = "", name = ""] = label.exec(text) ?? [];
    const found = name.trim() === "" ? undefined : readDefinition(text, at + whole.length);
    if (!found) return text.slice(at);
    const { end, ...target } = found;
    const key = normalizeLabel(name);
    if (!references.has(key)) references.set(key, target);
    at = end;
  }
}

/** A title that something follows is none; where it is on a line of its own, the address still counts. */
function readDefinition(text: string, at: number): (Target & { end: number }) | undefined {
  const found = readDestination(text, at);
  if (!found || (found.addressEnd === at && text[at] !== "<")) return undefined;
  const end = skipLine(text, found.end);
  if (end !== undefined) return { href: found.href, title: found.title, end };
  const endOfAddress = skipLine(text, found.addressEnd);
  return endOfAddress === undefined ? undefined : { href: found.href, title: undefined, end: endOfAddress };
}

function skipLine(text: string, at: number): number | undefined {
  endOfLine.lastIndex = at;
  return endOfLine.test(text) ? endOfLine.lastIndex : undefined;
}

/** Labels are compared without regard to case and spacing. */
export function normalizeLabel(name: string): string {
  // To lower and then to upper case folds letters such as the sharp s with those that they are equal to.
  return name.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}
