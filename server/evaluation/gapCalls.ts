import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import { closeGap, listGaps, listTopics } from "../../shared/contract/evaluation/evaluation.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { wordsOf } from "../conversations/files/attachments.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { EvaluationDeps } from "./deps.ts";
import { findKey } from "./find.ts";
import { findGaps, readAsked } from "./gaps.ts";
import { findTopics } from "./topics.ts";
import { nameQuestion } from "./nameQuestion.ts";

/** The calls on questions that the agent could not answer, or answered badly. */
export function gapRoutes({ store, now }: EvaluationDeps): Route[] {
  return [
    handle(listGaps, async ({ caller, params, query }) => {
      const { page, limit, sort } = query;
      const gaps = await findGaps(store.reader, await findKey(store.db, caller, params), now());
      if (sort === "times") gaps.sort((one, other) => other.times - one.times || other.lastAt - one.lastAt);
      return {
        items: gaps.slice((page - 1) * limit, page * limit),
        page: { page, limit, total: gaps.length },
      };
    }),

    handle(listTopics, async ({ caller, params }) =>
      findTopics(store.reader, await findKey(store.db, caller, params), now()),
    ),

    handle(closeGap, async ({ caller, params, body }) => {
      const key = await findKey(store.db, caller, params);
      const asked = await store.db
        .selectFrom("messages as answer")
        .innerJoin("messages as question", (join) =>
          join
            .onRef("question.organizationId", "=", "answer.organizationId")
            .onRef("question.id", "=", "answer.inReplyTo"),
        )
        .leftJoin("receipts as receipt", (join) =>
          join
            .onRef("receipt.organizationId", "=", "answer.organizationId")
            .onRef("receipt.messageId", "=", "answer.id"),
        )
        .select(["question.content", "question.attachments", "receipt.body as receipt"])
        .where("answer.organizationId", "=", key.organizationId)
        .where("answer.id", "=", params.messageId)
        .where("answer.agentId", "=", key.agentId)
        .executeTakeFirst();
      if (!asked) throw new AppError("not_found");
      const receipt = asked.receipt === null ? null : (JSON.parse(asked.receipt) as Receipt); // written by saveReceipt
      const question = nameQuestion(readAsked(wordsOf(asked), receipt));
      const change = { closed: body.data.closed, closedBy: caller.userId, closedAt: now() };
      await store.db
        .insertInto("closedGaps")
        .values({ ...key, question, ...change })
        .onConflict((row) => row.columns(["organizationId", "agentId", "question"]).doUpdateSet(change))
        .execute();
      return undefined;
    }),
  ];
}
