import type { Dashboard, DashboardId, FigurePart } from "../../shared/contract/analytics/analytics.ts";
import { figureStates } from "../../shared/domain/figureState.ts";
import { listStarts, readClock, writeLocal } from "../../shared/domain/figureTime.ts";
import type { Granularity } from "../../shared/domain/figureTime.ts";
import { figureFilters, findUnknownFilter } from "../../shared/domain/measures.ts";
import type { Dimension, FigureFilters, MeasureName } from "../../shared/domain/measures.ts";
import type {} from "../agents/tables.ts";
import type { Db } from "../database/store.ts";
import { addDays, countDays } from "./lastDays.ts";
import { findSkills, nameLabels, namePages, nameWorkflows } from "./names.ts";
import type { NamedAgent } from "./ownAgents.ts";
import { nameOf } from "./question.ts";
import type { FigureFilter, Metric } from "./question.ts";
import { questionOf, readWanted } from "./questionOf.ts";
import type { Days, Split, Wanted } from "./questionOf.ts";
import { readBegin } from "./readBegin.ts";
import { readGroups } from "./readFigures.ts";
import type { FigureGroup, FigureGroups, FigureOwner } from "./readFigures.ts";

/** What is said of a whole period, and of the one before. Times and visitors are read by themselves: nothing is split by them. */
const ofConversations: readonly Wanted[] = [
  ...([
    "conversations",
    "messages",
    "leads",
    "involved",
    "involvement",
    "resolutionRate",
    "automation",
  ] as const),
  ...(["resolved", "handoffs", "returned", "slaMet", "ratings", "rating", "satisfaction"] as const),
  ...(["credits", "costPerResolved", "goodMood", "badMood", "sentiment"] as const),
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

const ofWorkflows: readonly Wanted[] = ["workflowRuns", "workflowFailures", "workflowFailureRate"];
const ofPages: readonly Wanted[] = ["citations", "citedHelpful", "citedNotHelpful", "sourceQuality"];

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
  filters: FigureFilters;
  /** Whether what belongs to no agent is among it. */
  isWhole: boolean;
}

/** Reads the figures of a period, and of the one before. */
export async function readDashboard(
  reader: Db,
  { dashboardId, organizationId, agents, days, filters: asked, isWhole }: Asked,
): Promise<Dashboard> {
  const owner: FigureOwner = { organizationId, agentIds: agents.map(({ id }) => id), isWhole };
  const filters = figureFilters.flatMap((column): FigureFilter[] => {
    const value = asked[column];
    return value === undefined ? [] : [{ column, isNot: false, values: [value] }];
  });
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
    return { now, figures: wanted.map((one) => presentFigure(one, { all, allBefore, asked })) };
  };
  /** What a filter may choose: what was read, or where filters left some of it out, all there is. */
  const listAll = async (wanted: MeasureName, by: Dimension, read: FigureGroups) => {
    const all = filters.length === 0 ? read : await ask([wanted], { by: [by], filters: [] });
    return all.list([by]).map(({ keys: [key = ""] }) => key);
  };
  const [conversations, times, answers, tools, workflows, labels, series, hours, pages] = await Promise.all([
    compare(ofConversations, ["agent", "surface", "language"]),
    compare(ofTimes, []),
    compare(ofAnswers, ["model", "version"]),
    compare(ofTools, ["tool"]),
    compare(ofWorkflows, ["workflow"]),
    ask(ofConversations, { by: ["label"] }),
    ask(overTime, { granularity }),
    ask(["conversations"], { by: ["weekday", "hour"] }),
    ask(ofPages, { by: ["page", "source"] }),
  ] as const);
  const [beginsAt, publishes, languages, models, allLabels] = await Promise.all([
    readBegin(reader, owner),
    listPublishes(reader, { owner, agents, period }),
    listAll("conversations", "language", conversations.now),
    listAll("answers", "model", answers.now),
    listAll("conversations", "label", labels),
  ] as const);
  const labelNames = await nameLabels(reader, { organizationId, agents }, allLabels);
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const figures = [conversations, times, answers, tools, workflows].flatMap((one) => one.figures);
  const countOf = (state: string) => figures.find(({ measure }) => measure === state)?.value ?? 0;
  const byConversations = (by: Dimension) => listParts(conversations.now.list([by]), "conversations");
  const byAnswers = (by: Dimension) => listParts(answers.now.list([by]), "answers");
  return {
    ...{ dashboardId, ...days, before: { from: earlier.from, to: earlier.to }, granularity, beginsAt },
    figures,
    series: fillGaps(series.list(), { starts: listStarts(period, granularity), granularity, asked }),
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
    tools: await findSkills(reader, owner, listParts(tools.now.list(["tool"]), "toolRuns")),
    pages: await namePages(reader, organizationId, listGroups(pages.list(), "citations")),
    labels: listParts(labels.list(), "conversations").flatMap((part) => {
      const name = labelNames.get(part.key);
      return name === undefined ? [] : [{ ...part, name }];
    }),
    workflows: await nameWorkflows(reader, organizationId, listParts(workflows.now.list(), "workflowRuns")),
    choices: {
      languages: languages.filter((one) => one !== "").toSorted(),
      models: models.filter((one) => one !== "").toSorted(),
      labels: [...labelNames]
        .map(([id, name]) => ({ id, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    },
  };
}

/** Hours of two days, days of three months, weeks of a year. */
function granularityOf(days: number): Granularity {
  if (days <= 2) return "hour";
  return days <= 92 ? "day" : "week";
}

function presentFigure(
  wanted: Wanted,
  {
    all,
    allBefore,
    asked,
  }: { all: FigureGroup | undefined; allBefore: FigureGroup | undefined; asked: FigureFilters },
): Dashboard["figures"][number] {
  const metric = readWanted(wanted);
  const field = nameOf(metric);
  const none = noneOf(metric, asked);
  return {
    ...{ measure: metric.measure.name, aggregation: metric.aggregation },
    value: all?.values[field] ?? none,
    before: allBefore?.values[field] ?? none,
  };
}

/** Where nothing was counted at all, a sum is none; a share is unknown, and so is what is not kept by what is asked for. */
function noneOf({ measure: { view, formula } }: Metric, asked: FigureFilters): 0 | null {
  const isSum = formula.kind === "sum" || formula.kind === "visitors";
  return isSum && findUnknownFilter(view, asked) === undefined ? 0 : null;
}

/** The largest parts by the first of what is wanted. */
function listParts(groups: FigureGroup[], first: MeasureName): FigurePart[] {
  return listGroups(groups, first).map(({ keys: [key = ""], values }) => ({ key, name: key, values }));
}

function listGroups(groups: FigureGroup[], first: MeasureName): FigureGroup[] {
  const field = nameOf(readWanted(first));
  const keyOf = ({ keys }: FigureGroup) => keys.join("\n");
  return groups
    .filter(({ values }) => (values[field] ?? 0) > 0)
    .toSorted(
      (one, other) =>
        (other.values[field] ?? 0) - (one.values[field] ?? 0) || (keyOf(one) < keyOf(other) ? -1 : 1),
    )
    .slice(0, mostParts);
}

function fillGaps(
  groups: FigureGroup[],
  { starts, granularity, asked }: { starts: number[]; granularity: Granularity; asked: FigureFilters },
): Dashboard["series"] {
  const known = new Map(groups.map((group) => [group.at, group.values]));
  const nothing = Object.fromEntries(
    overTime.map((wanted) => {
      const metric = readWanted(wanted);
      return [nameOf(metric), noneOf(metric, asked)];
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
