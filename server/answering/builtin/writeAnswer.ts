import { writeCitation } from "../../../shared/domain/citations.ts";
import type { FoundPassage, TermUse } from "../../knowledge/retrieve.ts";
import { escapeMarkdown } from "../../../shared/format/escapeMarkdown.ts";
import { shorten } from "../plainText.ts";
import { chooseQuotes, enoughEvidence } from "./chooseQuotes.ts";
import type { Quote } from "./chooseQuotes.ts";
import { chooseLanguage } from "../functionWords.ts";
import { answerSmallTalk } from "./smallTalk.ts";
import { writeQuote } from "./writeQuote.ts";
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
  /** What the visitor wrote before, the newest first. */
  earlier?: readonly string[];
  /** What was answered last. */
  lastAnswer?: string | null;
  /** How the question's terms are spread over all passages, where that is known. */
  terms?: TermUse | undefined;
}

/** An answer of the built-in model: Markdown, and what each `[n]` in it quotes, in order. */
export interface BuiltinAnswer {
  text: string;
  cited: Array<{ passage: FoundPassage; quote: string }>;
}

/** With less than this there is not even a page worth naming. */
const someEvidence = 0.25;

/** Answers only from the passages: quotes what answers the question, or says that nothing was found. */
export function writeBuiltinAnswer(asked: BuiltinQuestion): BuiltinAnswer {
  const { question, rewrittenQuestion, passages, name } = asked;
  const beside = [...(asked.earlier ?? []), ...passages.slice(0, 3).map(({ text }) => text)];
  const own = languages[chooseLanguage(asked.language, question, beside)].answers;
  const smallTalk = answerSmallTalk(question, { words: own, name });
  if (smallTalk) return { text: smallTalk, cited: [] };

  const wanted = rewrittenQuestion ?? question;
  const { quotes, evidence, closest } = chooseQuotes(wanted, passages, {
    terms: asked.terms,
    lastAnswer: rewrittenQuestion === null ? null : (asked.lastAnswer ?? null),
  });
  const [best] = quotes;
  if (best && evidence >= enoughEvidence(asked.terms)) return quoteAll(quotes, own);
  if (!best || evidence < someEvidence) return { text: own.notFound, cited: [] };
  const places = closest.map((quote, index) => `${placeOf(quote)} ${writeCitation(index + 1)}`);
  return {
    text: `${own.notFound} ${own.closest(places.join(", "))}`,
    cited: closest.map(({ passage, chosen }) => ({ passage, quote: chosen.text })),
  };
}

function quoteAll(quotes: Quote[], own: AnswerWords): BuiltinAnswer {
  const parts = quotes.map((quote, index) => {
    const written = writeQuote(quote);
    // Behind a table or code it would be taken for a part of it.
    const isApart = /(?:\||`{3,})$/.test(written);
    return `${own.from(placeOf(quote))}\n\n${written}${isApart ? "\n>\n> " : " "}${writeCitation(index + 1)}`;
  });
  return {
    text: parts.join("\n\n"),
    cited: quotes.map(({ passage, chosen }) => ({ passage, quote: chosen.text })),
  };
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
