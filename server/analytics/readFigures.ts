import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { queryLimits } from "../../shared/contract/analytics/analytics.ts";
import { findMoment, listStarts } from "../../shared/domain/figureTime.ts";
import { readQuantile } from "../../shared/domain/histogram.ts";
import { shareOf, viewDimensions } from "../../shared/domain/measures.ts";
import type { Counter, Dimension, FigureView } from "../../shared/domain/measures.ts";
import type {} from "../conversations/figures/tables.ts";
import { isFilling } from "../conversations/figures/fill.ts";
import type { Db } from "../database/store.ts";
import { planParts } from "./planParts.ts";
import type { Part, Stretch } from "./planParts.ts";
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

/** Runs are far fewer than messages, and are deleted when they are old: they are counted each time. */
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
    ...{ owner, question, table: "figureTimes", at: sql.ref("bucket"), most: queryLimits.groups },
    where: [sql`"name" in (${sql.join(names)})`],
    histogramsBy: "name",
    sums: [sql`sum("count") as "count"`, sql`sum("total") as "total"`],
  });
  for (const row of rows) {
    const { times } = groups.find(row);
    const time = (times[String(row["name"])] ??= { steps: new Map(), count: 0, total: 0 });
    addSteps(time.steps, String(row["steps"]));
    time.count += Number(row["count"]);
    time.total += Number(row["total"]);
  }
}

/** Adds steps with their counts, `3:1 4:20`. A year by day has tens of thousands: each is read in place. */
function addSteps(steps: Map<number, number>, text: string): void {
  let at = 0;
  while (at < text.length) {
    const colon = text.indexOf(":", at);
    const space = text.indexOf(" ", colon);
    const end = space < 0 ? text.length : space;
    const bin = Number(text.slice(at, colon));
    steps.set(bin, (steps.get(bin) ?? 0) + Number(text.slice(colon + 1, end)));
    at = end + 1;
  }
}

/** Different people can't be added up: they are counted each time. */
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
  /** By what else histograms are split. Each comes in one row, as steps with their counts: `3:1 4:20`. */
  histogramsBy?: string;
  sums: RawBuilder<unknown>[];
  most: number;
}

type Row = Record<string, string | number | null>;

/** Reads what is selected; one group may have several rows, which are added up. */
async function select(reader: Db, selection: Selection): Promise<Row[]> {
  const { owner, question, table } = selection;
  const hasBlocks = table.startsWith("figure") && !(await isFilling(reader, owner.organizationId));
  const parts = planParts(question, table, hasBlocks);
  const rows = await Promise.all(parts.map((part) => selectPart(reader, selection, part)));
  return rows.flat();
}

async function selectPart(reader: Db, selection: Selection, part: Part): Promise<Row[]> {
  const { owner, question, at, where, histogramsBy, sums, most } = selection;
  const { dimensions, filters, granularity, period } = question;
  const { table, facet, from, to, without = [], within } = part;
  const local = localOf(at, period);
  const columnOf = (dimension: Dimension) => readDimension(dimension, { local, table, facet });
  const isByLabel = [...dimensions, ...filters.map(({ column }) => column)].includes("label");
  const split = [
    ...dimensions.map((dimension, index) => ({ by: columnOf(dimension), as: `k${index}` })),
    ...(granularity === null ? [] : [{ by: readStart(question, { at, local }), as: "at" }]),
    ...(histogramsBy === undefined ? [] : [{ by: sql.ref(histogramsBy), as: histogramsBy }]),
  ];
  const inner = histogramsBy === undefined ? split : [...split, { by: sql.ref("bin"), as: "bin" }];
  const conditions = [
    sql`"organizationId" = ${owner.organizationId}`,
    isOwners(owner, table),
    // A bound that is always the same would be taken for the key's, and all rows of the period be read for each stretch.
    ...(within ? [sql`${at} >= "from"`, sql`${at} < "to"`] : [sql`${at} >= ${from}`, sql`${at} < ${to}`]),
    ...(without.length > 0 ? [sql`${at} not in (${sql.raw(without.join())})`] : []),
    ...(facet === undefined ? [] : [sql`"facet" = ${facet}`]),
    ...where,
    // Once for all conversations, and once for each label that stands on them.
    ...(table.startsWith("figure") && !filters.some(({ column }) => column === "label")
      ? [isByLabel ? sql`"label" > ''` : sql`"label" = ''`]
      : []),
    ...filters.map(({ column, isNot, values }) => {
      const isNumber = ["version", "hour", "weekday"].includes(column);
      const numbers = isNumber ? values.map(Number) : values;
      const list = sql.join(column === facet ? numbers.map(String) : numbers);
      return isNot ? sql`${columnOf(column)} not in (${list})` : sql`${columnOf(column)} in (${list})`;
    }),
  ];
  const source = table === "threads" && isByLabel ? labeledThreads : sql.table(table);
  const summed = sql<Row>`
    select ${sql.join([...inner.map(({ by, as }) => sql`${by} as ${sql.ref(as)}`), ...sums])}
    from ${within ? listWithin(within) : sql``} ${source} where ${sql.join(conditions, sql` and `)} ${groupBy(inner)}`;
  const asked =
    histogramsBy === undefined
      ? summed
      : joinSteps(
          summed,
          split.map(({ as }) => as),
        );
  const { rows } = await sql<Row>`${asked} limit ${sql.lit(most + 1)}`.execute(reader);
  if (rows.length > most) refuseTooMany();
  return rows;
}

function groupBy(split: readonly unknown[]): RawBuilder<unknown> {
  if (split.length === 0) return sql``;
  return sql`group by ${sql.join(split.map((_, index) => sql.lit(index + 1)))}`;
}

/** A row for each step takes the server's thread several times as long to take in. */
function joinSteps(summed: RawBuilder<Row>, names: readonly string[]): RawBuilder<Row> {
  const step = sql`cast("bin" as text) || ':' || cast("count" as text)`;
  const joined = [sql`string_agg(${step}, ' ') as "steps"`];
  const sums = [sql`sum("count") as "count"`, sql`sum("total") as "total"`];
  return sql`select ${sql.join([...names.map((name) => sql.ref(name)), ...joined, ...sums])}
    from (${summed}) as "summed" ${groupBy(names)}`;
}

/** Comes before the table, so that each stretch is found by its key. */
function listWithin(stretches: readonly Stretch[]): RawBuilder<unknown> {
  // As text: a list of hundreds takes the query builder longer than the database.
  const list = stretches.map(({ from, to }) => `(cast(${from} as bigint),cast(${to} as bigint))`);
  const listed = sql`(values ${sql.raw(list.join())}) as "listed"`;
  return sql`(select "column1" as "from", "column2" as "to" from ${listed}) as "within" cross join`;
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
  { local, table, facet }: { local: RawBuilder<unknown>; table: string; facet: string | undefined },
): RawBuilder<unknown> {
  if (dimension === "hour") return sql`((${local} / ${sql.lit(hourMs)}) % 24)`;
  // 1970 began on a Thursday; Monday is 1.
  if (dimension === "weekday") return sql`((${local} / ${sql.lit(dayMs)} + 3) % 7 + 1)`;
  if (table === tables.workflows && dimension === "agent") return sql`coalesce("agentId", '')`;
  if (facet === dimension) return sql.ref("value");
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
