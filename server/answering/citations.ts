import type { Citation } from "../../shared/contract/conversations/conversations.ts";
import type { FoundPassage } from "../knowledge/retrieve.ts";
import { matchTerm, readTerms } from "./matching.ts";
import { passageUrl } from "./passageUrl.ts";
import { shorten } from "./plainText.ts";
import { splitUnits } from "./sentences.ts";

const longestQuote = 300;

/** Gives the citation that `[number]` stands for. */
export function makeCitation(
  number: number,
  { passage, quote }: { passage: FoundPassage; quote: string },
): Citation {
  const { sourceId, pageId, passageId, title, headings, url } = passage;
  return {
    number,
    sourceId,
    pageId,
    passageId,
    title,
    headings,
    url: passageUrl(url, quote),
    quote: shorten(quote, longestQuote),
    position: describePosition(passage.position),
  };
}

/** Gives the sentence of a passage that a claim leans on most; its beginning where none fits. */
export function findQuote(passage: FoundPassage, claim: string): string {
  const claimed = [...readTerms(claim.slice(-500))];
  let best = "";
  let most = -1;
  for (const { text } of splitUnits(passage.text).slice(0, 200)) {
    const terms = readTerms(text);
    const matched = claimed.reduce((total, term) => total + matchTerm(term, terms), 0);
    // A long sentence holds many words by chance.
    const fit = matched / Math.sqrt(12 + terms.size);
    if (fit > most) [best, most] = [text, fit];
  }
  return best;
}

function describePosition(position: FoundPassage["position"]): string | null {
  if (position?.page !== undefined) return `page ${position.page}`;
  return position?.row === undefined ? null : `row ${position.row}`;
}
