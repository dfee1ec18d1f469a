import { describeNumber } from "../../../parts/describeNumber.ts";

/** What a filter can be set to. */
export interface Option {
  value: string;
  label: string;
}

/** By a choice's value, how many conversations it would show. */
export type Counts = Readonly<Record<string, number>>;

/** Says beside each choice how many conversations it would show, once that is known and where there are any. */
export function withCounts(options: readonly Option[], counts: Counts | undefined): readonly Option[] {
  if (!counts) return options;
  return options.map(({ value, label }) => ({
    value,
    label: counts[value] ? `${label} (${describeNumber(counts[value])})` : label,
  }));
}
