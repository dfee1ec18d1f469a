import type { AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import type { FieldError } from "../../shared/errors/errors.ts";

/** The pages of the settings, by the end of their address. */
export const configurationPages = [
  { part: "", title: "Agent" },
  { part: "answers", title: "Answers" },
  { part: "team", title: "Team" },
  { part: "data", title: "Data" },
] as const;
export type ConfigurationPart = (typeof configurationPages)[number]["part"];

export interface ConfigurationSection {
  /** Its place in the page's address. */
  id: string;
  /** The page on which it stands. */
  part: ConfigurationPart;
  title: string;
  /** What of the configuration is set in it. */
  names: readonly (keyof AgentConfiguration)[];
  /** What people may call what is in it, beside its title. */
  words: string;
}

/** The sections of the settings, in the order in which people need them. */
export const configurationSections = [
  {
    ...{ id: "identity", part: "", title: "Identity", names: ["name", "icon", "description"] },
    words: "picture logo ai generate website",
  },
  {
    ...{ id: "purpose", part: "", title: "Purpose", names: ["instructions", "language"] },
    words: "instructions prompt system translate locale",
  },
  {
    id: "tone",
    part: "",
    title: "Tone",
    names: ["personality"],
    words: "personality persona custom voice style",
  },
  {
    ...{ id: "model", part: "", title: "Model", names: ["model", "fallbackModel"] },
    words: "provider credits premium attachments fallback gpt claude gemini",
  },
  {
    ...{ id: "knowledge", part: "answers", title: "Knowledge", names: ["knowledge", "rewriting"] },
    words: "sources general rewrite follow-up questions",
  },
  {
    id: "guidance",
    part: "answers",
    title: "Guidance",
    names: ["guidance"],
    words: "rules conditions audience pages words",
  },
  {
    ...{ id: "guardrails", part: "answers", title: "Guard rails", names: ["guardrails"] },
    words: "guardrails blocked topics refusal personal data privacy mask links",
  },
  {
    id: "budget",
    part: "answers",
    title: "Budget",
    names: ["budget"],
    words: "credits cap limit cost day visitor",
  },
  {
    ...{ id: "hours", part: "team", title: "Opening hours", names: ["hours"] },
    words: "business time zone weekdays away handoff",
  },
  {
    ...{ id: "assignment", part: "team", title: "Assignment", names: ["assignment"] },
    words: "handoff person team round robin capacity queue",
  },
  {
    ...{ id: "sla", part: "team", title: "Reply times (SLA)", names: ["sla"] },
    words: "service level agreement target first response next reply breach overdue timer",
  },
  {
    ...{ id: "retention", part: "data", title: "Keeping conversations", names: ["retentionDays"] },
    words: "retention privacy delete days",
  },
] as const satisfies readonly ConfigurationSection[];
export type ConfigurationSectionId = (typeof configurationSections)[number]["id"];

/** Where a section is, as what follows the path of the settings. */
export function endOfSection({ id, part }: Pick<ConfigurationSection, "id" | "part">): string {
  return `${part && `/${part}`}#${id}`;
}

/** What people look for here and find under Deploy, by the groups of its Appearance. */
export const lookSections = [
  { id: "words", title: "Welcome", words: "greeting title subtitle placeholder first words" },
  { id: "suggestions", title: "Suggestions", words: "questions starters minimized launcher" },
  { id: "look", title: "Appearance", words: "theme color font dark light launcher" },
] as const;

/** Those that somebody may mean by what they typed; all of them for nothing. */
export function findSections<Section extends { title: string; words: string }>(
  sections: readonly Section[],
  typed: string,
): Section[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return sections.filter(({ title, words }) =>
    wanted.every((word) => `${title} ${words}`.toLowerCase().includes(word)),
  );
}

/** Whether the server refused something in a section. */
export function isRefused(
  { names }: ConfigurationSection,
  error: { fields: readonly FieldError[] } | null,
): boolean {
  const inside = new RegExp(`(^|\\.)configuration\\.(${names.join("|")})(\\.|$)`);
  return error?.fields.some(({ path }) => inside.test(path)) ?? false;
}
