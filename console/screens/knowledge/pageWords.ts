import type { SourcePage } from "../../../shared/contract/knowledge/knowledge.ts";
import { describeNumber } from "../../parts/describeNumber.ts";

/** How often answers to visitors found and cited a page. */
export function describeUse({ found, cited }: SourcePage["use"]): string {
  if (found === 0) return "Not used in visitor answers yet.";
  const times = (count: number) => (count === 1 ? "once" : `${describeNumber(count)} times`);
  return `Found for answers ${times(found)}, cited ${cited === 0 ? "never" : times(cited)}.`;
}
