import type { Generated } from "kysely";
import type { ContactTexts } from "../../shared/domain/contactFields.ts";
import type { FieldKind } from "../../shared/domain/customFields.ts";
import type { Resolution, ResolutionReason } from "../../shared/domain/resolution.ts";
import type { ReplyDueState } from "../../shared/domain/sla.ts";
import type { HeldReason } from "../../shared/contract/conversations/messages/scheduledReply.ts";
import type { MessageTranslation, ThreadStatus } from "../../shared/contract/conversations/conversations.ts";
import type { ThreadSort } from "../../shared/contract/conversations/inbox/threadFilter.ts";

export interface ContactRow extends ContactTexts {
  organizationId: string;
  id: string;
  agentId: string;
  name: string;
  verified: number;
  /** The site's own id of this person, where a signed identity told it. */
  externalId: string | null;
  /** The address that a site's token had of them: nobody typed it, here or there. */
  signedEmail: string | null;
  /** JSON of SignedMore: what the newest token said beside; null where there was none. */
  signedMore: string | null;
  /** JSON of Attributes. */
  attributes: string;
  /** 1: one of the team in the console's own preview. */
  preview: number;
  /** What it is found by, folded: name, address, number, the site's id, attributes. */
  searchText: string;
  /** Since when nothing more is taken from them; null for who may write. */
  blockedAt: number | null;
  /** Somebody asked for it to be erased: the job continues with that until the row is gone. */
  eraseAskedAt: number | null;
  /** What they said last when they were asked; null where nobody asked. */
  consent: ContactConsentRow["value"] | null;
  createdAt: number;
  lastSeenAt: number;
}

/** What a member wrote down about a person. */
export interface ContactNoteRow {
  organizationId: string;
  id: string;
  agentId: string;
  contactId: string;
  content: string;
  authorId: string;
  authorName: string;
  editedAt: number | null;
  createdAt: number;
}

/** That a person agreed to what they were asked, or took it back. */
export interface ContactConsentRow {
  organizationId: string;
  id: string;
  agentId: string;
  contactId: string;
  value: "granted" | "denied";
  at: number;
  surfaceType: string;
  /** What the chat showed them; null where the page asked. */
  text: string | null;
}

/** A further id by which the site knows a person: that of somebody who was made one with them. */
export interface ContactAliasRow {
  organizationId: string;
  agentId: string;
  externalId: string;
  contactId: string;
}

/** Whom a contact is at a messenger, or by mail; one contact may be known by several. */
export interface ContactIdentityRow {
  organizationId: string;
  agentId: string;
  /** The channel. */
  type: string;
  externalId: string;
  contactId: string;
  name: string;
  /** What the channel reads in order, and JSON of where it answers, when they wrote last. */
  conversation: string;
  address: string;
  /** Since when they want nothing more from this agent there. */
  optedOutAt: number | null;
  lastReceivedAt: number | null;
  createdAt: number;
}

/** Two contacts that were made one, and what it takes to make them two again. */
export interface ContactMergeRow {
  organizationId: string;
  id: string;
  agentId: string;
  /** The one that stayed. */
  contactId: string;
  /** Of the one that went. */
  name: string;
  /** JSON of ContactRow: the one that went. */
  gone: string;
  /** JSON of ContactRow: the one that stayed, as it was. */
  before: string;
  /** JSON of Combined: what it became. */
  after: string;
  /** JSON of MovedByMerge. */
  moved: string;
  /** Why it can no longer be undone. */
  closed: "joined" | "identified" | null;
  mergedBy: string;
  mergedByName: string;
  createdAt: number;
}

export interface ThreadRow {
  organizationId: string;
  id: string;
  agentId: string;
  contactId: string;
  /** The contact's `verified`. */
  contactVerified: number;
  surfaceType: string;
  title: string;
  status: ThreadStatus;
  snoozedUntil: number | null;
  /** The session in which it began; null for those of before that was kept. */
  sessionId: string | null;
  /** The place in `priorities`. */
  priority: number;
  handledBy: "ai" | "human";
  assigneeId: string | null;
  /** A user group of the organization's. */
  teamId: string | null;
  unread: number;
  preview: number;
  /** The page on which it began. */
  pageUrl: string | null;
  pageTitle: string | null;
  /** The page from which the visitor wrote last, where that is another one. */
  latestPageUrl: string | null;
  latestPageTitle: string | null;
  /** From where the visitor came to the page on which it began: origin and path. */
  referrer: string | null;
  /** What browser and system the visitor began it by, in words. */
  device: string | null;
  /** The language (a BCP 47 tag) that the visitor's browser prefers, when it began. */
  language: string | null;
  /** From which country it began (ISO 3166, two letters), where a proxy in front tells it. */
  country: string | null;
  lastMessageRole: string | null;
  lastMessageText: string | null;
  lastMessageAt: number | null;
  /** Since when the visitor waits for a person. */
  personRequestedAt: number | null;
  /** Since when the visitor waits for a word of the team's. */
  waitingSince: number | null;
  /** By when they are to have it, and how near that is; written only by updateThread. */
  replyDueAt: number | null;
  replyDue: ReplyDueState | null;
  /** JSON of labels and values: what the visitor filled in before their first message; null where nothing was asked. */
  firstForm: string | null;
  /** How many actions wait for the team's approval. */
  approvals: number;
  /** Since when people answer and the agent is silent; written by updateThread. */
  silentSince: number | null;
  firstReplyAt: number | null;
  /** When the agent's first whole answer ended. */
  firstAnswerAt: number | null;
  /** When its visitor began another conversation within 72 hours of the last word. */
  returnedAt: number | null;
  /** Messages below this position were read by the visitor, and by the team. */
  visitorReadTo: number;
  teamReadTo: number;
  /** JSON of what the page said of itself when the visitor last wrote. */
  context: string | null;
  /** JSON of PastSummary: what the messages below a position said, in short. */
  summary: string | null;
  /** JSON of ThreadSummary: what the team reads of it in short. */
  teamSummary: string | null;
  /** JSON list of the ids of the newest notes with which it was handed back to the agent. */
  agentNoteIds: string | null;
  /** JSON of ThreadRating. */
  rating: string | null;
  /** 1 where a person of the team was ever asked for, or took over. */
  hadPerson: number;
  /** 1 where the agent's last whole answer, or one whose offer it acts on, followed a rule about handing over. */
  byProcedure: number;
  /** 1 where a member began it: nobody had asked the agent anything. */
  begunByTeam: number;
  /** What the visitor thinks of the latest answer that they said something of, however long ago: 1 or -1. */
  lastFeedback: number | null;
  /** How it came out, why, and since when; written only by updateThread. */
  resolution: Resolution | null;
  resolutionReason: ResolutionReason | null;
  resolutionAt: number | null;
  /** The position that the next message gets. */
  nextPosition: number;
  lastActivityAt: number;
  createdAt: number;
}

export interface MessageRow {
  organizationId: string;
  id: string;
  agentId: string;
  threadId: string;
  contactId: string;
  position: number;
  role: "user" | "assistant" | "support" | "system";
  kind: "text" | "event";
  content: string;
  /** `team`: its visitor never sees it. */
  audience: "all" | "team";
  /** JSON of EventAbout; of a note too. */
  about: string | null;
  status: "sent" | "streaming" | "stopped" | "failed";
  error: string | null;
  citations: string;
  followUps: string;
  authorId: string | null;
  authorName: string | null;
  inReplyTo: string | null;
  generation: number;
  clientId: string | null;
  /** JSON list of StoredAttachment. */
  attachments: string;
  /** JSON list of MessageAction: what the agent wants to do, and what came of it. */
  actions: string;
  /** Of an answer that tells what came of an action: its run. */
  runId: string | null;
  /** JSON of Feedback. */
  feedback: string | null;
  editedAt: number | null;
  /** JSON list of EarlierText. */
  earlier: string;
  /** JSON list of KeptTranslation; null where nobody had it translated. */
  translations: string | null;
  /** Of the team's reply: since when its visitor had waited, and by when it was due. */
  waitedSince: number | null;
  replyDueAt: number | null;
  /** Which process writes a streaming answer, and until when it said it is alive. */
  owner: string | null;
  leaseUntil: number | null;
  /** How many processes began to write this generation's answer: one that takes them all down is given up. */
  attempts: number;
  createdAt: number;
  updatedAt: number;
}

/** A file that goes along with a message, from its upload on; `messageId` is null until it is sent. */
export interface AttachmentRow {
  organizationId: string;
  /** That of the file. */
  id: string;
  agentId: string;
  /** Whose conversation it is in; empty for one of the team's that is not sent yet. */
  contactId: string;
  /** The member who sends it; null for a visitor's. */
  authorId: string | null;
  messageId: string | null;
  /** The scheduled or canned reply that keeps it. */
  replyId: string | null;
  name: string;
  contentType: string;
  sizeBytes: number;
  createdAt: number;
}

/** What a message keeps of a file. */
export interface StoredAttachment extends Pick<AttachmentRow, "id" | "name" | "contentType" | "sizeBytes"> {
  /** What is said in a recording, once it was written down. */
  transcript?: string;
}

/** What a visitor's message said before it was rewritten, and when that was written. */
export interface EarlierText {
  content: string;
  at: number;
}

/** A translation as it is in its message's row. */
export interface KeptTranslation extends MessageTranslation {
  /** Of which words: a message that says something else has none. */
  of: string;
  /** Since when the team sees it; earlier builds did not keep it. */
  at?: number;
}

/** What an answer cites: a page, and the hash of the passage's text. */
export interface CitedPassageRow {
  organizationId: string;
  pageId: string;
  hash: string;
  messageId: string;
  threadId: string;
}

/** A word of the team's for conversations of one kind. */
export interface LabelRow {
  organizationId: string;
  id: string;
  agentId: string;
  name: string;
  /** The name in lower case: an agent has it once. */
  nameKey: string;
  colour: string;
  createdAt: number;
}

/** A label that is on a thread. */
export interface ThreadLabelRow {
  organizationId: string;
  threadId: string;
  labelId: string;
  createdAt: number;
}

/** A field that the organization's conversations can carry. */
export interface CustomFieldRow {
  organizationId: string;
  key: string;
  name: string;
  kind: FieldKind;
  /** JSON list of what can be chosen. */
  choices: string;
  position: number;
  isArchived: number;
  createdAt: number;
}

/** What a thread carries of a custom field. */
export interface ThreadFieldRow {
  organizationId: string;
  threadId: string;
  fieldKey: string;
  /** The thread's, so that one index finds what a filter asks of an agent. */
  agentId: string;
  /** See writeValue. */
  value: string;
}

/** That a note names a member, and when they had seen it. */
export interface MentionRow {
  organizationId: string;
  agentId: string;
  threadId: string;
  messageId: string;
  userId: string;
  createdAt: number;
  readAt: number | null;
}

/** A reply that is written once and said often. */
export interface CannedReplyRow {
  organizationId: string;
  id: string;
  agentId: string;
  /** The user whose alone it is; empty where it is everybody's. */
  ownerId: string;
  name: string;
  /** The name in lower case: each owner has it once. */
  nameKey: string;
  text: string;
  /** JSON list of StoredAttachment. */
  attachments: string;
  uses: number;
  createdAt: number;
  updatedAt: number;
}

/** A filter and an order of an agent's conversations that somebody keeps under a name. */
export interface ThreadViewRow {
  organizationId: string;
  id: string;
  agentId: string;
  makerId: string;
  name: string;
  isShared: number;
  /** JSON of the filter as the contract has it. */
  filter: string;
  sort: ThreadSort;
  /** JSON of the table as the contract has it; null where it shows everybody's own columns. */
  tableShown: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A change of many conversations at once, and how far it is; whether it runs is in its job. */
export interface ThreadChangeRow {
  organizationId: string;
  id: string;
  agentId: string;
  userId: string;
  userName: string;
  jobId: string;
  /** JSON of ChangedThreads and of ManyChange. */
  chosen: string;
  change: string;
  total: number;
  changed: number;
  unchanged: number;
  /** JSON of the contract's failures. */
  failures: string;
  /** The last thread, by id, that it came to. */
  doneTo: string;
  /** The change that this one undoes: its conversations are chosen, and each has its own change. */
  undoes: string | null;
  /** When its own undoing began. */
  undoneAt: number | null;
  createdAt: number;
}

/** What a change of many conversations moved of one, for as long as that can be undone. */
export interface MovedThreadRow {
  organizationId: string;
  changeId: string;
  threadId: string;
  agentId: string;
  /** JSON of Moved. */
  moved: string;
  createdAt: number;
}

/** The conversations or people that somebody chose to export, for as long as its address can be good. */
export interface ChosenExportRow {
  organizationId: string;
  id: string;
  agentId: string;
  /** JSON of them. */
  ids: string;
  createdAt: number;
}

/** The view with which the inbox opens for somebody. */
export interface StartViewRow {
  organizationId: string;
  agentId: string;
  userId: string;
  viewId: string;
}

/** A reply that is sent at a time to come; gone once it is. */
export interface ScheduledReplyRow {
  organizationId: string;
  id: string;
  agentId: string;
  threadId: string;
  clientId: string;
  authorId: string;
  authorName: string;
  content: string;
  /** JSON list of StoredAttachment. */
  attachments: string;
  sendAt: number;
  /** Why it is no longer sent automatically, and since when. */
  heldBecause: HeldReason | null;
  heldAt: number | null;
  createdAt: number;
}

/** A message's place in the full-text index; its terms are in the index itself. */
export interface MessageIndexRow {
  number: Generated<number>;
  organizationId: string;
  agentId: string;
  threadId: string;
  messageId: string;
}

/** What is known of a member whom conversations are given to by themselves; of most there is no row. */
export interface AssigneeRow {
  organizationId: string;
  userId: string;
  /** How many open conversations they have at most; null for what the agent's settings say. */
  capacity: number | null;
  /** The number of the turn in which they were given one last. */
  turn: number | null;
}

/** The newest turn of an organization; an assignment locks the row until it is done. */
export interface AssignmentTurnRow {
  organizationId: string;
  last: number;
}

/** A conversation that somebody wants to hear nothing of, but what is theirs by name. */
export interface MutedThreadRow {
  organizationId: string;
  agentId: string;
  threadId: string;
  userId: string;
  createdAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    attachments: AttachmentRow;
    contacts: ContactRow;
    contactNotes: ContactNoteRow;
    contactConsents: ContactConsentRow;
    contactAliases: ContactAliasRow;
    contactIdentities: ContactIdentityRow;
    contactMerges: ContactMergeRow;
    threads: ThreadRow;
    messages: MessageRow;
    citedPassages: CitedPassageRow;
    messageIndex: MessageIndexRow;
    labels: LabelRow;
    threadLabels: ThreadLabelRow;
    customFields: CustomFieldRow;
    threadFields: ThreadFieldRow;
    assignees: AssigneeRow;
    assignmentTurns: AssignmentTurnRow;
    mentions: MentionRow;
    cannedReplies: CannedReplyRow;
    threadViews: ThreadViewRow;
    startViews: StartViewRow;
    threadChanges: ThreadChangeRow;
    movedThreads: MovedThreadRow;
    chosenExports: ChosenExportRow;
    scheduledReplies: ScheduledReplyRow;
    mutedThreads: MutedThreadRow;
  }
}
