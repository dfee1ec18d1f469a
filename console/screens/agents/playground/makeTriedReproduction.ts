import { RequestError } from "../../../../shared/client/requestError.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { Reproduction } from "../../../../shared/contract/evaluation/evaluation.ts";
import type { PastTurn } from "../../../../shared/contract/evaluation/testCase.ts";
import { maskTexts } from "../../../../shared/domain/maskTexts.ts";
import { version as product } from "../../../../shared/domain/product.ts";
import { loadAgent } from "../../../state/agents/agents.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { readVersion } from "../../../state/agents/versions.ts";
import type { TriedAnswer } from "../../../state/playground/turn.ts";

interface Tried {
  question: string;
  history: PastTurn[];
  answer: TriedAnswer;
}

/** The longest message that a reproduction file takes. */
const longestMessage = 20_000;

/**
 * Gives everything a tried answer was built from; personal data and keys are marks, as the file leaves this
 * installation.
 */
export async function makeTriedReproduction(
  place: AgentPlace,
  { question, history, answer }: Tried,
): Promise<Reproduction> {
  const { receipt, visitor, text, citations, error } = answer;
  if (!receipt) throw new Error("An answer without a receipt has no reproduction.");
  return maskTexts<Omit<Reproduction, "masked">>({
    format: "pilothouse-reproduction",
    formatVersion: 1,
    product,
    madeAt: Date.now(),
    question,
    history: history.map(({ role, content }) => ({
      role,
      content: content.slice(0, longestMessage).toWellFormed(),
    })),
    context: null,
    page: visitor.pageUrl.trim() || null,
    isVerified: visitor.isVerified,
    agentVersion: receipt.agentVersion,
    configuration: await readConfiguration(place, answer, receipt.agentVersion),
    answer: {
      text,
      status: answer.status === "failed" ? "failed" : "sent",
      error: error?.message ?? null,
      citations: citations.map(({ number, title, url, quote }) => ({ number, title, url, quote })),
      feedback: null,
    },
    receipt: { ...receipt, messageId: "answer" },
  });
}

/** What was asked: the draft as it still is, or the version that its receipt names; another model answers by itself. */
async function readConfiguration(
  place: AgentPlace,
  { version, revision, model }: TriedAnswer,
  published: number,
): Promise<Reproduction["configuration"]> {
  const { configuration } =
    version === "draft" ? await loadDraft(place, revision) : await readVersion(place, published);
  // A picture is of no use to an answer.
  const asked = { ...configuration, icon: "compass" };
  return model === null ? asked : { ...asked, model, fallbackModel: null };
}

/** Drafts of before are not kept: a file with another configuration than the one that answered would prove nothing. */
async function loadDraft(place: AgentPlace, revision: number | null): Promise<Agent> {
  const agent = await loadAgent(place);
  if (agent.revision === revision) return agent;
  throw new RequestError("conflict", "The draft changed since this answer: ask again, then save the file.");
}
