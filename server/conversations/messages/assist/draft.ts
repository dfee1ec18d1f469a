import type { TryEvent } from "../../../../shared/contract/playground/playground.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { Answer } from "../../../answering/answering.ts";
import { pieces } from "../../../answering/pieces.ts";
import { newId } from "../../../database/ids.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { askerOf, askIn, readTalk } from "../../answers/question.ts";
import { asTeams } from "./asTeams.ts";
import type { Talk } from "../../answers/talk.ts";

export interface DraftWanted {
  key: ThreadKey;
  userId: string;
  signal: AbortSignal;
}

/**
 * Has the agent answer the visitor's last words as a draft for the team: with everything its answers use, and no tool
 * with an effect.
 */
export async function draftReply(
  deps: ConversationDeps,
  { key, userId, signal }: DraftWanted,
): Promise<AsyncGenerator<TryEvent>> {
  const talk = await readTalk(deps, key);
  if (!talk) throw new AppError("not_found");
  const spoken = findLastWords(talk);
  if (!spoken) throw new AppError("conflict", { message: "The visitor has written nothing to reply to." });
  const answer = deps.answering.answer({
    ...askIn(deps, talk, spoken),
    ...asTeams(talk.agent, { ...askerOf(talk), answerKey: newId() }, userId),
    isDraft: true,
    signal,
  });
  return stream(answer, signal);
}

/** What the visitor wrote since anybody answered, or else last: then it stands before the answers that it got, too. */
function findLastWords({ said }: Talk): Parameters<typeof askIn>[2] | null {
  const newest = said.findIndex(({ role }) => role === "user");
  if (newest < 0) return null;
  const length = said.slice(newest).findIndex(({ role }) => role !== "user");
  const end = length < 0 ? said.length : newest + length;
  const before = newest === 0 ? said.slice(end) : said;
  return { asked: said.slice(newest, end).reverse(), history: before.toReversed() };
}

async function* stream(answer: Answer, signal: AbortSignal): AsyncGenerator<TryEvent> {
  try {
    for await (const text of pieces(answer.speak)) yield { type: "delta", text };
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  const { error, citations, followUps, receipt } = answer.outcome();
  const end = { citations, followUps, receipt };
  yield error === null ? { type: "done", ...end } : { type: "failed", ...end, error };
}
