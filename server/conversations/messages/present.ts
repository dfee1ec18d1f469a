import { pickContactTexts, type ContactField } from "../../../shared/domain/contactFields.ts";
import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import { readCards } from "../actions/cards.ts";
import { priorities } from "../../../shared/contract/conversations/conversations.ts";
import type {
  Citation,
  EventAbout,
  Message,
  Thread,
  ThreadRating,
  VisitorThread,
} from "../../../shared/contract/conversations/conversations.ts";
import { listFigures } from "../../../shared/domain/figureState.ts";
import { presentAttachments } from "../files/attachments.ts";
import { shownAt } from "./changedAt.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ContactRow, EarlierText, MessageRow, ThreadRow } from "../tables.ts";
import { readTranslations } from "./translations.ts";

/** What a message's answer needs beside its row: what signs the addresses of its files. */
export type PresentDeps = Pick<ConversationDeps, "attachmentKey" | "now">;

/** A message as the team sees it: whether it is theirs alone, and what it said before the visitor edited it. */
export function presentMessage(row: MessageRow, deps: PresentDeps): Message {
  return {
    ...presentToBoth(row, deps),
    ...withActions(row),
    ...(row.audience === "team" && { audience: row.audience }),
    ...(row.about !== null && { about: JSON.parse(row.about) as EventAbout }), // written by planChange and writeNote
    ...(row.earlier !== "[]" && { earlier: JSON.parse(row.earlier) as EarlierText[] }), // written by editMessage
    ...withTranslations(row),
  };
}

function withTranslations(row: MessageRow): Pick<Message, "translations" | "updatedAt"> {
  const translations = readTranslations(row);
  return { ...(translations.length > 0 && { translations }), updatedAt: shownAt(row) };
}

/** A message as its visitor sees it: of the team's people the name alone. */
export function presentVisitorMessage(row: MessageRow, deps: PresentDeps): Message {
  const message = presentToBoth(row, deps);
  // Visitors don't learn who deleted a message.
  const author = row.content === "messageRemoved" && row.kind === "event" ? null : message.author;
  return {
    ...message,
    ...withActions(row, hideFromVisitor),
    author: author && { id: "team", name: author.name },
    clientId: message.role === "user" ? message.clientId : null,
  };
}

function withActions(
  row: MessageRow,
  show: (card: MessageAction) => MessageAction = (card) => card,
): Pick<Message, "actions"> {
  const cards = readCards(row);
  return cards.length > 0 ? { actions: cards.map(show) } : {};
}

/** Why an action failed, and who of the team decided, is nothing for its visitor; what they are asked is. */
function hideFromVisitor(card: MessageAction): MessageAction {
  return { ...card, note: card.state === "waiting" ? card.note : null, decidedBy: null };
}

function presentToBoth(row: MessageRow, deps: PresentDeps): Message {
  return {
    id: row.id,
    threadId: row.threadId,
    position: row.position,
    role: row.role,
    kind: row.kind,
    content: row.content,
    status: row.status,
    error: row.error === null ? null : (JSON.parse(row.error) as Message["error"]), // written by endAnswer
    citations: JSON.parse(row.citations) as Citation[], // written by endAnswer
    followUps: JSON.parse(row.followUps) as string[], // written by endAnswer
    author: row.authorName === null ? null : { id: row.authorId ?? "team", name: row.authorName },
    inReplyTo: row.inReplyTo,
    generation: row.generation,
    clientId: row.clientId,
    attachments: presentAttachments(row, deps),
    feedback: row.feedback === null ? null : (JSON.parse(row.feedback) as Message["feedback"]), // written after the contract's check
    editedAt: row.editedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** What a thread's answer needs beside its own row. */
export interface ThreadPeople {
  contact: Pick<ContactRow, "id" | "name" | "verified" | ContactField | "attributes">;
  assigneeName: string | null;
  teamName: string | null;
  labelIds: string[];
  customFields: Thread["customFields"];
  mentionedIds: string[];
}

/** A thread as the team sees it. */
export function presentThread(row: ThreadRow, people: ThreadPeople): Thread {
  const { contact, assigneeName, teamName, labelIds, customFields, mentionedIds } = people;
  return {
    id: row.id,
    agentId: row.agentId,
    surface: row.surfaceType,
    title: row.title,
    status: row.status,
    snoozedUntil: row.snoozedUntil,
    priority: priorities[row.priority] ?? "none",
    labelIds,
    customFields,
    mentionedIds,
    handledBy: row.handledBy,
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: assigneeName ?? "" },
    team: row.teamId === null ? null : { id: row.teamId, name: teamName ?? "" },
    contact: {
      id: contact.id,
      name: contact.name,
      verified: contact.verified === 1,
      ...pickContactTexts(contact),
      attributes: JSON.parse(contact.attributes) as Thread["contact"]["attributes"], // written after the contract's check
    },
    personRequestedAt: row.personRequestedAt,
    ...{ waitingSince: row.waitingSince, replyDueAt: row.replyDueAt, replyDue: row.replyDue },
    approvals: row.approvals,
    silentSince: row.silentSince,
    firstReplyAt: row.firstReplyAt,
    visitorReadTo: row.visitorReadTo,
    teamReadTo: row.teamReadTo,
    context: row.context === null ? null : (JSON.parse(row.context) as Thread["context"]), // written after the contract's check
    unread: row.unread,
    rating: ratingOf(row),
    resolution: resolutionOf(row),
    figures: listFigures({ ...row, score: ratingOf(row)?.score ?? null }),
    preview: row.preview === 1,
    page: row.pageUrl === null ? null : { url: row.pageUrl, title: row.pageTitle ?? "" },
    latestPage:
      row.latestPageUrl === null ? null : { url: row.latestPageUrl, title: row.latestPageTitle ?? "" },
    referrer: row.referrer,
    ...{ device: row.device, language: row.language, country: row.country },
    lastMessage: lastMessageOf(row),
    lastActivityAt: row.lastActivityAt,
    createdAt: row.createdAt,
  };
}

/** What a thread's answer to its visitor needs beside its own row. */
export interface ThreadForVisitor {
  assigneeName: string | null;
  unread: number;
  peopleBefore: number | null;
}

/** A thread as its visitor sees it. */
export function presentVisitorThread(
  row: ThreadRow,
  { assigneeName, unread, peopleBefore }: ThreadForVisitor,
): VisitorThread {
  return {
    id: row.id,
    title: row.title,
    status: row.status === "resolved" ? "resolved" : "open",
    handledBy: row.handledBy,
    assigneeName,
    isWaitingForPerson: row.personRequestedAt !== null,
    peopleBefore,
    teamReadTo: row.teamReadTo,
    visitorReadTo: row.visitorReadTo,
    unread,
    rating: ratingOf(row),
    lastMessage: lastMessageOf(row),
    lastActivityAt: row.lastActivityAt,
    createdAt: row.createdAt,
  };
}

function ratingOf({ rating }: ThreadRow): ThreadRating | null {
  return rating === null ? null : (JSON.parse(rating) as ThreadRating); // written by rateConversation
}

function resolutionOf({ resolution, resolutionReason, resolutionAt }: ThreadRow): Thread["resolution"] {
  if (resolution === null || resolutionReason === null || resolutionAt === null) return null;
  return { is: resolution, reason: resolutionReason, at: resolutionAt };
}

function lastMessageOf({
  lastMessageRole,
  lastMessageText,
  lastMessageAt,
}: ThreadRow): Thread["lastMessage"] {
  if (lastMessageAt === null) return null;
  return { role: lastMessageRole ?? "user", text: lastMessageText ?? "", at: lastMessageAt };
}
