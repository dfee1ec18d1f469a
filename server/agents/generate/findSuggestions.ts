import type { SiteFacts, SitePage, SiteSection } from "./SiteFacts.ts";
import { pageText, wordsOf } from "./words.ts";

/** More than these crowd a small chat; people add others up to the most that it takes. */
const mostDerived = 6;
const longest = 120;
const longestTopic = 60;
/** Below a heading there must be so much text that it answers something; a question can be answered in a few words. */
const enoughText = { topic: 40, question: 8 };
/** With this many questions of its own a site needs none about its headings. */
const enoughQuestions = 3;

/** Headings that every site has, and that nobody asks about. */
const noTopic =
  /cookie|newsletter|subscribe|sign (in|up)|log ?in|menu|navigation|follow us|share|copyright|skip|search|table of contents|inhalt|suche|anmelden|menü|folgen|recherche|buscar|pesquisa|^(home|welcome|about|news|blog|more|faqs?|questions?|overview)$/i;

interface Topic {
  page: number;
  text: string;
  isQuestion: boolean;
}

/**
 * Gives questions that the site's own text answers: headings that are questions, then questions about other headings that
 * have text below them, first those of which most pages speak: the latter only where there are few of the former. `ask` is null where we do not speak the site's language.
 */
export function findSuggestions(site: SiteFacts, ask: ((topic: string) => string) | null): string[] {
  const name = lower(site.siteName ?? "");
  const topics = site.pages.flatMap(({ sections }, page) =>
    sections.flatMap((section) => readTopic(section, page)).filter(({ text }) => lower(text) !== name),
  );
  const own = new Set(topics.filter(({ isQuestion }) => isQuestion).map(({ text }) => lower(text)));
  const isOwnEnough = own.size >= enoughQuestions;
  const asked = order(topics, site.pages).flatMap(({ isQuestion, text }) =>
    isQuestion ? [text] : ask && !isOwnEnough ? [ask(text)] : [],
  );
  const titles = new Set(site.pages.slice(0, 1).map(({ title }) => lower(title)));
  const known = new Map(asked.filter((one) => one.length <= longest).map((one) => [lower(one), one]));
  return [...known]
    .filter(([key]) => !titles.has(key))
    .map(([, one]) => one)
    .slice(0, mostDerived);
}

function readTopic({ heading, text }: SiteSection, page: number): Topic[] {
  const isQuestion = /[?？؟]$/.test(heading);
  const enough = isQuestion ? enoughText.question : enoughText.topic;
  if (text.length < enough || heading.length < 3 || noTopic.test(heading)) return [];
  if (isQuestion) return [{ page, text: heading, isQuestion }];
  // A slogan is a sentence, not a topic.
  if (heading.length > longestTopic || /[.!:]$/.test(heading)) return [];
  return heading.split(" ").length <= 6 ? [{ page, text: heading, isQuestion }] : [];
}

/**
 * Questions first; then what is spoken of on most pages; what is on as many, page by page in turns, so that one long page
 * does not take all places.
 */
function order(topics: readonly Topic[], pages: readonly SitePage[]): Topic[] {
  const spoken = pages.map((page) => {
    const text = pageText(page);
    return { text: lower(text), words: new Set(wordsOf(text)) };
  });
  const seen = new Map<number, number>();
  const placed = topics.map((topic) => {
    const turn = seen.get(topic.page) ?? 0;
    seen.set(topic.page, turn + 1);
    const words = wordsOf(topic.text);
    // One of short words alone, or of a script without spaces, is looked for as it is written.
    const holding = spoken.filter((page) =>
      words.length > 0 ? words.every((word) => page.words.has(word)) : page.text.includes(lower(topic.text)),
    );
    return {
      topic,
      frequency: topic.isQuestion ? Infinity : holding.length,
      // The front page's headings are mostly slogans, so it comes last in each round.
      place: turn * 20 + (topic.page === 0 ? 19 : topic.page),
    };
  });
  placed.sort((one, other) => compare(other.frequency, one.frequency) || one.place - other.place);
  return placed.map(({ topic }) => topic);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function lower(text: string): string {
  return text.toLowerCase().trim();
}
