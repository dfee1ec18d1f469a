import { readStyles } from "./readStyles.ts";
import type { Style } from "./readStyles.ts";

/**
 * Gives the styles whose paragraphs are headings without the name of one: templates of companies have their own, made
 * from those of Word or with a place in the outline.
 */
export function listHeadingStyles(part: Uint8Array | undefined): { id: string; level: number }[] {
  const styles = readStyles(part);
  return [...styles].flatMap(([id, style]) => {
    const level = findLevel(styles, style);
    return level !== undefined && level <= deepest && id !== "" ? [{ id, level }] : [];
  });
}

/** What HTML has. */
const deepest = 6;
/** Styles may be made from each other in a circle. */
const mostSteps = 20;

function findLevel(styles: ReadonlyMap<string, Style>, style: Style): number | undefined {
  let next: Style | undefined = style;
  for (let steps = 0; next && steps < mostSteps; steps++) {
    if (next.outline !== undefined) return next.outline < 9 ? next.outline + 1 : undefined;
    const named = /^heading ([1-9])$/i.exec(next.name)?.[1];
    if (named) return Number(named);
    next = styles.get(next.basedOn ?? "");
  }
  return undefined;
}
