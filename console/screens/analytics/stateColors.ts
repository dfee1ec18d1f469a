import type { FigureState } from "../../../shared/domain/figureState.ts";
import { measureOf } from "../../../shared/domain/measures.ts";

/** Told apart by those who see red and green alike, and 3 : 1 on the page in both schemes. */
export const stateColors: Record<FigureState, string> = {
  confirmed: "light-dark(#00735c, #2fc7a0)",
  assumed: "light-dark(#3f93c9, #7cc4f0)",
  handedOver: "light-dark(#b86e00, #f0b040)",
  abandoned: "light-dark(#a8467f, #e090bf)",
  unresolved: "light-dark(#737c86, #8d98a5)",
};

export function nameState(state: FigureState): string {
  return measureOf(state).title;
}
