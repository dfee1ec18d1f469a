/** What an agent's file calls itself, and the newest version that is written and read. */
export const portableFormat = "pilothouse-agent";
export const portableVersion = 1;

/** The largest file that is taken, and the most texts (in UTF-8) that one carries; a longer text stays at home. */
export const maxPortableBytes = 1_500_000;
export const maxExportedTextBytes = 600_000;
/** What an agent's test cases may weigh in its file; one that would be more stays at home. */
export const maxExportedCaseBytes = 300_000;
/** What an agent's data collections may weigh in its file; rows that would be more stay at home. */
export const maxExportedRowBytes = 150_000;
/** A file with more values than this, however small they are, is none that we wrote. */
export const maxPortableValues = 10_000;

/** What a template is for, in the order of the gallery. */
export const templateCategories = [
  "support",
  "sales",
  "internal",
  "hospitality",
  "health",
  "education",
  "culture",
  "public",
  "legal",
  "events",
  "other",
] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** What people read for a category. */
export const templateCategoryNames: Record<TemplateCategory, string> = {
  support: "Customer support",
  sales: "Sales and shops",
  internal: "Inside a company",
  hospitality: "Hospitality",
  health: "Health",
  education: "Education",
  culture: "Culture",
  public: "Public services",
  legal: "Legal",
  events: "Events",
  other: "Other",
};

/** The name that a copy gets: the wanted one, or with the first number that is free behind it. */
export function freeName(wanted: string, taken: readonly string[], maxLength = 80): string {
  const known = new Set(taken.map((name) => name.trim().toLowerCase()));
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? "" : ` ${number}`;
    const name = wanted.slice(0, maxLength - ending.length).trimEnd() + ending;
    if (!known.has(name.toLowerCase())) return name;
  }
}

/** What the file of an agent is called: letters, digits and hyphens only, so that every system takes it. */
export function portableFileName(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const short = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${short.slice(0, 60).replace(/-$/, "") || "agent"}.agent.json`;
}

/**
 * What is to be replaced in a text, as templates write it: [in square brackets], each once, in its order. A number alone
 * says nothing, so it comes with the words around it: `within [2] working days`.
 */
export function listPlaceholders(texts: readonly string[]): string[] {
  // A link of Markdown has its address behind the brackets.
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\[[^[\]\n]{1,200}\](?!\()/g)].map(({ 0: mark, index }) =>
      isBare.test(mark) ? withWords(text, { from: index, to: index + mark.length }) : mark,
    ),
  );
  return [...new Set(found)];
}

const isBare = /^\[(?:-?\d|\p{Ll}{1,5}\])/u;
const nearCharacters = 60;

/** A part of a text with up to three words of its sentence on either side. */
function withWords(text: string, { from, to }: { from: number; to: number }): string {
  const before = text.slice(Math.max(0, from - nearCharacters), from).split(/[.!?:;\n[\]]/);
  const after = text.slice(to, to + nearCharacters).split(/[.,!?:;\n[\]]/);
  const lead = (before.at(-1) ?? "").split(/\s+/).slice(-4).join(" ");
  const rest = (after[0] ?? "").split(/\s+/).slice(0, 4).join(" ");
  return `${lead}${text.slice(from, to)}${rest}`.trim().toWellFormed();
}

/**
 * Reads a file that somebody chose, before it is sent: gives its content, or says in a sentence why it can't be one of
 * ours. The server holds what is sent against the format once more.
 */
export function readPortable(text: string): { file: unknown } | { problem: string } {
  if (text.length > maxPortableBytes) return { problem: "This file is too large to be an agent's file." };
  if (isNestedDeeply(text)) return { problem: "This file is nested too deeply to be an agent's file." };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { problem: "This is not a JSON file." };
  }
  const { format, formatVersion } = (file ?? {}) as { format?: unknown; formatVersion?: unknown }; // read with care
  if (format !== portableFormat) return { problem: "This is not the file of an agent." };
  if (formatVersion !== portableVersion) {
    return { problem: "This file was written by a newer version. Update this server, then import it." };
  }
  return { file };
}

/** Far fewer levels than make a parser stumble, and more than a file of ours has. */
const deepest = 24;

function isNestedDeeply(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isInString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === "{" || letter === "[") {
      depth += 1;
      if (depth > deepest) return true;
    } else if (letter === "}" || letter === "]") depth -= 1;
  }
  return false;
}
