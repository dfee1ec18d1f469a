import type { LiveEventRow } from "./tables.ts";

/** What a stream hears of an event on the bus: enough to know whether to read it. */
export type EventNotice = Pick<LiveEventRow, "number" | "contactId" | "audience">;

interface Agent {
  organizationId: string;
  agentId: string;
}

/** The bus channel of one agent's events. */
export function eventChannel({ organizationId, agentId }: Agent): string {
  return `events:${organizationId}:${agentId}`;
}

/** The receivers of a transient event: an agent's team, or with a contact only that visitor. */
export interface TransientTarget extends Agent {
  contactId?: string | undefined;
}

/** The bus channel of what is told of one agent and kept nowhere. */
export function transientChannel({ organizationId, agentId }: Agent): string {
  return `whispers:${organizationId}:${agentId}`;
}

/** A transient event as the bus carries it, with whom it is for before the first space: ids have none. */
export function writeTransient({ contactId = "" }: TransientTarget, text: string): string {
  return `${contactId} ${text}`;
}

export function readTransient(said: string): { contactId: string | undefined; text: string } {
  const end = said.indexOf(" ");
  return { contactId: said.slice(0, end) || undefined, text: said.slice(end + 1) };
}
