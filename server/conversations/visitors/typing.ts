import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import type { ConversationDeps } from "../deps.ts";
import type { Member } from "../threads/planChange.ts";
import type { ThreadRow } from "../tables.ts";

type Typing = Extract<LiveEvent, { type: "typing" }>;
type Looking = Extract<LiveEvent, { type: "looking" }>;

/** Tells the team that the visitor writes; what people try in the preview is nobody's news. */
export function tellTeam({ events }: Pick<ConversationDeps, "events">, thread: ThreadRow): void {
  if (thread.preview === 1) return;
  const { organizationId, agentId, id: threadId } = thread;
  const typing: Typing = { type: "typing", threadId, by: "visitor", name: null };
  events.sendTransient({ organizationId, agentId }, JSON.stringify(typing));
}

/** Tells the team who of it has a thread open, and who of them writes. */
export function tellColleagues(
  { events }: Pick<ConversationDeps, "events">,
  { organizationId, agentId, id: threadId }: ThreadRow,
  { member, doing }: { member: Member; doing: Looking["doing"] },
): void {
  const person = { id: member.userId, name: member.name };
  const looking: Looking = { type: "looking", threadId, person, doing };
  events.sendTransient({ organizationId, agentId }, JSON.stringify(looking));
}

/** Tells the visitor of a thread who of the team writes. */
export function tellVisitor(
  { events }: Pick<ConversationDeps, "events">,
  thread: ThreadRow,
  name: string,
): void {
  const { organizationId, agentId, contactId, id: threadId } = thread;
  const typing: Typing = { type: "typing", threadId, by: "team", name };
  events.sendTransient({ organizationId, agentId, contactId }, JSON.stringify(typing));
}

type TransientType = "typing" | "looking" | "presence" | "place";

/** Gives the event that was sent as a transient event. */
export function readTransient(text: string): Extract<LiveEvent, { type: TransientType }> {
  return JSON.parse(text) as ReturnType<typeof readTransient>; // written above, by presence.ts and by ../threads/assignment/place.ts
}
