import { writeCitation } from "../../../shared/domain/citations.ts";
import type { FoundPassage } from "../../knowledge/retrieve.ts";
import { escapeMarkdown, shorten } from "../plainText.ts";
import type { Unit } from "../sentences.ts";
import { chooseQuotes, enoughEvidence } from "./chooseQuotes.ts";
import type { Quote } from "./chooseQuotes.ts";
import { chooseLanguage } from "../functionWords.ts";
import { answerSmallTalk } from "./smallTalk.ts";
import type { AnswerWords } from "../../languages/language.ts";
import { languages } from "../../languages/languages.ts";

export interface BuiltinQuestion {
  /** The agent's name. */
  name: string;
  /** The configured language, or `auto`. */
  language: string;
  question: string;
  rewrittenQuestion: string | null;
  passages: FoundPassage[];
}

/** An answer of the built-in model: Markdown, and what each `[n]` in it quotes, in order. */
export interface BuiltinAnswer {
  text: string;
  cited: Array<{ passage: FoundPassage; quote: string }>;
}

/** With less than this there is not even a page worth naming. */
const someEvidence = 0.3;

/** Answers from the passages alone: quotes what answers the question, or says that nothing was found. */
export function writeBuiltinAnswer(asked: BuiltinQuestion): BuiltinAnswer {
  const { question, rewrittenQuestion, passages, name } = asked;
  const own = languages[chooseLanguage(asked.language, question)].answers;
  const smallTalk = answerSmallTalk(question, { words: own, name });
  if (smallTalk) return { text: smallTalk, cited: [] };

  const { quotes, evidence } = chooseQuotes(rewrittenQuestion ?? question, passages);
  const [best] = quotes;
  if (best && evidence >= enoughEvidence) return quoteAll(quotes, own);
  if (!best || evidence < someEvidence) return { text: own.notFound, cited: [] };
  const text = `${own.notFound} ${own.closest(`${placeOf(best)} ${writeCitation(1)}`)}`;
  return { text, cited: [{ passage: best.passage, quote: best.chosen.text }] };
}

function quoteAll(quotes: Quote[], own: AnswerWords): BuiltinAnswer {
  const parts = quotes.map((quote, index) => {
    const lines = quote.units.map(writeUnit);
    return `${own.from(placeOf(quote))}\n\n${joinLines(lines)} ${writeCitation(index + 1)}`;
  });
  return {
    text: parts.join("\n\n"),
    cited: quotes.map(({ passage, chosen }) => ({ passage, quote: chosen.text })),
  };
}

interface Line {
  text: string;
  isItem: boolean;
  block: number;
}

const longestUnit = 600;

function writeUnit({ kind, text, block }: Unit): Line {
  return { text: escapeMarkdown(shorten(text, longestUnit)), isItem: kind !== "sentence", block };
}

/** Sentences of one paragraph run on; items stand below each other. */
function joinLines(lines: Line[]): string {
  let text = "";
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (!before) text += "> ";
    else if (line.isItem) text += before.isItem ? "\n> " : "\n>\n> ";
    else text += before.block === line.block && !before.isItem ? " " : "\n>\n> ";
    text += line.isItem ? `- ${line.text}` : line.text;
  }
  return text;
}

/** The page's title with the innermost heading, where that says something else. */
function placeOf({ passage, chosen }: Quote): string {
  const heading = chosen.headings.at(-1) ?? passage.headings.at(-1);
  const names = [passage.title, heading].filter((name): name is string => Boolean(name?.trim()));
  const [first = "", second] = names.map((name) =>
    escapeMarkdown(shorten(name.replace(/\s+/g, " ").trim(), 80)),
  );
  return second && second !== first ? `**${first} › ${second}**` : `**${first}**`;
}
