import { withoutCitations } from "../../../../../shared/domain/citations.ts";

/**
 * A draft as a person sends it: the numbers of its sources are shown next to it for the sender, and lead visitors
 * nowhere.
 */
export function withoutMarks(text: string): string {
  return withoutCitations(text).trim();
}
