import type { StoredSkill } from "../../actions/skills/stored.ts";
import { searchInput } from "../../../shared/domain/skills.ts";
import { guessLanguage } from "../functionWords.ts";
import { matchAsked, readAskedTerms, readTerms } from "../matching.ts";

/** From which likeness on a question is a wish to use a skill, calibrated on the examples of the tests. */
const enough = 0.6;

/**
 * Chooses the skill that a question calls for by its examples and title, for the built-in model; null where none is meant.
 * It counts how much of the example the question says, and how much of the question the example says.
 */
export function pickSkill(question: string, skills: readonly StoredSkill[]): StoredSkill | null {
  const sought = skills.find((skill) => readSought(question, skill) !== null);
  return sought ?? pickByExamples(question, skills, listTexts);
}

const placeOfSought = new RegExp(`\\{\\{\\s*${searchInput}\\s*\\}\\}`);

/** What a question wants to have searched for, by an example such as `Search the web for {{query}}`; null where it fits none. */
export function readSought(
  question: string,
  { config, examples }: Pick<StoredSkill, "config" | "examples">,
): string | null {
  if (config.kind !== "search") return null;
  const said = question.replace(/\s+/g, " ").trim();
  for (const example of examples) {
    const [before, after, ...more] = example.toLowerCase().split(placeOfSought);
    if (before === undefined || after === undefined || more.length > 0) continue;
    const [opening, ending] = [before.trim(), after.trim()];
    if (!/\p{L}{3}/u.test(opening)) continue;
    const lower = said.toLowerCase();
    const start = lower.indexOf(`${opening} `);
    // “Please search the web for” begins with a word of its own.
    if (start < 0 || start > longestLead) continue;
    const from = start + opening.length;
    const to = ending === "" ? said.length : lower.lastIndexOf(` ${ending}`);
    const sought = said
      .slice(from, Math.max(from, to))
      .replace(/[\s.!?]+$/, "")
      .trim();
    if (sought !== "") return sought;
  }
  return null;
}

const longestLead = 30;

/** Chooses what a question calls for by the texts that call for each; null where none comes close. */
export function pickByExamples<Choice>(
  question: string,
  choices: readonly Choice[],
  textsOf: (choice: Choice) => readonly string[],
): Choice | null {
  let best: { choice: Choice; likeness: number } | null = null;
  const asked = readTextTerms(question);
  for (const choice of choices) {
    const likeness = Math.max(...textsOf(choice).map((text) => compare(asked, readTextTerms(text))));
    if (likeness >= enough && likeness > (best?.likeness ?? 0)) best = { choice, likeness };
  }
  return best?.choice ?? null;
}

/** A tool of an MCP server has no examples, so that its description stands for them. */
function listTexts({ title, examples, description, config }: StoredSkill): string[] {
  return [title, ...examples, ...(config.kind === "mcp" ? [description] : [])];
}

interface TextTerms {
  terms: ReturnType<typeof readAskedTerms>;
  set: Set<string>;
}

/** Order numbers, addresses and dates say what to do it with, not what to do. */
function readTextTerms(text: string): TextTerms {
  const words = text.replace(/\{\{.*?\}\}|\S*[\d@]\S*/g, " ");
  const language = guessLanguage(words);
  return { terms: readAskedTerms(words, [], language), set: readTerms(words) };
}

function compare(asked: TextTerms, example: TextTerms): number {
  const said = shareSaid(example.terms, asked.set);
  const meant = shareSaid(asked.terms, example.set);
  return said + meant === 0 ? 0 : (2 * said * meant) / (said + meant);
}

function shareSaid(terms: TextTerms["terms"], set: Set<string>): number {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  return all === 0 ? 0 : terms.reduce((sum, term) => sum + term.weight * matchAsked(term, set), 0) / all;
}
