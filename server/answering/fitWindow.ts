import type { ModelWindow } from "../../shared/domain/modelWindows.ts";
import type { FoundPassage } from "../knowledge/retrieve.ts";
import type { Turn } from "./history.ts";
import { writePassage } from "./prompt.ts";

export interface ToFit {
  window: ModelWindow;
  /** What goes to the model in any case. */
  fixed: readonly string[];
  /** Earlier turns, the oldest first. */
  turns: readonly Turn[];
  /** Best first. */
  passages: readonly FoundPassage[];
  /** What tools give comes on top. */
  hasTools: boolean;
}

/** The history's share of what the fixed texts and the answer leave, where the passages need the rest. */
const historyShare = 1 / 3;
const toolShare = 1 / 8;

/** Gives the newest turns and the best passages that fit into a model's window beside its answer. */
export function fitWindow({ window, fixed, turns, passages, hasTools }: ToFit) {
  const reserved = window.answer + (hasTools ? window.tokens * toolShare : 0);
  const room = window.tokens - reserved - fixed.reduce((sum, text) => sum + countTokens(text), 0);
  const wanted = passages.map((passage, index) => countTokens(writePassage(passage, index)));
  const forHistory = Math.max(room * historyShare, room - wanted.reduce((sum, tokens) => sum + tokens, 0));
  const newest = countWithin(turns.map(({ content }) => countTokens(content)).reverse(), forHistory);
  const kept = turns.slice(turns.length - newest);
  // Providers want the visitor to speak first.
  const from = kept.findIndex(({ role }) => role === "user");
  const earlier = from < 0 ? [] : kept.slice(from);
  const spent = earlier.reduce((sum, { content }) => sum + countTokens(content), 0);
  // Without its best passage a model could only say that it found nothing.
  const best = Math.max(1, countWithin(wanted, room - spent));
  return { turns: earlier, passages: passages.slice(0, best) };
}

function countWithin(sizes: readonly number[], most: number): number {
  let left = most;
  const tooMuch = sizes.findIndex((size) => (left -= size) < 0);
  return tooMuch < 0 ? sizes.length : tooMuch;
}

const charactersOfToken = 3.5;
const othersOfToken = 1.5;

/** Gives at least as many tokens as most models make of a text: other scripts take more of them than Latin letters. */
function countTokens(text: string): number {
  const others = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return Math.ceil((text.length - others) / charactersOfToken + others / othersOfToken);
}
