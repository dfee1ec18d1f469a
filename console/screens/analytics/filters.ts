import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { figureFilters, findUnknownFilter, measureOf, pickFilters } from "../../../shared/domain/measures.ts";
import type { FigureFilterName, FigureFilters, MeasureName } from "../../../shared/domain/measures.ts";
import { surfaceNames } from "../../parts/surfaceNames.ts";
import { nameLanguage, nameModel } from "./partTables.ts";

/** The filters that the address names. */
export function readFilters(read: (name: string) => string): FigureFilters {
  return pickFilters(Object.fromEntries(figureFilters.map((name) => [name, read(name)])));
}

export const filterTitles: Record<FigureFilterName, string> = {
  ...{ surface: "Surface", language: "Language", model: "Model", label: "Label" },
};

/** What each filter can be; what is chosen is among it, also where the period has nothing of it. */
export function listChoices(
  name: FigureFilterName,
  choices: Dashboard["choices"] | undefined,
  chosen: string,
): { value: string; label: string }[] {
  const known = {
    surface: Object.entries(surfaceNames).map(([value, label]) => ({ value, label })),
    language: (choices?.languages ?? []).map((value) => ({ value, label: nameLanguage(value) })),
    model: (choices?.models ?? []).map((value) => ({ value, label: nameModel(value) })),
    label: (choices?.labels ?? []).map(({ id, name: label }) => ({ value: id, label })),
  }[name];
  if (chosen === "" || known.some(({ value }) => value === chosen)) return known;
  const named = {
    surface: chosen,
    language: nameLanguage(chosen),
    model: nameModel(chosen),
    label: "Not used",
  };
  return [...known, { value: chosen, label: named[name] }];
}

/** Says why a measure has no figure where it is not kept by one of the filters. */
export function explainMissing(measure: MeasureName, filters: FigureFilters): string | undefined {
  const unknown = findUnknownFilter(measureOf(measure).view, filters);
  return unknown && `Not split by ${filterTitles[unknown].toLowerCase()}`;
}
