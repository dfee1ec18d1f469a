import type { FoundPassage } from "../knowledge/retrieve.ts";
import { readTerms } from "./matching.ts";
import { shorten, toPlainText } from "./plainText.ts";
import { chooseLanguage } from "./functionWords.ts";
import { languages } from "../languages/languages.ts";

export interface FollowUpFacts {
  question: string;
  language: string;
  passages: FoundPassage[];
  /** Passages that the answer cites already. */
  citedIds: Set<string>;
}

const mostFollowUps = 3;
const longestHeading = 70;
/** A passage far behind the best one was found by accident. */
const nearEnough = 0.45;

/** Gives a few further questions, each answered by a passage that was found beside the cited ones. */
export function listFollowUps({ question, language, passages, citedIds }: FollowUpFacts): string[] {
  const best = passages[0]?.score ?? 0;
  const { about } = languages[chooseLanguage(language, question)].answers;
  const asked = readTerms(question);
  const taken = new Set(passages.filter(({ passageId }) => citedIds.has(passageId)).map(headingOf));
  const found: string[] = [];
  for (const passage of passages) {
    const heading = headingOf(passage);
    if (citedIds.has(passage.passageId) || passage.score < best * nearEnough) continue;
    if (heading.length < 3 || heading.length > longestHeading || taken.has(heading)) continue;
    // A heading made of the question's own words leads back to the same answer.
    if ([...readTerms(heading)].every((term) => asked.has(term))) continue;
    taken.add(heading);
    found.push(/[?؟]$/.test(heading) ? heading : about(heading));
    if (found.length === mostFollowUps) break;
  }
  return found;
}

function headingOf({ headings, title }: FoundPassage): string {
  return shorten(toPlainText(headings.at(-1) ?? title), 200);
}
