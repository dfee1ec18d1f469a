import { findBlockedTopic } from "../../shared/domain/guidance.ts";
import { builtinModel } from "../../shared/domain/models.ts";
import type { Models } from "../models/models.ts";
import type { Question } from "./question.ts";
import { canBeRewritten, findRewriter } from "./rewriteByModel.ts";

/**
 * Gives what says of an agent's questions how many credits their answers will count, where the models that are set up do
 * answer. Which those are is looked up once, for as many questions as there are.
 */
export async function forecastCredits(
  agent: Question["agent"],
  models: Pick<Models, "open">,
): Promise<(asked: Pick<Question, "question" | "history">) => number> {
  const rewriting = (await findRewriter(agent, models))?.entry.creditsPerMessage ?? 0;
  const answering = await readCredits(agent, models);
  const { blockedTopics } = agent.configuration.guardrails;
  return (asked) =>
    findBlockedTopic(blockedTopics, asked.question) ? 0 : answering + (canBeRewritten(asked) ? rewriting : 0);
}

/** Of the first of the agent's models to which there is a way; the built-in one always answers, and costs nothing. */
async function readCredits(
  { organizationId, configuration: { model, fallbackModel } }: Question["agent"],
  models: Pick<Models, "open">,
): Promise<number> {
  for (const value of [model, fallbackModel ?? builtinModel]) {
    if (value === builtinModel) break;
    const opened = await models.open(organizationId, value);
    if (opened) return opened.entry.creditsPerMessage;
  }
  return 0;
}
