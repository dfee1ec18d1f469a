import type { Unit } from "../sentences.ts";
import type { Candidate } from "./rankUnits.ts";

/** Which units of a passage are shown, and whether a list or table of them continues. */
export interface Shown {
  indexes: number[];
  /** Units behind which something of the same list or table is left out. */
  cutAfter: Set<number>;
}

/** A section of up to this many characters is understood best as a whole; then, how much of a longer one is shown. */
const wholeSection = 900;
const mostShown = 700;
const mostItems = 20;
const mostRows = 6;

/** A quote is understood by itself: with the short section that it is in, else with what stands around it there. */
export function showAround({ units, index, unit, passage }: ShownFrom): Shown {
  const section = listSection(units, index);
  const measure = (indexes: readonly number[]) =>
    indexes.reduce((sum, at) => sum + (units[at]?.text.length ?? 0), 0);
  const indexes = measure(section) <= wholeSection ? section : growFrom(units, { section, index }, measure);
  const shown = limitLists(units, indexes, unit);
  const last = units.length - 1;
  const isList = units[last]?.kind === "item" || units[last]?.kind === "row";
  if (passage.section?.goesOn && isList && shown.indexes.includes(last)) shown.cutAfter.add(last);
  return shown;
}

type ShownFrom = Pick<Candidate, "units" | "index" | "unit" | "passage">;

/** What stands under the same heading, without links to elsewhere. */
function listSection(units: Unit[], index: number): number[] {
  const name = units[index]?.headings.join("\n");
  let first = index;
  while (units[first - 1] && units[first - 1]?.headings.join("\n") === name) first -= 1;
  const section: number[] = [];
  for (let at = first; units[at] && units[at]?.headings.join("\n") === name; at += 1) {
    if (!units[at]?.isLink || at === index) section.push(at);
  }
  return section;
}

/**
 * Begins with the paragraph, list or table of a unit, and what announces it, and adds those behind and then those before it
 * while there is room. Of a paragraph that is too long alone the sentences around the unit are taken.
 */
function growFrom(
  units: Unit[],
  { section, index }: { section: number[]; index: number },
  measure: (indexes: readonly number[]) => number,
): number[] {
  const blocks = joinLeads(units, section);
  const at = blocks.findIndex((block) => block.includes(index));
  let shown = blocks[at] ?? [index];
  if (units[index]?.kind === "sentence" && measure(shown) > wholeSection)
    return withNeighbors(shown, { index, measure });
  for (let next = at + 1; blocks[next]; next += 1) {
    const longer = [...shown, ...(blocks[next] ?? [])];
    if (measure(longer) > mostShown) break;
    shown = longer;
  }
  for (let before = at - 1; blocks[before]; before -= 1) {
    const longer = [...(blocks[before] ?? []), ...shown];
    if (measure(longer) > mostShown) break;
    shown = longer;
  }
  return shown;
}

/** Gives paragraphs, lists and tables; a sentence that ends in a colon belongs to what follows. */
function joinLeads(units: Unit[], section: readonly number[]): number[][] {
  const blocks = [...Map.groupBy(section, (at) => units[at]?.block ?? -1).values()];
  const joined: number[][] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    const last = units[before?.at(-1) ?? -1];
    if (before && last?.kind === "sentence" && last.text.endsWith(":")) before.push(...block);
    else joined.push([...block]);
  }
  return joined;
}

function withNeighbors(
  paragraph: readonly number[],
  { index, measure }: { index: number; measure: (indexes: readonly number[]) => number },
): number[] {
  let shown = [index];
  for (const next of [index - 1, ...paragraph.filter((at) => at > index)]) {
    if (!paragraph.includes(next)) continue;
    if (measure([...shown, next]) > mostShown) break;
    shown = [...shown, next].sort((one, other) => one - other);
  }
  return shown;
}

/** Keeps what is near the chosen unit of a list or table that is too long, and tells where it continues. */
function limitLists(units: Unit[], indexes: number[], chosen: Unit): Shown {
  const cutAfter = new Set<number>();
  const kept = [...Map.groupBy(indexes, (at) => `${units[at]?.block} ${units[at]?.kind}`).values()].flatMap(
    (block) => {
      const kind = units[block[0] ?? 0]?.kind;
      const most = kind === "row" ? mostRows : kind === "item" ? mostItems : Infinity;
      if (block.length <= most) return block;
      const at = Math.max(
        0,
        block.findIndex((index) => units[index] === chosen),
      );
      const from = at < most ? 0 : kind === "row" ? at : at - most + 1;
      const part =
        kind === "row" && at >= most ? block.slice(from, from + 1) : block.slice(from, from + most);
      const last = part.at(-1) ?? 0;
      cutAfter.add(last);
      return part;
    },
  );
  return { indexes: kept.sort((one, other) => one - other), cutAfter };
}
