import {
  aggregateFeedback,
  getStats,
  queryLimits,
  queryStats,
} from "../../shared/contract/analytics/analytics.ts";
import type { StatsQuery, StatsRow } from "../../shared/contract/analytics/analytics.ts";
import { writeLocal } from "../../shared/domain/figureTime.ts";
import { figureViews, listAggregations, measures, viewDimensions } from "../../shared/domain/measures.ts";
import { foldFigures } from "../conversations/figures/fold.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { AnalyticsDeps } from "./deps.ts";
import { questionOf } from "./questionOf.ts";
import { readBegin } from "./readBegin.ts";
import { listOwnAgents } from "./ownAgents.ts";
import { nameOf, readQuestion, refuse } from "./question.ts";
import type { FigureQuestion } from "./question.ts";
import { readFigures } from "./readFigures.ts";
import type { FigureGroup } from "./readFigures.ts";
import { lastDays } from "./lastDays.ts";

/** The calls that answer any question to the figures. */
export function statsRoutes({ store, now }: AnalyticsDeps): Route[] {
  return [
    handle(getStats, async ({ caller }) => {
      await foldFigures(store);
      const agentIds = (await listOwnAgents(store.db, caller)).map(({ id }) => id);
      return {
        data: {
          beginsAt: await readBegin(store.reader, { organizationId: caller.organizationId, agentIds }),
          views: figureViews.map((view) => ({ view, dimensions: [...viewDimensions[view]] })),
          measures: measures.map((measure) => {
            const { name, view, title, sentence, unit, better } = measure;
            return {
              name,
              view,
              title,
              sentence,
              unit,
              better,
              aggregations: [...listAggregations(measure)],
            };
          }),
          limits: queryLimits,
        },
      };
    }),

    handle(queryStats, async ({ caller, body }) => {
      const question = readQuestion(body);
      const order = readOrder(question, body);
      await foldFigures(store);
      const agentIds = (await listOwnAgents(store.db, caller)).map(({ id }) => id);
      const isWhole = caller.agentIds === null;
      const owner = { organizationId: caller.organizationId, agentIds, isWhole };
      const groups = await readFigures(store.reader, owner, question);
      const rows = groups.map((group) => presentRow(question, group)).toSorted(order);
      return { data: rows.slice(0, body.limit), total: rows.length };
    }),

    handle(aggregateFeedback, async ({ caller, query }) => {
      const days = { ...lastDays(now(), query.timezone), ...definedOf(query), timezone: query.timezone };
      const agentIds = (await listOwnAgents(store.db, caller, query.agentId)).map(({ id }) => id);
      const owner = { organizationId: caller.organizationId, agentIds };
      await foldFigures(store);
      const rated = questionOf(days, ["ratings", "rating", "satisfaction"]);
      const [ofConversations] = await readFigures(store.reader, owner, rated);
      const [ofAnswers] = await readFigures(
        store.reader,
        owner,
        questionOf(days, ["feedbackUp", "feedbackDown"]),
      );
      return {
        data: {
          helpful: ofAnswers?.values["sum_feedbackUp"] ?? 0,
          notHelpful: ofAnswers?.values["sum_feedbackDown"] ?? 0,
          ratings: ofConversations?.values["sum_ratings"] ?? 0,
          averageRating: ofConversations?.values["avg_rating"] ?? null,
          satisfaction: ofConversations?.values["avg_satisfaction"] ?? null,
        },
      };
    }),
  ];
}

function definedOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function presentRow(
  { dimensions, granularity }: FigureQuestion,
  { keys, at, values }: FigureGroup,
): StatsRow {
  return {
    ...(granularity !== null && at !== null && { time: writeLocal(at, granularity) }),
    ...Object.fromEntries(dimensions.map((dimension, index) => [dimension, keys[index] ?? ""])),
    ...values,
  };
}

/** By time, then by the first metric, the largest first, where nothing else is asked for. */
function readOrder({ dimensions, granularity, metrics }: FigureQuestion, { orderBy }: StatsQuery) {
  const fields = [...(granularity ? ["time"] : []), ...dimensions, ...metrics.map(nameOf)];
  orderBy.forEach(({ field }, index) => {
    if (fields.includes(field)) return;
    refuse(
      `body.orderBy.${index}.field`,
      `The answer has no field called “${field}”. Order by one of: ${fields.join(", ")}.`,
    );
  });
  const usual = [
    ...(granularity ? [{ field: "time", direction: "asc" as const }] : []),
    ...metrics.slice(0, 1).map((metric) => ({ field: nameOf(metric), direction: "desc" as const })),
    ...dimensions.map((field) => ({ field, direction: "asc" as const })),
  ];
  const order = [...orderBy, ...usual];
  return (one: StatsRow, other: StatsRow): number => {
    for (const { field, direction } of order) {
      const [first, second] = [one[field] ?? null, other[field] ?? null];
      if (first === second) continue;
      // What there is no figure for stands last.
      if (first === null || second === null) return first === null ? 1 : -1;
      return first < second === (direction === "asc") ? -1 : 1;
    }
    return 0;
  };
}
