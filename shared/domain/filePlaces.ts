import { labelOf } from "./versions/fieldWords.ts";

/** What people call a place in an agent's file, such as `agent.guidance.2.text`; any other text is as it is. */
export function nameFilePlace(place: string): string {
  const [piece = "", ...steps] = place.split(".");
  const begin = begins[piece];
  if (!begin || steps.length === 0) return place;
  const at = steps.findIndex((step) => /^\d+$/.test(step));
  const fields = at < 0 ? steps : steps.slice(0, at);
  return [begin(fields), steps[at]].filter(Boolean).join(" ");
}

/** How the pieces of a file are called, by their fields before the first number. */
const begins: Record<string, (fields: string[]) => string> = {
  agent: labelOf,
  surfaces: ([, ...look]) => labelOf(["look", ...look]),
  knowledge: () => "Data source",
  evaluation: () => "Test case",
};
