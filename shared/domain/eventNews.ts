/**
 * Why what happens in a conversation is news: its visitor waits for any member, for the first time (`asked`) or because
 * it lost its assignee (`back`), it is somebody's now, its reply is overdue, its snooze is over, an action of the
 * agent's waits for approval. Push and open consoles read the same.
 */
export type EventNews = "asked" | "back" | "assigned" | "overdue" | "woken" | "approval";

const newsOf = {
  personRequested: "asked",
  agentPaused: "asked",
  unassigned: "back",
  offline: "back",
  memberLeft: "back",
  assigned: "assigned",
  given: "assigned",
  replyOverdue: "overdue",
  woken: "woken",
  approvalRequested: "approval",
} as const satisfies Record<string, EventNews>;

/** What is read in a conversation, and is nobody's news beside it. */
type SilentEvent =
  | "agentLive"
  | "senderUnverified"
  | "numberChanged"
  | "numberTaken"
  | "callBegan"
  | "callEnded"
  | "personLeft"
  | "ended"
  | "joined"
  | "handedBack"
  | "teamAssigned"
  | "teamUnassigned"
  | "snoozed"
  | "pending"
  | "priority"
  | "noteRemoved"
  | "messageRemoved"
  | "resolved"
  | "reopened";

/** Everything that happens in a conversation and is read there: what comes to it is news, or silent. */
export type ThreadEvent = keyof typeof newsOf | SilentEvent;

/** Gives why a message is news as what happened; nothing where it is a text, or silent. */
export function findEventNews({ kind, content }: { kind: string; content: string }): EventNews | undefined {
  return kind === "event" ? (newsOf as Partial<Record<string, EventNews>>)[content] : undefined;
}

/** Gives what happens that is such news. */
export function listEventsOf(...news: readonly EventNews[]): ThreadEvent[] {
  const all = Object.keys(newsOf) as (keyof typeof newsOf)[]; // the keys of a literal object
  return all.filter((event) => news.includes(newsOf[event]));
}
