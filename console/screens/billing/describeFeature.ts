import { describeCount, describeNumber } from "../../parts/describeNumber.ts";

/** What a plan allows of something, in words; null for what this version knows nothing of. */
export function describeFeature({
  id,
  units,
}: {
  readonly id: string;
  readonly units: number;
}): string | null {
  if (id === "app") return describeCount(units, "AI agent");
  if (id === "credits") return `${describeCount(units, "credit")} a month`;
  return id === "characters" ? `${describeNumber(units)} characters of knowledge` : null;
}
