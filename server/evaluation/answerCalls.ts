import { getReproduction, makeTestCase } from "../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../shared/contract/evaluation/testCase.ts";
import { maxMessageCharacters } from "../../shared/domain/limits.ts";
import { lockThread } from "../conversations/threads/find.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import { handle } from "../requests/handle.ts";
import { findAnswered } from "./answered.ts";
import type { Answered } from "./answered.ts";
import type { EvaluationDeps } from "./deps.ts";
import { makeReproduction } from "./reproduction.ts";
import { addCase, findCaseOf, lockAgent, presentStored } from "./storedCases.ts";

/** The calls that begin at an answer in the inbox: a case made from it, and a file to try it elsewhere. */
export function answerRoutes(deps: EvaluationDeps): Route[] {
  const { store, now } = deps;
  const find = (caller: MemberCaller, params: { productId: string; threadId: string; messageId: string }) => {
    const { productId: agentId, threadId, messageId } = params;
    return findAnswered(store, { organizationId: caller.organizationId, agentId, threadId }, messageId);
  };
  return [
    handle(makeTestCase, async ({ caller, params }) => {
      const answered = await find(caller, params);
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const { row, isNew } = await store.transaction(async (tx) => {
        await lockAgent(tx, key);
        // Whose words were erased since they were read no longer has a conversation.
        await lockThread(tx, { ...key, threadId: params.threadId });
        const before = await findCaseOf(tx, key, answered.message.id);
        if (before) return { row: before, isNew: false };
        const adding = { key, data: draftCase(answered), createdBy: caller.userId, at: now() };
        return { row: await addCase(tx, adding), isNew: true };
      });
      return { data: { ...(await presentStored(store.db, row)), isNew } };
    }),

    handle(getReproduction, async ({ caller, params }) => ({
      data: await makeReproduction(deps, await find(caller, params)),
    })),
  ];
}

/** What can be told from the answer alone; what is right of it people say. */
function draftCase({ thread, message, question, history, receipt }: Answered): NewTestCase {
  const cited = receipt?.passages.find((passage) => passage.cited);
  return {
    question: question.trim().slice(0, maxMessageCharacters).toWellFormed() || "…",
    history,
    kind: "answer",
    expected: [],
    forbidden: [],
    source: cited ? (cited.url ?? cited.title).trim().slice(0, 2000).toWellFormed() || null : null,
    wrongSource: null,
    from: { threadId: thread.id, messageId: message.id },
  };
}
