import type { StoredSkill } from "../../actions/skills/stored.ts";
import { guessLanguage } from "../functionWords.ts";
import { matchAsked, readAskedTerms, readTerms } from "../matching.ts";

/** From which likeness on a question is a wish to use a skill, calibrated on the examples of the tests. */
const enough = 0.6;

/**
 * Chooses the skill that a question calls for by its examples and title, for the built-in model; null where none is meant.
 * It counts how much of the example the question says, and how much of the question the example says.
 */
export function pickSkill(question: string, skills: readonly StoredSkill[]): StoredSkill | null {
  return pickByExamples(question, skills, listTexts);
}

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
