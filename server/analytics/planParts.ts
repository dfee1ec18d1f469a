import { blockFacets, blockTables } from "../conversations/figures/blocks.ts";
import type { BlockSource } from "../conversations/figures/blocks.ts";
import { listStarts, weekMs } from "../../shared/domain/figureTime.ts";
import type { Granularity } from "../../shared/domain/figureTime.ts";
import type { Dimension } from "../../shared/domain/measures.ts";
import type { FigureQuestion, Period } from "./question.ts";

const hourMs = 60 * 60 * 1000;

/** From a moment to another. */
export interface Stretch {
  from: number;
  to: number;
}

/** A part of an answer: what is read from one table. */
export interface Part extends Stretch {
  table: string;
  /** By what a table of blocks is to be read; undefined where the table has a column for each dimension. */
  facet?: string;
  /** Blocks that are left out of `from` to `to`. */
  without?: readonly number[];
  /** The stretches that are read alone. */
  within?: readonly Stretch[];
}

/** By whole weeks, where nothing is split by time; what they don't know is in `unknown`. */
const weekTables: Record<BlockSource, { table: string; unknown: readonly Dimension[] }> = {
  figureConversations: { table: "figureConversationWeeks", unknown: [] },
  figureAnswers: { table: "figureAnswerWeeks", unknown: [] },
  figureTimes: { table: "figureTimeWeeks", unknown: ["surface", "language"] },
  figureDetails: { table: "figureDetailWeeks", unknown: [] },
};

/**
 * Lists from what a question is answered: few rows of long times where that comes to the same as many of short ones. Weeks
 * and blocks begin and end by UTC; one that lies in two days of the time zone is read by its quarter hours.
 */
export function planParts(question: FigureQuestion, table: string, hasBlocks: boolean): Part[] {
  const { dimensions, filters, granularity, period } = question;
  if (!(table in blockFacets)) return [{ table, from: period.from, to: period.to }];
  const source = table as BlockSource; // checked right before
  const asked = new Set([...dimensions, ...filters.map(({ column }) => column)]);
  const unit = unitOf(asked, granularity);
  const plan = (from: number, to: number): Part[] => {
    if (from >= to) return [];
    const whole = { table, from, to };
    return hasBlocks ? planBlocks(source, { asked, unit, whole, period }) : [whole];
  };
  const weeks = weekTables[source];
  const first = Math.ceil(period.from / weekMs) * weekMs;
  const end = Math.floor(period.to / weekMs) * weekMs;
  if (unit !== null || end <= first || weeks.unknown.some((one) => asked.has(one)))
    return plan(period.from, period.to);
  return [...plan(period.from, first), { table: weeks.table, from: first, to: end }, ...plan(end, period.to)];
}

/** The shortest time by which a question is split; null where it isn't by time. */
function unitOf(asked: ReadonlySet<Dimension>, granularity: Granularity | null): Granularity | null {
  if (asked.has("hour") || granularity === "hour") return "hour";
  return asked.has("weekday") ? "day" : granularity;
}

interface Wanted {
  asked: ReadonlySet<Dimension>;
  unit: Granularity | null;
  whole: Part;
  period: Period;
}

function planBlocks(source: BlockSource, { asked, unit, whole, period }: Wanted): Part[] {
  const { from, to } = whole;
  const facets: Record<string, number> = blockFacets[source];
  const split = [...asked].filter((one) => !["agent", "label", "hour", "weekday"].includes(one));
  const [facet = ""] = split;
  const blockMs = facets[facet];
  if (split.length > 1 || blockMs === undefined) return [whole];
  const floor = (at: number) => at - (at % blockMs);
  const [first, end] = [floor(from), floor(to - 1) + blockMs];
  const cuts = [from, to, ...listCuts({ ...period, from, to }, unit, blockMs)];
  const without = [...new Set(cuts.filter((at) => at % blockMs !== 0).map(floor))].filter((at) => at < end);
  const blocks = { table: blockTables[source], facet, from: first, to: end, without };
  if (without.length === 0) return [blocks];
  // Most of it would be read by quarter hours, and by the list of them.
  if (without.length * 2 > (end - first) / blockMs) return [whole];
  const within = without.map((start) => ({ from: Math.max(start, from), to: Math.min(start + blockMs, to) }));
  return [blocks, { ...whole, within }];
}

/** The moments at which a new hour, day, week or month begins, or clocks change, by which a block could be cut. */
function listCuts(period: Period, unit: Granularity | null, blockMs: number): number[] {
  if (unit === null) return [];
  const changes = period.spans.slice(1).map(({ from }) => from);
  // No hour begins inside a block: listing the many hours of a year would find nothing.
  const isWhole = blockMs === hourMs && period.spans.every(({ offsetMs }) => offsetMs % hourMs === 0);
  if (isWhole && unit === "hour") return changes;
  return [...changes, ...listStarts(period, unit).flatMap((start) => findIn(period.spans, start))];
}

/** When clocks show this, read from how far they are off: asking the time zone for each day of a year takes long. */
function findIn(spans: Period["spans"], local: number): number[] {
  return spans.flatMap(({ from, offsetMs }, index) => {
    const at = local - offsetMs;
    const isIn = (index === 0 || at >= from) && at < (spans[index + 1]?.from ?? Infinity);
    return isIn ? [at] : [];
  });
}
