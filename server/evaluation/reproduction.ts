import type { Citation, Feedback } from "../../shared/contract/conversations/conversations.ts";
import type { Reproduction } from "../../shared/contract/evaluation/evaluation.ts";
import { maskTexts } from "../../shared/domain/maskTexts.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import { readConfiguration } from "../agents/present.ts";
import type { AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import type { Answered } from "./answered.ts";
import type { EvaluationDeps } from "./deps.ts";

/**
 * Gives everything an answer was built from, for trying it on another installation. It leaves this one, so whatever
 * looks like personal data or a key is a mark in it, in what pages and admins wrote as well.
 */
export async function makeReproduction(
  deps: EvaluationDeps,
  { thread, message, question, history, receipt }: Answered,
): Promise<Reproduction> {
  if (!receipt) throw new AppError("not_found");
  const verified = await deps.store.db
    .selectFrom("contacts")
    .select("verified")
    .where("organizationId", "=", thread.organizationId)
    .where("id", "=", thread.contactId)
    .executeTakeFirst();
  return maskTexts<Omit<Reproduction, "masked">>({
    format: "pilothouse-reproduction",
    formatVersion: 1,
    product: deps.version,
    madeAt: deps.now(),
    ...{ question, history },
    context: thread.context === null ? null : (JSON.parse(thread.context) as Reproduction["context"]), // written after the contract's check
    page: receipt.page ?? thread.pageUrl,
    isVerified: verified?.verified === 1,
    agentVersion: receipt.agentVersion,
    configuration: await findConfiguration(deps, thread, receipt.agentVersion),
    answer: {
      text: message.content,
      status: message.status,
      error: message.error === null ? null : (JSON.parse(message.error) as { message: string }).message, // written by endAnswer
      citations: (JSON.parse(message.citations) as Citation[]).map(({ number, title, url, quote }) => ({
        ...{ number, title, url, quote },
      })), // written by endAnswer
      feedback: message.feedback === null ? null : (JSON.parse(message.feedback) as Feedback), // written after the contract's check
    },
    receipt: { ...receipt, messageId: "answer" },
  });
}

/** What the answer was made with: the version that its receipt names, or for the preview the draft of now. */
async function findConfiguration(
  { store: { db } }: EvaluationDeps,
  { organizationId, agentId, preview }: Answered["thread"],
  version: number,
): Promise<AgentConfiguration> {
  const kept =
    preview === 1
      ? undefined
      : await db
          .selectFrom("agentVersions")
          .select("configuration")
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .where("version", "=", version)
          .executeTakeFirst();
  const draft = await findAnsweringAgent(db, { organizationId, agentId }, { preview: true });
  const configuration = kept ? readConfiguration(kept.configuration) : draft?.configuration;
  if (!configuration) throw new AppError("not_found");
  return { ...configuration, icon: "compass" };
}
