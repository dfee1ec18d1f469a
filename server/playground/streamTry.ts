import type { TryEvent } from "../../shared/contract/playground/playground.ts";
import { findModel } from "../../shared/domain/models.ts";
import type { Audience } from "../../shared/domain/sourceAudience.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { Answer, Answering } from "../answering/answering.ts";
import { pieces } from "../answering/pieces.ts";
import type { Question } from "../answering/question.ts";
import { newId } from "../database/ids.ts";

export interface Try
  extends Pick<Question, "agent" | "history" | "question" | "sourceIds" | "signal">, Audience {
  /** The one that answers by itself; undefined for the agent's own with all that stands in for it. */
  model: string | undefined;
  pageUrl: string | null;
}

/** Answers a question of the playground, and ends without a word if the caller has left. */
export async function* streamTry(answering: Answering, asked: Try): AsyncGenerator<TryEvent, void, void> {
  const { agent, model, history, question, sourceIds, pageUrl, signal } = asked;
  const { isVerified, isIdentified, isTeam } = asked;
  const answer = answering.answer({
    agent: model === undefined ? agent : withModel(agent, model),
    ...{ history, question, sourceIds, context: null, signal },
    // A preview is never counted, and what belongs to no contact can't be.
    asker: {
      ...{ contactId: "", isVerified, isIdentified, isTeam, pageUrl, preview: true, answerKey: newId() },
    },
  });
  let hasBegun = false;
  try {
    for await (const text of pieces(answer.speak)) {
      // Once something was said, nobody else takes over.
      const reason = model === undefined || hasBegun ? null : whyAnother(answer);
      if (model !== undefined && reason !== null) return yield endWithout(answer, model, reason);
      hasBegun ||= text.trim() !== "";
      yield { type: "delta", text };
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  yield end(answer);
}

/** Nobody but the built-in one is left to stand in for it, so that no other provider is asked. */
function withModel(agent: AnsweringAgent, model: string): AnsweringAgent {
  return { ...agent, configuration: { ...agent.configuration, model, fallbackModel: null } };
}

/** Why what is said now is not the chosen model's; null where it is. */
function whyAnother(answer: Answer): string | null {
  return answer.outcome().receipt.fallback?.reason ?? null;
}

function end(answer: Answer): TryEvent {
  const { citations, followUps, receipt, error } = answer.outcome();
  if (error === null) return { type: "done", citations, followUps, receipt };
  return { type: "failed", citations, followUps, receipt, error };
}

/** The chosen model said nothing: what another began to say in its place is none of its answer. */
function endWithout(answer: Answer, model: string, reason: string): TryEvent {
  const { receipt } = answer.outcome();
  const own = { model, provider: findModel(model)?.provider ?? receipt.provider, fallback: null, credits: 0 };
  const passages = receipt.passages.map((passage) => ({ ...passage, cited: false }));
  return {
    type: "failed",
    citations: [],
    followUps: [],
    receipt: { ...receipt, ...own, passages },
    error: { code: "model_absent", message: reason },
  };
}
