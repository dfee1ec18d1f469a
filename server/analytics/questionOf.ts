import { listAggregations, measureOf } from "../../shared/domain/measures.ts";
import type { Aggregation, Dimension, MeasureName } from "../../shared/domain/measures.ts";
import type { Granularity } from "../../shared/domain/figureTime.ts";
import { readPeriod } from "./question.ts";
import type { FigureFilter, FigureQuestion, Metric } from "./question.ts";

/** A measure in its own aggregation, or in the one named. */
export type Wanted = MeasureName | readonly [MeasureName, Aggregation];

export interface Days {
  from: string;
  to: string;
  timezone: string;
}

export interface Split {
  by?: Dimension[];
  granularity?: Granularity;
  filters?: FigureFilter[];
}

/** Gives the question for measures of one view. */
export function questionOf(
  days: Days,
  wanted: readonly Wanted[],
  { by = [], granularity, filters = [] }: Split = {},
): FigureQuestion {
  const metrics = wanted.map(readWanted);
  const view = metrics[0]?.measure.view ?? "conversations";
  return {
    view,
    dimensions: by,
    metrics,
    filters,
    granularity: granularity ?? null,
    period: readPeriod(days, "query"),
  };
}

/** Gives the metric that is wanted. */
export function readWanted(wanted: Wanted): Metric {
  const [name, aggregation] = typeof wanted === "string" ? [wanted] : wanted;
  const measure = measureOf(name);
  return { measure, aggregation: aggregation ?? listAggregations(measure)[0] ?? "sum" };
}
