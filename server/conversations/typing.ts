import type { LiveEvent } from "../../shared/contract/conversations.ts";
import type { ConversationDeps } from "./deps.ts";
import type { Member } from "./planChange.ts";
import type { ThreadRow } from "./tables.ts";

type Typing = Extract<LiveEvent, { type: "typing" }>;
type Looking = Extract<LiveEvent, { type: "looking" }>;

/** Tells the team that the visitor writes; what people try in the preview is nobody's news. */
export function tellTeam({ events }: Pick<ConversationDeps, "events">, thread: ThreadRow): void {
  if (thread.preview === 1) return;
  const { organizationId, agentId, id: threadId } = thread;
  const typing: Typing = { type: "typing", threadId, by: "visitor", name: null };
  events.whisper({ organizationId, agentId }, JSON.stringify(typing));
}

/** Tells the team who of it has a thread open, and who of them writes. */
export function tellColleagues(
  { events }: Pick<ConversationDeps, "events">,
  { organizationId, agentId, id: threadId }: ThreadRow,
  { member, doing }: { member: Member; doing: Looking["doing"] },
): void {
  const person = { id: member.userId, name: member.name };
  const looking: Looking = { type: "looking", threadId, person, doing };
  events.whisper({ organizationId, agentId }, JSON.stringify(looking));
}

/** Tells the visitor of a thread who of the team writes. */
export function tellVisitor(
  { events }: Pick<ConversationDeps, "events">,
  thread: ThreadRow,
  name: string,
): void {
  const { organizationId, agentId, contactId, id: threadId } = thread;
  const typing: Typing = { type: "typing", threadId, by: "team", name };
  events.whisper({ organizationId, agentId, contactId }, JSON.stringify(typing));
}

type Whispered = "typing" | "looking" | "presence" | "place";

/** Gives the event that was whispered. */
export function readWhisper(text: string): Extract<LiveEvent, { type: Whispered }> {
  return JSON.parse(text) as ReturnType<typeof readWhisper>; // written above, by presence.ts and by assignment/place.ts
}
