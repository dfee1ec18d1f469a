import { useCallback, useEffect } from "react";
import type { QuestionsAsked, QuestionsPlace } from "../../state/evaluation/evaluation.ts";
import type { Behind } from "./drill.ts";

/** Reads the questions of what is shown, again whenever that is something else; gives the way to read them once more. */
export function useLoad(
  load: (place: QuestionsPlace, asked: QuestionsAsked) => Promise<void>,
  { orgId, agentId, from, to, filters }: Behind,
): () => Promise<void> {
  const filterKey = JSON.stringify(filters);
  const read = useCallback(() => {
    const asked = { from, to, filters: JSON.parse(filterKey) as Behind["filters"] }; // written above
    return load({ orgId, agentId }, asked);
  }, [load, orgId, agentId, from, to, filterKey]);
  useEffect(() => void read(), [read]);
  return read;
}
