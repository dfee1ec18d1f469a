import { queryLimits } from "../../shared/contract/analytics/analytics.ts";
import type { StatsQuery } from "../../shared/contract/analytics/analytics.ts";
import { findMoment, granularities, listZoneSpans } from "../../shared/domain/figureTime.ts";
import type { Granularity, ZoneSpan } from "../../shared/domain/figureTime.ts";
import {
  fieldOf,
  figureViews,
  findMeasure,
  listAggregations,
  measures,
  viewDimensions,
} from "../../shared/domain/measures.ts";
import type { Aggregation, Dimension, FigureView, Measure } from "../../shared/domain/measures.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { countDays } from "./lastDays.ts";

export interface Metric {
  measure: Measure;
  aggregation: Aggregation;
}

export interface FigureFilter {
  column: Dimension;
  isNot: boolean;
  values: string[];
}

/** What the figures are asked for, every name of it known. */
export interface FigureQuestion {
  view: FigureView;
  dimensions: Dimension[];
  metrics: Metric[];
  filters: FigureFilter[];
  granularity: Granularity | null;
  period: Period;
}

/** The moments from which on and before which something counts, and whose clocks days are told by. */
export interface Period {
  from: number;
  to: number;
  timezone: string;
  /** How far its clocks are off meanwhile. */
  spans: readonly ZoneSpan[];
}

const dayMs = 24 * 60 * 60 * 1000;
const operators = ["=", "!=", "any of", "none of"];

/** Reads a question to the figures; what is unknown is refused by its name, and what asks for too much in a sentence. */
export function readQuestion(query: StatsQuery): FigureQuestion {
  const view = pick(figureViews, query.view, { path: "body.view", what: "view" });
  const period = readPeriod(query, "body");
  const dimensions = query.dimensions.map(({ field }, index) =>
    pick(viewDimensions[view], field, {
      path: `body.dimensions.${index}.field`,
      what: `dimension in the view ${view}`,
    }),
  );
  if (new Set(dimensions).size < dimensions.length) refuse("body.dimensions", "Name each dimension once.");
  if (dimensions.length > queryLimits.dimensions)
    refuse("body.dimensions", `Split by ${queryLimits.dimensions} dimensions at most.`);
  const metrics = query.metrics.map((metric, index) => readMetric(view, metric, index));
  if (metrics.length > queryLimits.metrics)
    refuse("body.metrics", `Ask for ${queryLimits.metrics} metrics at most.`);
  const granularity =
    query.timeDimension &&
    pick(granularities, query.timeDimension.granularity, {
      path: "body.timeDimension.granularity",
      what: "granularity",
    });
  if (granularity === "hour" && countDays(query) > queryLimits.hourDays)
    refuse("body.timeDimension.granularity", `By the hour, ask for ${queryLimits.hourDays} days at most.`);
  const filters = query.filters.map((filter, index) => readFilter(view, filter, index));
  return { view, dimensions, metrics, filters, granularity, period };
}

type Asked = StatsQuery["metrics"][number];

function readMetric(view: FigureView, { measure: name, aggregation }: Asked, index: number): Metric {
  const path = `body.metrics.${index}`;
  const known = measures.filter((one) => one.view === view).map((one) => one.name as string);
  const measure = findMeasure(
    pick(known, name, { path: `${path}.measure`, what: `measure in the view ${view}` }),
  );
  if (!measure) throw new Error("It was found just now.");
  const possible = listAggregations(measure);
  return {
    measure,
    aggregation: pick(possible, aggregation ?? possible[0] ?? "", {
      path: `${path}.aggregation`,
      what: `aggregation of ${name}`,
    }),
  };
}

function readFilter(
  view: FigureView,
  { column: name, operator, value }: StatsQuery["filters"][number],
  index: number,
): FigureFilter {
  const path = `body.filters.${index}`;
  const column = pick(viewDimensions[view], name, {
    path: `${path}.column`,
    what: `column in the view ${view}`,
  });
  const known = pick(operators, operator, { path: `${path}.operator`, what: "operator" });
  const values = typeof value === "string" ? [value] : value;
  if (["=", "!="].includes(known) && values.length > 1)
    refuse(`${path}.value`, `The operator ${known} takes one value. Use any of or none of for several.`);
  if (column === "label" && known !== "=")
    refuse(
      `${path}.operator`,
      "Filter by one label with =. A conversation can have several, and counts for each.",
    );
  if (["version", "hour", "weekday"].includes(column) && values.some((text) => !/^\d{1,9}$/.test(text)))
    refuse(`${path}.value`, `Write a ${column} as a number.`);
  return { column, isNot: ["!=", "none of"].includes(known), values };
}

interface Days {
  from: string;
  to: string;
  timezone: string;
}

/** Gives the moments between which the days of a time zone lie; `place` is where they came in. */
export function readPeriod({ from, to, timezone }: Days, place: "body" | "query"): Period {
  if (from > to) refuse(`${place}.from`, "The first day is after the last one.");
  const days = countDays({ from, to });
  if (days > queryLimits.days)
    refuse(`${place}.to`, `Ask for ${queryLimits.days} days at most, not ${days}.`);
  const first = findMoment(Date.parse(from), timezone);
  const end = findMoment(Date.parse(to) + dayMs, timezone);
  return { from: first, to: end, timezone, spans: listZoneSpans(first, end, timezone) };
}

function pick<Name extends string>(
  known: readonly Name[],
  name: string,
  { path, what }: { path: string; what: string },
): Name {
  const found = known.find((one) => one === name);
  return found ?? refuse(path, `There is no ${what} called “${name}”. Choose one of: ${known.join(", ")}.`);
}

/** Refuses a question with the place in it and a sentence. */
export function refuse(path: string, message: string): never {
  throw new AppError("invalid_input", { fields: [{ path, message }] });
}

/** Under which name the answer has a metric. */
export function nameOf({ measure, aggregation }: Metric): string {
  return fieldOf(aggregation, measure.name);
}
