import { saysDeclined, saysNotFound } from "../../../shared/domain/sayings.ts";
import { courtesies } from "./courtesies.ts";
import { compare, isQuestion, readSaid, readSource } from "./findUnsupported.ts";
import { shareLoop } from "./shareLoop.ts";
import { splitClaims } from "./splitClaims.ts";
import type { Claim } from "./splitClaims.ts";

/** What a held answer has to stand on. */
export interface Grounds {
  /** The passages, in the order of their numbers, with what is on their pages around them. */
  passages: string[];
  /** The index of the passage behind `[1]`, `[2]` and so on of the text. */
  cited: number[];
  /** What owner and team wrote, what tools and the page gave, and what was answered before. */
  told: string[];
  /** What the visitor said of themselves and of their case before now. */
  said: string[];
  /** What is answered: who repeats it as a fact has not found it anywhere. */
  question: string;
  /** What is in the place of an answer that has no grounds. */
  notFound: string;
}

/** Gives an answer without the sentences that have no grounds; null where all have. */
export async function withhold(text: string, grounds: Grounds): Promise<string | null> {
  const hasGrounds = readGrounds(grounds);
  const claims = splitClaims(text.replace(headings, (marks) => " ".repeat(marks.length)));
  const kept: Claim[] = [];
  for (const claim of claims) {
    await shareLoop();
    if (hasGrounds(claim)) kept.push(claim);
  }
  if (kept.length === claims.length && !code.test(text)) return null;
  const cited = kept.filter(({ cites }) => cites.length > 0);
  // A question mark inside an address ends no sentence.
  const offers = kept.filter(
    ({ plain, to }) => isQuestion(plain) && /^(?:\s|$)/.test(text.slice(to, to + 1)),
  );
  const write = ({ from, to }: Claim) => text.slice(from, to);
  return cited.length > 0 ? kept.map(write).join(" ") : [grounds.notFound, ...offers.map(write)].join(" ");
}

const headings = /^[ \t]*#{1,6}[ \t]+/gm;
const code = /^[ \t]*(?:`{3,}|~{3,})/m;
const yesOrNo = /^(?:yes|no|yep|nope|ja|nein|oui|non|sí|si|no|sì|nee|sim|não|نعم|لا)(?![\p{L}])/iu;
const asksForTranslation = /translat|übersetz|tradu|vertaa?l|ترجم/i;

function readGrounds({ passages, cited, told, said, question }: Grounds): (claim: Claim) => boolean {
  const sources = [...passages, ...told].map(readSource);
  const known = readSaid([...courtesies, ...said]);
  const knownAndAsked = [...known, ...readSaid([question])];
  // Between two languages words can't be compared: only what was found there, or is to be translated, is believed.
  const mayBeForeign = passages.length > 0 || asksForTranslation.test(question);

  return ({ plain, cites }) => {
    const statesNothing = isQuestion(plain) || saysNotFound(plain) || saysDeclined(plain);
    const { isForeign, terms, ...missing } = compare(plain, {
      sources,
      takesAll: true,
      cited: cites.flatMap((number) => sources[cited[number - 1] ?? -1] ?? []),
      known: statesNothing ? knownAndAsked : known,
    });
    if (missing.listNumbers().length > 0) return false;
    if (isForeign && mayBeForeign) return true;
    if (missing.listNames().length > 0) return false;
    if (statesNothing) return true;
    if (terms.length === 0) return cites.length > 0 || !yesOrNo.test(plain);
    return missing.listWords() === null;
  };
}
