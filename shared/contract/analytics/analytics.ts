import * as v from "valibot";
import { figureStates } from "../../domain/figureState.ts";
import { granularities } from "../../domain/figureTime.ts";
import { figureViews } from "../../domain/measures.ts";
import { call } from "../call.ts";
import { count, id, time } from "../shapes.ts";

/** A day of a calendar, `2026-03-29`. */
export const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, "Write the day as 2026-03-29."),
  v.check(isDay, "There is no such day."),
  v.check((text) => text >= "2000-01-01" && text <= "2099-12-31", "Choose a day from 2000 to 2099."),
);

function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** A time zone by its name, `Europe/Berlin`. */
export const zone = v.pipe(
  v.string(),
  v.maxLength(60),
  v.check(isZone, "There is no such time zone. Write one like Europe/Berlin."),
);

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The dashboards of the specification: that of an organization, and that of one agent. */
export const dashboardIds = ["copilot-overview-dashboard", "copilot-level-dashboard"] as const;
export type DashboardId = (typeof dashboardIds)[number];

const longestName = 200;
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(longestName));

/** What a figure is worked out to; null where there is nothing to work it out from. */
const value = v.nullable(v.number());

export const measureShown = v.object({
  name: v.string(),
  view: v.picklist(figureViews),
  title: v.string(),
  sentence: v.string(),
  unit: v.picklist(["count", "share", "ms", "credits", "tokens", "score"]),
  better: v.nullable(v.picklist(["more", "less"])),
  /** The first one is the measure's own. */
  aggregations: v.array(v.string()),
});

/** One figure of a period and of the period before it. */
const figure = v.object({ measure: v.string(), aggregation: v.string(), value, before: value });
export type Figure = v.InferOutput<typeof figure>;

/** What figures are split by, with its name for people, and its figures by their fields (`sum_conversations`). */
const part = v.object({ key: v.string(), name: v.string(), values: v.record(v.string(), value) });
export type FigurePart = v.InferOutput<typeof part>;

export const dashboard = v.object({
  dashboardId: v.picklist(dashboardIds),
  from: v.string(),
  to: v.string(),
  timezone: v.string(),
  /** The period that it is compared with: as long, right before. */
  before: v.object({ from: v.string(), to: v.string() }),
  granularity: v.picklist(granularities),
  /** Since when there are figures; null where there are none yet. */
  beginsAt: v.nullable(time),
  figures: v.array(figure),
  /** In order, without gaps; `time` is the beginning as clocks of the time zone show it. */
  series: v.array(v.object({ time: v.string(), values: v.record(v.string(), value) })),
  /** `weekday` from 1, Monday. Hours without a conversation are left out. */
  hours: v.array(v.object({ weekday: count, hour: count, conversations: count })),
  states: v.object(v.entriesFromList(figureStates, count)),
  publishes: v.array(
    v.object({ at: time, day: v.string(), agentId: id, agentName: v.string(), version: count }),
  ),
  agents: v.array(part),
  surfaces: v.array(part),
  languages: v.array(part),
  models: v.array(part),
  versions: v.array(part),
  /** The most cited pages. `source` is that of the page. */
  pages: v.array(v.object({ ...part.entries, sourceId: v.string() })),
  /** `skill` is the action that the tool is, where one agent of these has one of this name. */
  tools: v.array(v.object({ ...part.entries, skill: v.nullable(v.object({ id, agentId: id })) })),
  /** A conversation counts for each of its labels. */
  labels: v.array(part),
  workflows: v.array(v.object({ ...part.entries, agentId: v.nullable(id) })),
  /** By what can be filtered: what there are figures of in the period, whatever it is filtered by now. */
  choices: v.object({
    languages: v.array(v.string()),
    models: v.array(v.string()),
    labels: v.array(v.object({ id, name: v.string() })),
  }),
});
export type Dashboard = v.InferOutput<typeof dashboard>;

export const realtime = v.object({
  at: time,
  /** Visitors who were active in the last five minutes. */
  visitors: count,
  conversationsOpen: count,
  /** Conversations whose visitor waits for a person. */
  waiting: count,
  /** Since when the one who waits longest does; null where nobody waits. */
  waitingSince: v.nullable(time),
  overdue: count,
  /** Answers that the agent writes at this moment. */
  answering: count,
  /** Members of the team who are online. */
  online: v.array(v.object({ id, name: v.string() })),
  /** Conversations that began today, in the time zone asked for. */
  today: count,
});
export type Realtime = v.InferOutput<typeof realtime>;

const org = "/v1/org/{orgId}" as const;
const reads = { member: "analytics.read" } as const;

/** What figures are filtered by: a surface, a language (`en`), a model's id, and a label's. */
export const filterQuery = {
  surface: v.optional(name),
  language: v.optional(name),
  model: v.optional(name),
  label: v.optional(id),
};

const wanted = v.object({
  /** That of an agent needs `agentId`. */
  dashboardId: v.optional(v.picklist(dashboardIds), "copilot-overview-dashboard"),
  agentId: v.optional(id),
  /** Figures that are not kept by one of these are null, and what is split by them is empty. */
  ...filterQuery,
  /** The first and the last day; the last 30 days where they are left out. */
  from: v.optional(day),
  to: v.optional(day),
  timezone: v.optional(zone, "UTC"),
});

export const getDashboard = call({
  family: "console",
  method: "GET",
  path: `${org}/analytics/dashboard`,
  who: reads,
  forKeys: "filtered",
  summary:
    "Returns the figures of a period with those of the period before, for an organization or one agent.",
  query: wanted,
  answer: v.object({ data: dashboard }),
});

export const getRealtimeDashboard = call({
  family: "console",
  method: "GET",
  path: `${org}/analytics/dashboard/realtime`,
  who: reads,
  forKeys: "filtered",
  summary: "Returns live figures: visitors, open and waiting conversations, and members online.",
  query: v.object({ agentId: v.optional(id), timezone: v.optional(zone, "UTC") }),
  answer: v.object({ data: realtime }),
});

/** The most that one question to the figures may ask for. */
export const queryLimits = {
  days: 400,
  hourDays: 62,
  dimensions: 2,
  metrics: 12,
  rows: 1000,
  groups: 10_000,
};

export const getStats = call({
  family: "console",
  method: "GET",
  path: `${org}/stats`,
  who: reads,
  forKeys: "filtered",
  summary: "Lists the measures, their meanings and dimensions.",
  answer: v.object({
    data: v.object({
      beginsAt: v.nullable(time),
      views: v.array(v.object({ view: v.picklist(figureViews), dimensions: v.array(v.string()) })),
      measures: v.array(measureShown),
      limits: v.record(v.string(), count),
    }),
  }),
});

const filterValue = v.union([name, v.pipe(v.array(name), v.minLength(1), v.maxLength(100))]);

/** The names in it are checked by the handler, which refuses unknown ones by name. */
export const statsQuery = v.strictObject({
  view: name,
  dimensions: v.optional(v.pipe(v.array(v.strictObject({ field: name })), v.maxLength(10)), []),
  metrics: v.pipe(
    v.array(v.strictObject({ measure: name, aggregation: v.optional(name) })),
    v.minLength(1),
    v.maxLength(50),
  ),
  filters: v.optional(
    v.pipe(v.array(v.strictObject({ column: name, operator: name, value: filterValue })), v.maxLength(20)),
    [],
  ),
  timeDimension: v.optional(v.nullable(v.strictObject({ granularity: name })), null),
  /** The first and the last day. */
  from: day,
  to: day,
  timezone: v.optional(zone, "UTC"),
  orderBy: v.optional(
    v.pipe(v.array(v.strictObject({ field: name, direction: v.picklist(["asc", "desc"]) })), v.maxLength(5)),
    [],
  ),
  limit: v.optional(v.pipe(count, v.minValue(1), v.maxValue(queryLimits.rows)), 100),
});
export type StatsQuery = v.InferOutput<typeof statsQuery>;

/** A row has its dimensions and `time` by their names, and figures by their fields: `sum_conversations`, `p95_answerTime`. */
export const statsRow = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])));
export type StatsRow = v.InferOutput<typeof statsRow>;

/** 400 `invalid_input` with the field and a sentence for unknown names, and for more than may be asked at once. */
export const queryStats = call({
  family: "console",
  method: "POST",
  path: `${org}/stats/query`,
  who: reads,
  forKeys: "filtered",
  audit: false,
  summary: "Queries the figures: measures, split by dimensions and time, filtered.",
  body: statsQuery,
  answer: v.object({ data: v.array(statsRow), total: count }),
});

export const aggregateFeedback = call({
  family: "feedback",
  method: "GET",
  path: "/v1.0/feedback/aggregate",
  who: reads,
  forKeys: "filtered",
  summary: "Returns totals of visitors' ratings of answers and conversations.",
  query: v.object({
    agentId: v.optional(id),
    from: v.optional(day),
    to: v.optional(day),
    timezone: v.optional(zone, "UTC"),
  }),
  answer: v.object({
    data: v.object({
      helpful: count,
      notHelpful: count,
      ratings: count,
      averageRating: value,
      satisfaction: value,
    }),
  }),
});
