import type { LiveEventRow } from "./tables.ts";

/** What a stream hears of an event on the bus: enough to know whether to read it. */
export type EventNotice = Pick<LiveEventRow, "number" | "contactId" | "audience">;

/** The bus channel of one agent's events. */
export function eventChannel({
  organizationId,
  agentId,
}: {
  organizationId: string;
  agentId: string;
}): string {
  return `events:${organizationId}:${agentId}`;
}
