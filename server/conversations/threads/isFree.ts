import type { ThreadRow } from "../tables.ts";

/** No member has it: the agent answers, or the visitor waits for a person. */
export function isFree({ handledBy, assigneeId }: ThreadRow): boolean {
  return handledBy === "ai" || assigneeId === null;
}
