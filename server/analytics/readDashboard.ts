import type { Dashboard, DashboardId, FigurePart } from "../../shared/contract/analytics/analytics.ts";
import { figureStates } from "../../shared/domain/figureState.ts";
import { readClock, writeLocal } from "../../shared/domain/figureTime.ts";
import type { Granularity } from "../../shared/domain/figureTime.ts";
import type { Dimension, MeasureName } from "../../shared/domain/measures.ts";
import type {} from "../agents/tables.ts";
import type { Db } from "../database/store.ts";
import type {} from "../knowledge/tables.ts";
import { addDays, countDays } from "./lastDays.ts";
import type { NamedAgent } from "./ownAgents.ts";
import { nameOf } from "./question.ts";
import type { FigureFilter } from "./question.ts";
import { questionOf, readWanted } from "./questionOf.ts";
import type { Days, Split, Wanted } from "./questionOf.ts";
import { readBegin } from "./readBegin.ts";
import { listStarts, readGroups } from "./readFigures.ts";
import type { FigureGroup, FigureOwner } from "./readFigures.ts";

/** What is said of a whole period, and of the one before. Times and visitors are read by themselves: nothing is split by them. */
const ofConversations: readonly Wanted[] = [
  ...(["conversations", "messages", "leads", "involvement", "resolutionRate", "automation"] as const),
  ...(["resolved", "handoffs", "returned", "slaMet", "ratings", "rating", "satisfaction"] as const),
  ...(["credits", "costPerResolved"] as const),
  ...figureStates,
];
const ofTimes: readonly Wanted[] = [
  "visitors",
  ...(["firstReplyTime", "teamReplyTime", "resolutionTime"] as const).flatMap((name) => [
    [name, "p50"] as const,
    [name, "p95"] as const,
  ]),
];
const ofAnswers: readonly Wanted[] = [
  ...(["answers", "failedAnswers", "uncitedAnswers", "notFound", "feedbackUp", "feedbackDown"] as const),
  ...(["helpful", "fallbacks", "answerCredits", "tokensIn", "tokensOut"] as const),
  ["answerTime", "p50"],
  ["answerTime", "p95"],
  ["firstWordTime", "p50"],
];
const ofTools: readonly Wanted[] = ["toolRuns", "toolFailures", "toolFailureRate"];

const overTime: readonly Wanted[] = [
  ...(["conversations", "messages", "confirmed", "assumed", "handedOver", "abandoned"] as const),
  ...(["unresolved", "automation", "credits", "costPerResolved"] as const),
];

const mostParts = 10;

interface Asked {
  dashboardId: DashboardId;
  organizationId: string;
  agents: readonly NamedAgent[];
  days: Days;
  surface: string | undefined;
}

/** Reads the figures of a period, and of the one before. */
export async function readDashboard(
  reader: Db,
  { dashboardId, organizationId, agents, days, surface }: Asked,
): Promise<Dashboard> {
  const owner: FigureOwner = { organizationId, agentIds: agents.map(({ id }) => id) };
  const filters: FigureFilter[] =
    surface === undefined ? [] : [{ column: "surface", isNot: false, values: [surface] }];
  const { period } = questionOf(days, []);
  const length = countDays(days);
  const earlier = { from: addDays(days.from, -length), to: addDays(days.from, -1), timezone: days.timezone };
  const granularity = granularityOf(length);
  const ask = (wanted: readonly Wanted[], split: Split = {}, of: Days = days) =>
    readGroups(reader, owner, questionOf(of, wanted, { filters, ...split }));
  /** Of the period, split, and of the one before as a whole. */
  const compare = async (wanted: readonly Wanted[], by: Dimension[]) => {
    const [now, before] = await Promise.all([ask(wanted, { by }), ask(wanted, {}, earlier)]);
    const [[all], [allBefore]] = [by.length === 0 ? now.list() : now.list([]), before.list()];
    return { now, figures: wanted.map((one) => presentFigure(one, all, allBefore)) };
  };
  const [conversations, times, answers, tools, series, hours, pages, beginsAt, publishes] = await Promise.all(
    [
      compare(ofConversations, ["agent", "surface", "language"]),
      compare(ofTimes, []),
      compare(ofAnswers, ["model", "version"]),
      compare(ofTools, ["tool"]),
      ask(overTime, { granularity }),
      ask(["conversations"], { by: ["weekday", "hour"] }),
      ask(["citations", "citedHelpful", "citedNotHelpful", "sourceQuality"], { by: ["page", "source"] }),
      readBegin(reader, owner),
      listPublishes(reader, { owner, agents, period }),
    ] as const,
  );
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const figures = [conversations, times, answers, tools].flatMap((one) => one.figures);
  const countOf = (state: string) => figures.find(({ measure }) => measure === state)?.value ?? 0;
  const byConversations = (by: Dimension) => listParts(conversations.now.list([by]), "conversations");
  const byAnswers = (by: Dimension) => listParts(answers.now.list([by]), "answers");
  return {
    ...{ dashboardId, ...days, before: { from: earlier.from, to: earlier.to }, granularity, beginsAt },
    figures,
    series: fillGaps(series.list(), { starts: listStarts(period, granularity), granularity }),
    hours: hours.list().map(({ keys, values }) => ({
      ...{ weekday: Number(keys[0]), hour: Number(keys[1]) },
      conversations: values["sum_conversations"] ?? 0,
    })),
    states: {
      ...{ confirmed: countOf("confirmed"), assumed: countOf("assumed"), handedOver: countOf("handedOver") },
      ...{ abandoned: countOf("abandoned"), unresolved: countOf("unresolved") },
    },
    publishes,
    agents: byConversations("agent").map((part) => ({ ...part, name: names.get(part.key) ?? part.key })),
    ...{ surfaces: byConversations("surface"), languages: byConversations("language") },
    ...{ models: byAnswers("model"), versions: byAnswers("version") },
    tools: listParts(tools.now.list(["tool"]), "toolRuns"),
    pages: await namePages(reader, owner, pages.list()),
  };
}

/** Hours of two days, days of three months, weeks of a year. */
function granularityOf(days: number): Granularity {
  if (days <= 2) return "hour";
  return days <= 92 ? "day" : "week";
}

function presentFigure(
  wanted: Wanted,
  now: FigureGroup | undefined,
  before: FigureGroup | undefined,
): Dashboard["figures"][number] {
  const metric = readWanted(wanted);
  const field = nameOf(metric);
  // Where nothing was counted at all, a sum is none and a share is unknown.
  const none = metric.measure.formula.kind === "sum" || metric.measure.formula.kind === "visitors" ? 0 : null;
  return {
    ...{ measure: metric.measure.name, aggregation: metric.aggregation },
    value: now?.values[field] ?? none,
    before: before?.values[field] ?? none,
  };
}

/** The largest parts by the first of what is wanted. */
function listParts(groups: FigureGroup[], first: MeasureName): FigurePart[] {
  const field = nameOf(readWanted(first));
  return groups
    .map(({ keys, values }) => ({ key: keys[0] ?? "", name: keys[0] ?? "", values }))
    .filter(({ values }) => (values[field] ?? 0) > 0)
    .toSorted(
      (one, other) => (other.values[field] ?? 0) - (one.values[field] ?? 0) || (one.key < other.key ? -1 : 1),
    )
    .slice(0, mostParts);
}

function fillGaps(
  groups: FigureGroup[],
  { starts, granularity }: { starts: number[]; granularity: Granularity },
): Dashboard["series"] {
  const known = new Map(groups.map((group) => [group.at, group.values]));
  const nothing = Object.fromEntries(
    overTime.map((wanted) => {
      const metric = readWanted(wanted);
      return [nameOf(metric), metric.measure.formula.kind === "sum" ? 0 : null];
    }),
  );
  return starts.map((start) => ({
    time: writeLocal(start, granularity),
    values: known.get(start) ?? nothing,
  }));
}

async function listPublishes(
  reader: Db,
  {
    owner,
    agents,
    period: { from, to, timezone },
  }: {
    owner: FigureOwner;
    agents: readonly NamedAgent[];
    period: { from: number; to: number; timezone: string };
  },
): Promise<Dashboard["publishes"]> {
  if (owner.agentIds.length === 0) return [];
  const rows = await reader
    .selectFrom("agentVersions")
    .select(["agentId", "version", "createdAt"])
    .where("organizationId", "=", owner.organizationId)
    .where("agentId", "in", owner.agentIds)
    .where("reason", "=", "publish")
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .orderBy("createdAt", "desc")
    .limit(100)
    .execute();
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  return rows.toReversed().map(({ agentId, version, createdAt }) => ({
    ...{ at: createdAt, day: writeLocal(readClock(createdAt, timezone), "day") },
    ...{ agentId, agentName: names.get(agentId) ?? "", version },
  }));
}

/** Titles of pages that are gone are not known any more. */
async function namePages(
  reader: Db,
  { organizationId }: FigureOwner,
  groups: FigureGroup[],
): Promise<Dashboard["pages"]> {
  const shown = groups
    .filter(({ values }) => (values["sum_citations"] ?? 0) > 0)
    .toSorted((one, other) => (other.values["sum_citations"] ?? 0) - (one.values["sum_citations"] ?? 0))
    .slice(0, mostParts);
  const ids = shown.map(({ keys }) => keys[0] ?? "");
  const rows =
    ids.length === 0
      ? []
      : await reader
          .selectFrom("pages")
          .select(["id", "title"])
          .where("organizationId", "=", organizationId)
          .where("id", "in", ids)
          .execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return shown.map(({ keys: [key = "", sourceId = ""], values }) => ({
    ...{ key, sourceId, name: titles.get(key) ?? "", values },
  }));
}
