import type { Snapshot } from "valtio";
import type { UnsupportedSentence } from "../../../shared/contract/conversations/answers/receipts.ts";

/** Why a sentence is marked, with what of it was found nowhere. */
export function describeUnsupported({ why, missing }: Snapshot<UnsupportedSentence>): string {
  return missing.length > 0 ? `${reasons[why]}: ${missing.join(", ")}` : reasons[why];
}

const reasons: Record<UnsupportedSentence["why"], string> = {
  number: "No source has this number",
  name: "No source has this name",
  words: "No source mentions this",
};
