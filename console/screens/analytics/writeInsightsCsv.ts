import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { figureStates } from "../../../shared/domain/figureState.ts";
import { fieldOf, figureFilters, findMeasure, measureOf } from "../../../shared/domain/measures.ts";
import type { FigureFilters } from "../../../shared/domain/measures.ts";
import { writeCsv } from "../../../shared/format/csv.ts";
import { writeFigure } from "../../parts/figures/writeFigure.ts";
import { filterTitles, listChoices } from "./filters.ts";
import { weekdays } from "../../parts/weekdays.ts";
import { tables } from "./partTables.ts";

const head = ["Part", "Name", "Figure", "Shown", "Value", "Shown before", "Value before"];

/** The screen as a table for spreadsheets: each figure as it is shown, and as a number. Times are milliseconds. */
export function writeInsightsCsv(data: Dashboard, filters: FigureFilters = {}): string {
  const period = `${data.from} to ${data.to} (${data.timezone})`;
  return writeCsv([
    head,
    ...figureFilters.flatMap((name) => {
      const chosen = filters[name];
      const choice = listChoices(name, data.choices, chosen ?? "").find(({ value }) => value === chosen);
      return choice ? [["Filter", filterTitles[name], "", choice.label, "", "", ""]] : [];
    }),
    ...data.figures.map(({ measure, aggregation, value, before }) => [
      ...["Period", period, titleOf(measure, aggregation)],
      ...[...cells(measure, value), ...cells(measure, before)],
    ]),
    ...figureStates.map((state) => [
      "Outcome",
      period,
      measureOf(state).title,
      ...cells(state, data.states[state]),
    ]),
    ...data.hours.map(({ weekday, hour, conversations }) => [
      "When visitors write",
      `${weekdays[weekday - 1] ?? ""} ${hour}:00`,
      measureOf("conversations").title,
      ...cells("conversations", conversations),
    ]),
    ...data.series.flatMap(({ time, values }) =>
      Object.entries(values).map(([field, value]) => {
        const [aggregation = "", measure = ""] = field.split("_");
        return ["Time", time, titleOf(measure, aggregation), ...cells(measure, value)];
      }),
    ),
    ...tables.flatMap(({ of, title, columns, nameOf }) =>
      data[of].flatMap(({ key, name, values }) =>
        columns.map(([measure, aggregation]) => [
          ...[title, nameOf?.(key) ?? (name || key), titleOf(measure, aggregation)],
          ...cells(measure, values[fieldOf(aggregation, measure)] ?? null),
        ]),
      ),
    ),
  ]);
}

function titleOf(measure: string, aggregation: string): string {
  const title = findMeasure(measure)?.title ?? measure;
  return /^p\d/.test(aggregation) ? `${title} (${aggregation})` : title;
}

function cells(measure: string, value: number | null): string[] {
  return [writeFigure(findMeasure(measure)?.unit ?? "count", value), value === null ? "" : String(value)];
}
