import type { Target } from "./block.ts";
import { decodeText } from "./entities.ts";

/** `[label]: address "title"`; titles stay on their line, so that no search runs on through the text. */
const definition =
  /^\[((?:[^\\[\]]|\\.){1,999})\]:\s*(?:<([^<>\n]*)>|(\S+))(?:[ \t]+(?:"([^"\n]*)"|'([^'\n]*)'|\(([^()\n]*)\)))?[ \t]*(?:\n|$)/;

/** Takes the link definitions off the start of a paragraph into `references`; gives the text that is left. */
export function takeDefinitions(text: string, references: Map<string, Target>): string {
  let rest = text;
  for (let match = definition.exec(rest); match; match = definition.exec(rest)) {
    const [whole, label = "", pointy, plain, ...titles] = match;
    if (label.trim() === "") break;
    const key = normalizeLabel(label);
    const title = titles.find((one) => one !== undefined);
    const target = { href: decodeText(pointy ?? plain ?? ""), title: title && decodeText(title) };
    if (!references.has(key)) references.set(key, target);
    rest = rest.slice(whole.length);
  }
  return rest;
}

/** Labels are compared without regard to case and spacing. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
