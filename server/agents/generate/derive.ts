import type { Generated } from "../../../shared/contract/agents/generate.ts";
import { maxMinimisedSuggestions } from "../../../shared/domain/limits.ts";
import { darkenUntilReadable } from "./color.ts";
import { findName } from "./findName.ts";
import { findSuggestions } from "./findSuggestions.ts";
import { pickSentences } from "./sentences.ts";
import type { SiteFacts } from "./SiteFacts.ts";
import type { Drafts, GenerateTask } from "./task.ts";

/** A draft with the sentences that say where it comes from. */
type Noted<Part> = [part: Part, notes: string[]];

/** Drafts without a language model: takes what the website says of itself, or else what was typed, and says which. */
export function derive({ useCases, description, site }: GenerateTask): Drafts {
  const [agent, agentNotes] = site ? agentOfSite(site, description) : agentOfText(description);
  const [theme, themeNotes] = site ? themeOfSite(site) : themeOfText();
  const [welcome, welcomeNotes] = site ? welcomeOfSite(site) : welcomeOfText(description, agent.name);
  const has = { agent: false, theme: false, welcome_content: false };
  for (const useCase of useCases) has[useCase] = true;
  return {
    agent: has.agent ? agent : null,
    theme: has.theme ? theme : null,
    welcome_content: has.welcome_content ? welcome : null,
    notes: [
      ...(has.agent ? agentNotes : []),
      ...(has.theme ? themeNotes : []),
      ...(has.welcome_content ? welcomeNotes : []),
    ],
  };
}

type Agent = NonNullable<Generated["agent"]>;
type Theme = NonNullable<Generated["theme"]>;
type Welcome = NonNullable<Generated["welcome_content"]>;

const plain = { instructions: "", personality: "friendly", language: "auto" } as const;

function agentOfSite(site: SiteFacts, typed: string): Noted<Agent> {
  const name = findName(site);
  const said =
    typed || [pickSentences(site.language)?.purpose(name), site.description].filter(Boolean).join(" ");
  const source = typed
    ? "The description is yours."
    : site.description
      ? "The description is the website’s own."
      : "The website has no description, so this one is short. Add to it.";
  const notes = [`The name is from the website. ${source}`];
  if (site.icon) notes.push("The icon is the website’s own.");
  return [{ name, description: cut(said, 500), icon: site.icon, ...plain }, notes];
}

function themeOfSite({ themeColor, colors }: SiteFacts): Noted<Theme> {
  const found = themeColor ?? colors[0];
  const primary = found === undefined ? null : darkenUntilReadable(found);
  if (primary === null) return [{ primary }, ["The website declares no color, so the default stays."]];
  const from = themeColor
    ? "The color is the website’s theme color"
    : "The color is the most used on the website";
  const isDarker = primary !== found;
  return [{ primary }, [isDarker ? `${from}, darkened so that white text is readable.` : `${from}.`]];
}

/** Longer ones would stand over a page like a wall. */
const longestMinimized = 50;

function welcomeOfSite(site: SiteFacts): Noted<Welcome> {
  const name = findName(site);
  const sentences = pickSentences(site.language);
  const suggestions = findSuggestions(site, sentences?.ask ?? null);
  const [first] = suggestions;
  const note = first
    ? `The suggestions are questions that the website answers.`
    : "No headings to suggest questions from. Add some that your visitors ask.";
  const welcome = sentences?.welcome(name) ?? "";
  const minimisedSuggestions = suggestions
    .filter(({ length }) => length <= longestMinimized)
    .slice(0, maxMinimisedSuggestions);
  return [{ title: name, welcome, suggestions, minimisedSuggestions }, [note]];
}

function agentOfText(typed: string): Noted<Agent> {
  const called = findCalled(typed);
  const note = called
    ? "The built-in model writes no text: your description is used as it is."
    : "The built-in model writes no text: your description is used as it is. Choose a name.";
  return [{ name: called ?? "Assistant", description: cut(typed, 500), icon: null, ...plain }, [note]];
}

function themeOfText(): Noted<Theme> {
  return [{ primary: null }, ["The description names no color, so the default stays."]];
}

function welcomeOfText(typed: string, name: string): Noted<Welcome> {
  // An owner who describes by examples writes the questions.
  const questions = (typed.match(/[^.:!?\n]{8,118}\?/g) ?? []).map((one) => one.trim());
  const suggestions = [...new Set(questions)].slice(0, 6);
  const note = suggestions.length
    ? "The suggestions are the questions of your description."
    : "Suggestions come from a website, or from questions in the description.";
  return [{ title: name, welcome: "", suggestions, minimisedSuggestions: [] }, [note]];
}

/** A name that a description gives: in quotation marks, or behind "called". */
function findCalled(typed: string): string | null {
  const quoted = /["“„«]([^"“”„«»\n]{2,60})["”“»]/.exec(typed)?.[1];
  const named =
    /\b(?:called|named|namens|nommée?|llamad[oa]|chamad[oa])\s+((?:\p{Lu}[\p{L}\p{N}’'-]*\s?){1,4})/u.exec(
      typed,
    )?.[1];
  return (quoted ?? named)?.trim() || null;
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const whole = text.slice(0, longest - 1).replace(/\s+\S*$/, "");
  return `${whole.toWellFormed()}…`;
}
