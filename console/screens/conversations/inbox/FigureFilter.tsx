import type { ReactNode } from "react";
import { threadFigures } from "../../../../shared/domain/figureState.ts";
import { measureOf } from "../../../../shared/domain/measures.ts";
import { ChoiceFilter } from "./ChoiceFilter.tsx";

const options = threadFigures.map((value) => ({ value, label: measureOf(value).title }));

/** Narrows the list to the conversations that figures of Insights count. */
export function FigureFilter(): ReactNode {
  return <ChoiceFilter name="figure" label="Counted in Insights" options={options} />;
}
