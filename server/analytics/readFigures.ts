import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { queryLimits } from "../../shared/contract/analytics/analytics.ts";
import { findMoment, nextLocal, readClock, startOfLocal, weekMs } from "../../shared/domain/figureTime.ts";
import { readQuantile } from "../../shared/domain/histogram.ts";
import { shareOf, viewDimensions } from "../../shared/domain/measures.ts";
import type { Counter, Dimension, FigureView } from "../../shared/domain/measures.ts";
import type {} from "../conversations/figures/tables.ts";
import type { Db } from "../database/store.ts";
import { nameOf, refuse } from "./question.ts";
import type { FigureQuestion, Metric, Period } from "./question.ts";

/** Whose figures are asked for. */
export interface FigureOwner {
  organizationId: string;
  agentIds: readonly string[];
  /** Also what belongs to the organization, and to no agent. */
  isWhole?: boolean;
}

/** One row of an answer. */
export interface FigureGroup {
  /** What it is split by, in the order asked for. */
  keys: string[];
  /** The beginning of the hour, day, week or month, as clocks show it; null where it is not split by time. */
  at: number | null;
  /** By the metrics' fields. */
  values: Record<string, number | null>;
}

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
/** A group has a row for each step of its histogram that is not empty. */
const mostSteps = queryLimits.groups * 10;

/** Answers a question from the figures; those who ask see the agents that they name alone. */
export async function readFigures(
  reader: Db,
  owner: FigureOwner,
  question: FigureQuestion,
): Promise<FigureGroup[]> {
  return (await readGroups(reader, owner, question)).list();
}

/** Answers as `readFigures` does, so that one reading can be split by all of its dimensions, by some, and by none. */
export async function readGroups(
  reader: Db,
  owner: FigureOwner,
  question: FigureQuestion,
): Promise<FigureGroups> {
  const groups = new Groups(question);
  if (owner.agentIds.length === 0 && !owner.isWhole) return groups;
  // What is not kept by what is asked for has no figures.
  const known: readonly Dimension[] = viewDimensions[question.view];
  if (question.filters.some(({ column }) => !known.includes(column))) return groups;
  const kinds = new Set(question.metrics.map(({ measure }) => measure.formula.kind));
  await Promise.all([
    (kinds.has("sum") || kinds.has("ratio")) && readSums(reader, { owner, question, groups }),
    kinds.has("time") && readTimes(reader, { owner, question, groups }),
    kinds.has("visitors") && readVisitors(reader, { owner, question, groups }),
  ]);
  if (groups.size > queryLimits.groups) refuseTooMany();
  return groups;
}

/** What was read, by the dimensions of its question. */
export interface FigureGroups {
  /** Its rows, split by these dimensions alone where they are named; visitors can't be added up. */
  list(by?: readonly Dimension[]): FigureGroup[];
}

interface Reading {
  owner: FigureOwner;
  question: FigureQuestion;
  groups: Groups;
}

const tables = {
  conversations: "figureConversations",
  answers: "figureAnswers",
  tools: "figureDetails",
  sources: "figureDetails",
  workflows: "workflowRuns",
} as const satisfies Record<FigureView, string>;

/** By whole weeks, where nothing is split by time; what they don't know is in `unknown`. */
const weekTables: Partial<Record<string, { table: string; unknown: readonly Dimension[] }>> = {
  figureConversations: { table: "figureConversationWeeks", unknown: [] },
  figureAnswers: { table: "figureAnswerWeeks", unknown: [] },
  figureTimes: { table: "figureTimeWeeks", unknown: ["surface", "language"] },
  figureDetails: { table: "figureDetailWeeks", unknown: [] },
};

const columns: Record<Exclude<Dimension, "hour" | "weekday">, string> = {
  ...{ agent: "agentId", surface: "surface", language: "language", model: "model", version: "version" },
  ...{ tool: "name", page: "name", source: "parent", label: "label", workflow: "workflowId" },
};

async function readSums(reader: Db, { owner, question, groups }: Reading): Promise<void> {
  const { view, metrics } = question;
  const counters = new Set(metrics.flatMap(listCounters));
  const rows =
    view === "workflows"
      ? await readRuns(reader, { owner, question })
      : await select(reader, {
          ...{ owner, question, table: tables[view], at: sql.ref("bucket"), most: queryLimits.groups },
          where: view in kinds ? [sql`"kind" = ${kinds[view]}`] : [],
          sums: [...counters].map((counter) => sql`sum(${sql.ref(counter)}) as ${sql.ref(counter)}`),
        });
  for (const row of rows) {
    const { counts } = groups.find(row);
    for (const counter of counters) counts[counter] = (counts[counter] ?? 0) + Number(row[counter] ?? 0);
  }
}

/** Of which kind the details of a view are. */
const kinds: Partial<Record<FigureView, string>> = { tools: "tool", sources: "page" };

/** Runs are far fewer than messages, and are deleted when they are old: they are counted anew. */
function readRuns(reader: Db, { owner, question }: Omit<Reading, "groups">): Promise<Row[]> {
  return select(reader, {
    ...{ owner, question, table: tables.workflows, at: sql.ref("createdAt"), most: queryLimits.groups },
    // A test has no version.
    where: [sql`"version" is not null`],
    sums: [sql`count(*) as "count"`, sql`sum(case when "state" = 'failed' then 1 else 0 end) as "bad"`],
  });
}

/** The counters that a metric is worked out from. */
function listCounters({ measure: { formula } }: Metric): readonly Counter[] {
  if (formula.kind === "sum") return formula.of;
  return formula.kind === "ratio" ? [...formula.of, ...formula.by] : [];
}

async function readTimes(reader: Db, { owner, question, groups }: Reading): Promise<void> {
  const names = question.metrics.flatMap(({ measure: { formula } }) =>
    formula.kind === "time" ? [formula.of] : [],
  );
  const rows = await select(reader, {
    ...{ owner, question, table: "figureTimes", at: sql.ref("bucket"), most: mostSteps },
    where: [sql`"name" in (${sql.join(names)})`],
    also: ["name", "bin"],
    sums: [sql`sum("count") as "count"`, sql`sum("total") as "total"`],
  });
  for (const row of rows) {
    const { times } = groups.find(row);
    const name = String(row["name"]);
    const time = (times[name] ??= { steps: new Map(), count: 0, total: 0 });
    const bin = Number(row["bin"]);
    time.steps.set(bin, (time.steps.get(bin) ?? 0) + Number(row["count"]));
    time.count += Number(row["count"]);
    time.total += Number(row["total"]);
  }
}

/** Different people can't be added up: they are counted anew. */
async function readVisitors(reader: Db, { owner, question, groups }: Reading): Promise<void> {
  const rows = await select(reader, {
    ...{ owner, question, table: "threads", at: sql.ref("createdAt"), most: queryLimits.groups },
    where: [sql`"preview" = 0`, sql`"begunByTeam" = 0`],
    sums: [sql`count(distinct "contactId") as "visitors"`],
  });
  for (const row of rows) groups.find(row).visitors = Number(row["visitors"]);
}

interface Selection {
  owner: FigureOwner;
  question: FigureQuestion;
  table: string;
  /** The column with the time. */
  at: RawBuilder<unknown>;
  where: RawBuilder<unknown>[];
  /** By what else it is split. */
  also?: string[];
  sums: RawBuilder<unknown>[];
  most: number;
}

type Row = Record<string, string | number | null>;

/** Reads what is selected; one group may have several rows, which are added up. */
async function select(reader: Db, selection: Selection): Promise<Row[]> {
  const rows = await Promise.all(listParts(selection).map((part) => selectPart(reader, part)));
  return rows.flat();
}

/** A selection, or where that comes to the same, its whole weeks and what is before and behind them. */
function listParts(selection: Selection): Selection[] {
  const { question, table } = selection;
  const { dimensions, filters, granularity, period } = question;
  const weeks = weekTables[table];
  const first = Math.ceil(period.from / weekMs) * weekMs;
  const end = Math.floor(period.to / weekMs) * weekMs;
  const asked = [...dimensions, ...filters.map(({ column }) => column)];
  const unknown: readonly Dimension[] = ["hour", "weekday", ...(weeks?.unknown ?? [])];
  if (!weeks || granularity !== null || end <= first || asked.some((one) => unknown.includes(one)))
    return [selection];
  const within = (from: number, to: number) => ({ ...question, period: { ...period, from, to } });
  return [
    { ...selection, question: within(period.from, first) },
    { ...selection, question: within(first, end), table: weeks.table },
    { ...selection, question: within(end, period.to) },
  ].filter((part) => part.question.period.from < part.question.period.to);
}

async function selectPart(reader: Db, selection: Selection): Promise<Row[]> {
  const { owner, question, table, at, where, also = [], sums, most } = selection;
  const { dimensions, filters, granularity, period } = question;
  const local = localOf(at, period);
  const columnOf = (dimension: Dimension) => readDimension(dimension, { local, table });
  const isByLabel = [...dimensions, ...filters.map(({ column }) => column)].includes("label");
  const split = [
    ...dimensions.map((dimension, index) => ({ by: columnOf(dimension), as: `k${index}` })),
    ...(granularity === null ? [] : [{ by: readStart(question, { at, local }), as: "at" }]),
    ...also.map((column) => ({ by: sql.ref(column), as: column })),
  ];
  const conditions = [
    sql`"organizationId" = ${owner.organizationId}`,
    isOwners(owner, table),
    sql`${at} >= ${period.from}`,
    sql`${at} < ${period.to}`,
    ...where,
    // Once for all conversations, and once for each label that stands on them.
    ...(table.startsWith("figure") && !filters.some(({ column }) => column === "label")
      ? [isByLabel ? sql`"label" > ''` : sql`"label" = ''`]
      : []),
    ...filters.map(({ column, isNot, values }) => {
      const isNumber = ["version", "hour", "weekday"].includes(column);
      const list = sql.join(values.map((text) => (isNumber ? Number(text) : text)));
      return isNot ? sql`${columnOf(column)} not in (${list})` : sql`${columnOf(column)} in (${list})`;
    }),
  ];
  const groupBy =
    split.length === 0 ? sql`` : sql`group by ${sql.join(split.map((_, index) => sql.lit(index + 1)))}`;
  const { rows } = await sql<Row>`
    select ${sql.join([...split.map(({ by, as }) => sql`${by} as ${sql.ref(as)}`), ...sums])}
    from ${table === "threads" && isByLabel ? labeledThreads : sql.table(table)} where ${sql.join(conditions, sql` and `)} ${groupBy} limit ${sql.lit(most + 1)}`.execute(
    reader,
  );
  if (rows.length > most) refuseTooMany();
  return rows;
}

function isOwners({ agentIds, isWhole }: FigureOwner, table: string): RawBuilder<unknown> {
  // A list of nothing is none to Postgres; no agent has this id.
  const isOfAgents = sql`"agentId" in (${sql.join(agentIds.length > 0 ? agentIds : [""])})`;
  return isWhole && table === tables.workflows ? sql`("agentId" is null or ${isOfAgents})` : isOfAgents;
}

/** Conversations once for each of their labels. */
const labeledThreads = sql`(
  select "threads"."organizationId", "threads"."agentId", "threads"."createdAt", "threads"."preview",
    "threads"."begunByTeam", "threads"."surfaceType", "threads"."language", "threads"."contactId",
    "threadLabels"."labelId" as "label"
  from "threadLabels" inner join "threads" on "threads"."organizationId" = "threadLabels"."organizationId"
    and "threads"."id" = "threadLabels"."threadId") as "labeled"`;

function refuseTooMany(): never {
  refuse(
    "body.dimensions",
    "This asks for too many rows. Choose fewer dimensions, a shorter time or a coarser granularity.",
  );
}

/** What clocks of the time zone show, in milliseconds; they are off by the same but for a few changes a year. */
function localOf(at: RawBuilder<unknown>, { spans }: Period): RawBuilder<unknown> {
  const last = spans.at(-1)?.offsetMs ?? 0;
  const changes = spans.slice(1).map((next, index) => {
    const offsetMs = spans[index]?.offsetMs ?? 0;
    return sql`when ${at} < ${sql.lit(next.from)} then ${sql.lit(offsetMs)}`;
  });
  if (changes.length === 0) return sql`(${at} + ${sql.lit(last)})`;
  return sql`(${at} + case ${sql.join(changes, sql` `)} else ${sql.lit(last)} end)`;
}

function readDimension(
  dimension: Dimension,
  { local, table }: { local: RawBuilder<unknown>; table: string },
): RawBuilder<unknown> {
  if (dimension === "hour") return sql`((${local} / ${sql.lit(hourMs)}) % 24)`;
  // 1970 began on a Thursday; Monday is 1.
  if (dimension === "weekday") return sql`((${local} / ${sql.lit(dayMs)} + 3) % 7 + 1)`;
  if (table === tables.workflows && dimension === "agent") return sql`coalesce("agentId", '')`;
  if (table !== "threads") return sql.ref(columns[dimension]);
  if (dimension === "surface") return sql.ref("surfaceType");
  // As languageOf has it.
  if (dimension === "language")
    return sql`case when substr(coalesce("language", ''), 3, 1) in ('', '-')
      then lower(substr(coalesce("language", ''), 1, 2)) else lower(substr("language", 1, 3)) end`;
  return sql.ref(columns[dimension]);
}

/** The number of the hour, day, week or month. */
function readStart(
  { granularity, period }: FigureQuestion,
  { at, local }: { at: RawBuilder<unknown>; local: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (granularity === "hour") return sql`(${local} / ${sql.lit(hourMs)})`;
  if (granularity === "day") return sql`(${local} / ${sql.lit(dayMs)})`;
  if (granularity === "week") return sql`((${local} / ${sql.lit(dayMs)} + 3) / 7)`;
  const months = listStarts(period, "month");
  const before = months
    .slice(1)
    .map(
      (start, index) =>
        sql`when ${at} < ${sql.lit(findMoment(start, period.timezone))} then ${sql.lit(index)}`,
    );
  if (before.length === 0) return sql`0`;
  return sql`(case ${sql.join(before, sql` `)} else ${sql.lit(before.length)} end)`;
}

/** The local beginnings of all hours, days, weeks or months of a period, in order. */
export function listStarts(
  { from, to, timezone }: Period,
  granularity: NonNullable<FigureQuestion["granularity"]>,
): number[] {
  const end = readClock(to - 1, timezone);
  const starts: number[] = [];
  const first = startOfLocal(readClock(from, timezone), granularity);
  for (let at = first; at <= end; at = nextLocal(at, granularity)) starts.push(at);
  return starts;
}

interface Group {
  keys: string[];
  at: number | null;
  counts: Partial<Record<Counter, number>>;
  times: Record<string, { steps: Map<number, number>; count: number; total: number }>;
  visitors: number;
}

/** What is known of each row of an answer, from one table or several. */
class Groups implements FigureGroups {
  readonly #question: FigureQuestion;
  readonly #months: number[];
  readonly #groups = new Map<string, Group>();

  constructor(question: FigureQuestion) {
    this.#question = question;
    this.#months = question.granularity === "month" ? listStarts(question.period, "month") : [];
  }

  get size(): number {
    return this.#groups.size;
  }

  find(row: Row): Group {
    const { dimensions, granularity } = this.#question;
    const keys = dimensions.map((_, index) => String(row[`k${index}`] ?? ""));
    const at = granularity === null ? null : this.#startOf(Number(row["at"]));
    const name = [...keys, at].join("\n");
    let group = this.#groups.get(name);
    if (!group) this.#groups.set(name, (group = { keys, at, counts: {}, times: {}, visitors: 0 }));
    return group;
  }

  #startOf(number: number): number {
    const { granularity } = this.#question;
    if (granularity === "hour") return number * hourMs;
    if (granularity === "day") return number * dayMs;
    return granularity === "week" ? (number * 7 - 3) * dayMs : (this.#months[number] ?? 0);
  }

  list(by: readonly Dimension[] = this.#question.dimensions): FigureGroup[] {
    const { metrics, dimensions } = this.#question;
    const all = [...this.#groups.values()];
    const groups =
      by === dimensions
        ? all
        : joinGroups(
            all,
            by.map((dimension) => dimensions.indexOf(dimension)),
          );
    return groups.map((group) => ({
      ...{ keys: group.keys, at: group.at },
      values: Object.fromEntries(metrics.map((metric) => [nameOf(metric), workOut(metric, group)])),
    }));
  }
}

/** Adds up groups that have the same of some keys. */
function joinGroups(groups: readonly Group[], places: readonly number[]): Group[] {
  const joined = new Map<string, Group>();
  for (const { keys: allKeys, at, counts, times } of groups) {
    const keys = places.map((place) => allKeys[place] ?? "");
    const name = [...keys, at].join("\n");
    let into = joined.get(name);
    if (!into) joined.set(name, (into = { keys, at, counts: {}, times: {}, visitors: 0 }));
    for (const [counter, count] of Object.entries(counts) as [Counter, number][])
      // as they were put in
      into.counts[counter] = (into.counts[counter] ?? 0) + count;
    for (const [time, { steps, count, total }] of Object.entries(times)) {
      const sum = (into.times[time] ??= { steps: new Map(), count: 0, total: 0 });
      for (const [bin, number] of steps) sum.steps.set(bin, (sum.steps.get(bin) ?? 0) + number);
      sum.count += count;
      sum.total += total;
    }
  }
  return [...joined.values()];
}

/** Works a metric out; null where there is nothing to divide by, or nothing took any time. */
function workOut({ measure: { formula }, aggregation }: Metric, group: Group): number | null {
  const sumOf = (counters: readonly Counter[]) =>
    counters.reduce((sum, counter) => sum + (group.counts[counter] ?? 0), 0);
  if (formula.kind === "visitors") return group.visitors;
  if (formula.kind === "sum") return sumOf(formula.of);
  if (formula.kind === "ratio") {
    const by = sumOf(formula.by);
    return by === 0 ? null : sumOf(formula.of) / by;
  }
  const time = group.times[formula.of];
  if (!time || time.count === 0) return null;
  const share = shareOf(aggregation);
  return share === undefined ? Math.round(time.total / time.count) : readQuantile(time.steps, share);
}
