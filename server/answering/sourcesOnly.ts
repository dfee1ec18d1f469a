import { chooseQuotes, enoughEvidence } from "./builtin/chooseQuotes.ts";
import { answerSmallTalk } from "./builtin/smallTalk.ts";
import { languages } from "../languages/languages.ts";
import { chooseLanguage, guessLanguage, mayBeSpoken } from "./functionWords.ts";
import type { FoundPassage } from "../knowledge/retrieve.ts";
import { readAskedTerms } from "./matching.ts";
import type { Question } from "./question.ts";
import type { AnswerRecord } from "./record.ts";
import { writeRefusal } from "./refusals.ts";
import { withhold } from "./unsupported/withhold.ts";

/**
 * Whether a model's text has to wait until it was compared with what the model was given: where an agent keeps strictly to
 * its sources, and they do not speak of what was asked.
 */
export function hasToWait(asked: Question, record: AnswerRecord): boolean {
  const { agent, question, isDraft = false } = asked;
  // What a service said is no page's, and what is proposed is nothing that is known.
  if (asked.done || record.actions.length > 0) return false;
  const { knowledge, name } = agent.configuration;
  // A person reads a draft first, and nobody can compare words with a picture.
  if (knowledge !== "strict" || isDraft || record.files.some(({ use }) => use !== "left_out")) return false;
  if (answerSmallTalk(question, { words: languages.en.answers, name }) !== null) return false;
  // In a language of which no word is known here nothing can be told apart.
  if (!mayBeSpoken(question)) return false;
  const { passages } = record;
  if (passages.length === 0) return true;
  const wanted = record.rewrittenQuestion ?? question;
  const language = guessLanguage(wanted);
  const isForeign = passages.every(({ text }) => guessLanguage(text.slice(0, 1000)) !== language);
  return (
    !isForeign &&
    !saysItsWords(wanted, passages) &&
    // The bar of many passages, also where there are few: to wait costs nothing but the first words' time.
    chooseQuotes(wanted, passages, { terms: record.terms }).evidence < enoughEvidence()
  );
}

/** Whether a passage has the words of a question as they are: that is seen in no time, and holds for most that have an answer. */
function saysItsWords(question: string, passages: FoundPassage[]): boolean {
  const asked = readAskedTerms(question);
  const wanted = asked.reduce((sum, { weight }) => sum + weight, 0) * enoughWords;
  return passages.some(({ title, headings, text }) => {
    const words = ` ${[title, ...headings, text]
      .join(" ")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")}`;
    const isThere = (term: string) => words.includes(` ${term.length > 4 ? term.slice(0, -1) : term}`);
    const said = asked.reduce((sum, { text: term, weight }) => sum + (isThere(term) ? weight : 0), 0);
    return said > 0 && said >= wanted;
  });
}

const enoughWords = 0.55;

/** Gives what is said of a text that waited; the record keeps what is not. */
export async function keepGrounded(text: string, asked: Question, record: AnswerRecord): Promise<string> {
  if (text.trim() === "" || record.handsOver) return text;
  const { agent, question, history, context, teamNotes = [] } = asked;
  const { name, description, instructions, language, guardrails } = agent.configuration;
  const earlier = history.filter(({ role }) => role === "user").map(({ content }) => content);
  const kept = await withhold(text, {
    ...record.listGiven(),
    told: [
      ...[description, instructions, ...teamNotes, ...record.rules.map((rule) => rule.text)],
      ...guardrails.blockedTopics.map((topic) => topic.name),
      ...[writeRefusal({ refusal: guardrails.refusal, language, question })],
      ...[record.summary ?? "", context ? JSON.stringify(context) : "", ...record.given],
      ...history.filter(({ role }) => role === "assistant").map(({ content }) => content),
    ].filter((one) => one.trim() !== ""),
    said: [name, ...earlier],
    question,
    notFound: languages[chooseLanguage(language, question)].answers.notFound,
  });
  if (kept === null) return text;
  record.withhold(text);
  return kept;
}
