import type { Measure } from "../../../shared/domain/measures.ts";
import { formatChange, formatFigure } from "../../../shared/format/figure.ts";
import { localeOf } from "../localeOf.ts";
import { moments } from "../../state/shell/moments.ts";

/** A figure as the signed-in user reads it. */
export function writeFigure(unit: Measure["unit"], value: number | null | undefined): string {
  return formatFigure(unit, value, localeOf(moments.language));
}

/** By how much a figure changed, as the signed-in user reads it. */
export function writeChange(
  unit: Measure["unit"],
  figure: { value: number | null; before: number | null },
): { text: string; isMore: boolean } | null {
  return formatChange(unit, figure, localeOf(moments.language));
}
