import { findSaid, listFirst, listReadable } from "../../actions/collections/findSaid.ts";
import type { ReadableCollection, SaidRow, SaidRows } from "../../actions/collections/findSaid.ts";
import type { Store } from "../../database/store.ts";
import { writeCitation } from "../../../shared/domain/citations.ts";
import { rowsPage } from "../../../shared/domain/citedRows.ts";
import { escapeMarkdown } from "../../../shared/format/escapeMarkdown.ts";
import type { FoundPassage } from "../../knowledge/retrieve.ts";
import { languages } from "../../languages/languages.ts";
import { chooseLanguage, isFunctionWord } from "../functionWords.ts";
import { matchAsked, readAskedTerms, readTerms } from "../matching.ts";
import type { Question } from "../question.ts";
import { readCollectionAsker } from "../tools/collectionTools.ts";

/** What the built-in model says of rows, and the row behind each `[n]` of it, in order. */
export interface ToldRows {
  text: string;
  cited: { passage: FoundPassage; quote: string }[];
}

const longestPhrase = 6;
const mostWords = 60;
const mostShown = 5;
const longestValue = 300;
/** From which share of its words on a question is about a collection, beside the cells that it names. */
const enoughAbout = 0.5;

/**
 * Looks up without a language model what a question asks of a data collection: the rows whose cells it names, or the rows of
 * the collection that it names; null where it is about none. Nobody's question is shown other visitors' rows.
 */
export async function tellRows(store: Pick<Store, "reader">, asked: Question): Promise<ToldRows | null> {
  const { agent, asker, question, history } = asked;
  const all = await listReadable(store, agent, readCollectionAsker(asker));
  if (all.length === 0) return null;
  const phrases = listPhrases(question);
  const found = await Promise.all(all.map((one) => match(store, one, { question, phrases })));
  const [best] = found.flatMap((one) => one ?? []).toSorted((one, other) => other.likeness - one.likeness);
  if (!best) return null;
  const earlier = history.filter(({ role }) => role === "user").map(({ content }) => content);
  const words = languages[chooseLanguage(agent.configuration.language, question, earlier.reverse())].answers;
  if (best.found === null) return { text: words.actions.signIn, cited: [] };
  return write(best.readable, best.found, words.from);
}

interface Matched {
  readable: ReadableCollection;
  /** Null where the visitor has to sign in first. */
  found: SaidRows | null;
  likeness: number;
}

async function match(
  store: Pick<Store, "reader">,
  readable: ReadableCollection,
  { question, phrases }: { question: string; phrases: readonly string[] },
): Promise<Matched | null> {
  const isNamed = share(readable.name, question) === 1;
  const about = share(withoutCodes(question), readable.words);
  if (readable.needsSignIn)
    return isNamed && about >= enoughAbout ? { readable, found: null, likeness: about } : null;
  const said = await findSaid(store, readable, phrases);
  if (said.rows.length > 0) {
    const rest = said.phrases.reduce(takeOut, question);
    const likeness = hasTerms(rest) ? share(withoutCodes(rest), readable.words) : 1;
    return likeness >= enoughAbout ? { readable, found: said, likeness: 1 + likeness } : null;
  }
  // A code that no row has is asked for: other rows are no answer to that.
  if (!isNamed || about < enoughAbout || withoutCodes(question) !== question) return null;
  const found = await listFirst(store, readable);
  return found.rows.length > 0 ? { readable, found, likeness: about } : null;
}

/** The runs of words that a cell may be; a single small word is none. */
function listPhrases(question: string): string[] {
  const words = question.slice(0, 1000).split(/\s+/).filter(Boolean).slice(0, mostWords);
  const phrases = words.flatMap((_, from) =>
    Array.from({ length: longestPhrase }, (__, more) =>
      trimSigns(words.slice(from, from + more + 1).join(" ")),
    ),
  );
  return [...new Set(phrases)].filter((phrase) => phrase.length > 1 && !isFunctionWord(phrase.toLowerCase()));
}

function trimSigns(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})%€$]+$/gu, "");
}

function takeOut(text: string, phrase: string): string {
  const at = text.toLowerCase().indexOf(phrase.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + phrase.length)}`;
}

/** Order numbers and dates say which row, not which collection. */
function withoutCodes(text: string): string {
  return text.replace(/\S*[\d@]\S*/g, " ");
}

function hasTerms(text: string): boolean {
  return readAskedTerms(text).some(({ text: term }) => !isFunctionWord(term));
}

/** How much of what one text says stands in the other. */
function share(text: string, other: string): number {
  const terms = readAskedTerms(text);
  const set = readTerms(other);
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  const held = terms.reduce((sum, term) => sum + (matchAsked(term, set) > 0 ? term.weight : 0), 0);
  return whole === 0 ? 0 : held / whole;
}

function write(
  { collection, name }: ReadableCollection,
  { rows, hasMore }: SaidRows,
  from: (place: string) => string,
): ToldRows {
  const shown = rows.slice(0, mostShown);
  const lines = shown.map(
    ({ cells }, index) => `${writeRow(cells, shown.length === 1)} ${writeCitation(index + 1)}`,
  );
  const more = rows.length > shown.length ? [`${shown.length} / ${rows.length}${hasMore ? "+" : ""}`] : [];
  const place = `**${escapeMarkdown(name)}**`;
  const list = shown.length === 1 ? lines : lines.map((line) => `- ${line}`);
  const text = [from(place), "", ...list, ...(more.length > 0 ? ["", ...more] : [])].join("\n");
  const cited = shown.map(({ number, cells }) => {
    const quote = cells.map((cell) => `${cell.name}: ${cell.value}`).join(" · ");
    const page = rowsPage(collection.id);
    const passage: FoundPassage = {
      ...{ passageId: `${page}:${number}`, pageId: page, sourceId: collection.id, title: name },
      ...{ headings: [], url: null, text: quote, position: { row: number }, score: 1 },
    };
    return { passage, quote };
  });
  return { text, cited };
}

function writeRow(cells: SaidRow["cells"], isAlone: boolean): string {
  const written = cells.map(({ name, value }) => {
    const text = value.replace(/\s+/g, " ").slice(0, longestValue).toWellFormed();
    return `**${escapeMarkdown(name)}:** ${escapeMarkdown(text)}`;
  });
  return isAlone ? written.map((line) => `- ${line}`).join("\n") : written.join(", ");
}
