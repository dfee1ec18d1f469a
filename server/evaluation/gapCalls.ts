import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import {
  closeGap,
  listAllGaps,
  listAllTopics,
  listGaps,
  listTopics,
  mostAskedDays,
} from "../../shared/contract/evaluation/evaluation.ts";
import { findMoment } from "../../shared/domain/figureTime.ts";
import { pickFilters } from "../../shared/domain/measures.ts";
import type { FigureFilterName } from "../../shared/domain/measures.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { wordsOf } from "../conversations/files/attachments.ts";
import type {} from "../agents/tables.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import type { EvaluationDeps } from "./deps.ts";
import { findKey } from "./find.ts";
import { readAsked } from "./askedQuestions.ts";
import type { QuestionsWanted } from "./askedQuestions.ts";
import { findGaps } from "./gaps.ts";
import { findTopics } from "./topics.ts";
import { nameQuestion } from "./nameQuestion.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** How many days are read where none are named. */
const usualDays = 30;

/** The calls on questions that agents could not answer, or answered badly, and on what they were about. */
export function gapRoutes({ store, now }: EvaluationDeps): Route[] {
  const wantedOf = (agents: Pick<QuestionsWanted, "organizationId" | "agentIds">, query: DaysAsked) => ({
    ...agents,
    ...readPeriod(query, now()),
    filters: pickFilters(query),
  });
  const listOfAgent = async (...[caller, params]: FindsAgent) => {
    const { organizationId, agentId } = await findKey(store.db, caller, params);
    return { organizationId, agentIds: [agentId] };
  };
  const listOfAll = async ({
    organizationId,
    agentIds,
  }: Pick<MemberCaller, "organizationId" | "agentIds">) => ({
    organizationId,
    agentIds: (await listAgentIds(store.db, organizationId)).filter(
      (id) => agentIds === null || agentIds.includes(id),
    ),
  });
  const findPage = async (
    wanted: QuestionsWanted,
    { page, limit, sort }: { page: number; limit: number; sort: "newest" | "times" },
  ) => {
    const gaps = await findGaps(store.reader, wanted);
    if (sort === "times") gaps.sort((one, other) => other.times - one.times || other.lastAt - one.lastAt);
    return {
      items: gaps.slice((page - 1) * limit, page * limit),
      page: { page, limit, total: gaps.length },
    };
  };
  return [
    handle(listGaps, async ({ caller, params, query }) =>
      findPage(wantedOf(await listOfAgent(caller, params), query), query),
    ),

    handle(listAllGaps, async ({ caller, query }) =>
      findPage(wantedOf(await listOfAll(caller), query), query),
    ),

    handle(listTopics, async ({ caller, params, query }) =>
      findTopics(store.reader, wantedOf(await listOfAgent(caller, params), query)),
    ),

    handle(listAllTopics, async ({ caller, query }) =>
      findTopics(store.reader, wantedOf(await listOfAll(caller), query)),
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

type FindsAgent = [caller: Pick<MemberCaller, "organizationId">, params: { productId: string }];

interface DaysAsked extends Partial<Record<FigureFilterName, string | undefined>> {
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
}

/** Days are those of the time zone asked for; where one is named alone, the other is as far from it as is usual. */
function readPeriod({ from, to, timezone }: DaysAsked, now: number): { from: number; to: number } {
  if (from !== undefined && to !== undefined && from > to) {
    const message = "The first day is after the last one.";
    throw new AppError("invalid_input", { fields: [{ path: "query.from", message }] });
  }
  const end = to === undefined ? now + 1 : findMoment(Date.parse(to) + dayMs, timezone);
  const begin = from === undefined ? end - usualDays * dayMs : findMoment(Date.parse(from), timezone);
  // A day in which clocks go back has an hour more.
  if (end - begin > (mostAskedDays + 0.5) * dayMs) {
    const message = `Ask for ${mostAskedDays} days at most.`;
    throw new AppError("invalid_input", { fields: [{ path: "query.from", message }] });
  }
  return { from: begin, to: end };
}

async function listAgentIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("agents")
    .select("id")
    .where("organizationId", "=", organizationId)
    .execute();
  return rows.map(({ id }) => id);
}
