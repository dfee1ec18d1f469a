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

/** Who hears a whisper: the team of an agent, or with a contact that visitor alone. */
export interface WhisperTo {
  organizationId: string;
  agentId: string;
  contactId?: string | undefined;
}

/** The bus channel of what is told and kept nowhere. Who listens is decided by its name, so nobody hears another's. */
export function whisperChannel({ organizationId, agentId, contactId }: WhisperTo): string {
  const to = contactId === undefined ? "team" : `contact:${contactId}`;
  return `whispers:${organizationId}:${agentId}:${to}`;
}
