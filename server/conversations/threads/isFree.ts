import type { ThreadRow } from "../tables.ts";

/** Nobody of the team has it: the agent answers, or the visitor waits for a person. */
export function isFree({ handledBy, assigneeId }: ThreadRow): boolean {
  return handledBy === "ai" || assigneeId === null;
}
