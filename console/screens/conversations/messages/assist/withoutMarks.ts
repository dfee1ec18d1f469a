import { withoutCitations } from "../../../../../shared/domain/citations.ts";

/** A draft as a person sends it: the numbers of its sources stand beside it for whoever sends it, and lead visitors nowhere. */
export function withoutMarks(text: string): string {
  return withoutCitations(text).trim();
}
