import { findEventNews } from "../../../shared/domain/eventNews.ts";
import type { EventNews } from "../../../shared/domain/eventNews.ts";
import { pushKinds } from "../../../shared/domain/push.ts";
import type { PushKind } from "../../../shared/domain/push.ts";
import { isAwaitingPerson } from "../../../shared/domain/queues.ts";
import type { MessageRow, ThreadRow } from "../../conversations/tables.ts";

/** A member who has a device. */
export interface Listener {
  userId: string;
  teamIds: readonly string[];
}

/** A message that was just written, with its conversation as it is now. */
export interface Said {
  thread: Pick<
    ThreadRow,
    "id" | "handledBy" | "assigneeId" | "personRequestedAt" | "teamId" | "status" | "preview"
  >;
  message: Pick<MessageRow, "id" | "role" | "kind" | "content" | "audience" | "authorId">;
  /** The agent answers it, so it is nobody's of the team, whichever members came since. */
  isAgents: boolean;
  /** Members mentioned in it who haven't read it; for an approval, the only members who may decide. */
  namedIds: readonly string[];
}

/** A message and its conversation. */
export interface Place {
  threadId: string;
  messageId: string;
}

/** Somebody who is to be told. */
export interface Recipient extends Place {
  userId: string;
  kind: PushKind;
  /** It waits for the team again, as all of somebody who left do at once. */
  isBack?: boolean;
  /** It stands for all that wait for the team again by the time that it is told. */
  isSum?: boolean;
}

/** Gives who is told of a message, and why: nobody of a preview, and nobody of what they did themselves. */
export function chooseRecipients(
  { thread, message, isAgents, namedIds }: Said,
  listeners: readonly Listener[],
): Recipient[] {
  const kind = kindOf(message);
  if (!kind || thread.preview === 1 || (kind === "message" && isAgents)) return [];
  const told = listeners.filter((one) => {
    if (one.userId === message.authorId) return false;
    if (kind === "mentioned") return namedIds.includes(one.userId);
    if (kind === "assigned") return one.userId === thread.assigneeId;
    if (kind === "approval" && namedIds.length > 0) return namedIds.includes(one.userId);
    if (kind === "approval") return isOwnOrNobodys(thread, one);
    // The later assignee was notified about that.
    if (kind === "asked" && !isAwaitingPerson(thread)) return false;
    return isTheirs(thread, one);
  });
  const isBack = putsBack(message);
  return told.map(({ userId }) => ({ userId, kind, threadId: thread.id, messageId: message.id, isBack }));
}

/** Whether a message says that its conversation waits for the team again. */
export function putsBack(message: Pick<MessageRow, "kind" | "content">): boolean {
  return findEventNews(message) === "back";
}

/** Of several at once about one conversation, each is told the most urgent, and of those the last. */
export function chooseTellings(tellings: readonly Recipient[]): Recipient[] {
  const byPlace = new Map<string, Recipient>();
  for (const one of tellings) {
    const place = `${one.userId} ${one.threadId}`;
    const before = byPlace.get(place);
    if (!before || pushKinds.indexOf(one.kind) <= pushKinds.indexOf(before.kind)) byPlace.set(place, one);
  }
  return [...byPlace.values()];
}

/** What waits for the team again is told to each in one: that of somebody who left would ring for every conversation. */
export function sumUpBack(tellings: readonly Recipient[]): Recipient[] {
  const [back, rest] = [tellings.filter(({ isBack }) => isBack), tellings.filter(({ isBack }) => !isBack)];
  const summed = [...Map.groupBy(back, ({ userId }) => userId).values()].flatMap(([first, ...others]) =>
    first ? [others.length > 0 ? { ...first, isSum: true } : first] : [],
  );
  return [...rest, ...summed];
}

/**
 * By which of their choices somebody wants it: members who are notified about visitors' messages are also notified
 * about ended snoozes.
 */
const kindOfNews: Record<EventNews, PushKind> = {
  ...{ asked: "asked", back: "asked", assigned: "assigned", overdue: "overdue", woken: "message" },
  approval: "approval",
};

function kindOf(message: Said["message"]): PushKind | null {
  const { role, kind, audience } = message;
  const news = findEventNews(message);
  if (news) return kindOfNews[news];
  if (kind === "event") return null;
  if (role === "support" && audience === "team") return "mentioned";
  return role === "user" ? "message" : null;
}

/** In the hands of people, awake, and theirs or nobody's yet; one that waits for a team is that team's. */
function isTheirs(
  { handledBy, assigneeId, teamId, status }: Said["thread"],
  { userId, teamIds }: Listener,
): boolean {
  if (handledBy !== "human" || (status !== "open" && status !== "pending")) return false;
  return isOwnOrNobodys({ assigneeId, teamId }, { userId, teamIds });
}

function isOwnOrNobodys(
  { assigneeId, teamId }: Pick<Said["thread"], "assigneeId" | "teamId">,
  { userId, teamIds }: Listener,
): boolean {
  if (assigneeId !== null) return assigneeId === userId;
  return teamId === null || teamIds.includes(teamId);
}
