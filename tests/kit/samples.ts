import { pickContactTexts } from "../../shared/domain/contactFields.ts";
import type { MessageAction } from "../../shared/contract/conversations/actions/messageAction.ts";
import type { ContactDetail } from "../../shared/contract/conversations/contacts/contacts.ts";
import type { Message, Thread, VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import type { ThreadCounts } from "../../shared/contract/conversations/inbox/threadCounts.ts";
import type { WidgetSettings, WidgetSurface } from "../../shared/contract/surfaces/surfaces.ts";
import { defaultWidgetSettings } from "../../shared/contract/surfaces/widgetDefaults.ts";

/** Whole records as the server answers them, of which a test says only what it is about. */

export function makeMessage(given: Partial<Message> = {}): Message {
  return {
    id: `m${given.position ?? 0}`,
    threadId: "t",
    position: 0,
    role: "assistant",
    kind: "text",
    content: "",
    status: "sent",
    error: null,
    citations: [],
    followUps: [],
    author: null,
    inReplyTo: null,
    generation: 0,
    clientId: null,
    attachments: [],
    feedback: null,
    editedAt: null,
    createdAt: 0,
    updatedAt: 0,
    ...given,
  };
}

/** What an agent wants to do, and waits for the visitor's word. */
export function makeAction(given: Partial<MessageAction> = {}): MessageAction {
  return {
    ...{ id: "a1", title: "Cancel the order", by: "visitor", state: "waiting" },
    ...{ fields: [], values: [], expiresAt: Date.UTC(2026, 11, 24, 12), note: null, decidedBy: null },
    ...given,
  };
}

export function makeVisitorThread(given: Partial<VisitorThread> = {}): VisitorThread {
  return {
    id: "t",
    title: "",
    status: "open",
    handledBy: "ai",
    assigneeName: null,
    isWaitingForPerson: false,
    peopleBefore: null,
    teamReadTo: 0,
    visitorReadTo: 0,
    unread: 0,
    rating: null,
    lastMessage: null,
    lastActivityAt: 0,
    createdAt: 0,
    ...given,
  };
}

export function makeThread(given: Partial<Thread> = {}): Thread {
  return {
    id: "t",
    agentId: "a",
    surface: "widget",
    title: "",
    status: "open",
    snoozedUntil: null,
    priority: "none",
    labelIds: [],
    customFields: {},
    mentionedIds: [],
    handledBy: "ai",
    assignee: null,
    team: null,
    contact: makeContact(),
    personRequestedAt: null,
    ...{ waitingSince: null, replyDueAt: null, replyDue: null, approvals: 0, silentSince: null },
    firstReplyAt: null,
    visitorReadTo: 0,
    teamReadTo: 0,
    context: null,
    unread: 0,
    rating: null,
    resolution: null,
    figures: [],
    preview: false,
    page: null,
    latestPage: null,
    referrer: null,
    ...{ device: null, language: null, country: null },
    lastMessage: null,
    lastActivityAt: 0,
    createdAt: 0,
    ...given,
  };
}

export function makeContact(given: Partial<Thread["contact"]> = {}): Thread["contact"] {
  return { id: "c", name: "Visitor", verified: false, ...pickContactTexts({}), attributes: {}, ...given };
}

export function makeContactDetail(given: Partial<ContactDetail> = {}): ContactDetail {
  return {
    ...{
      id: "c",
      name: "Visitor",
      ...pickContactTexts({}),
      externalId: null,
      verified: false,
      attributes: {},
    },
    ...{ blockedAt: null, eraseAskedAt: null, conversations: 1, firstSeenAt: 0, lastSeenAt: 0 },
    ...{ reachableBy: ["widget"], otherIds: [], merges: [], notes: [], consent: [] },
    ...given,
  };
}

export function makeThreadCounts(given: Partial<ThreadCounts> = {}): ThreadCounts {
  return {
    status: { open: 0, pending: 0, snoozed: 0, resolved: 0 },
    priority: { none: 0, low: 0, medium: 0, high: 0, urgent: 0 },
    ...{ assignees: {}, labels: {}, teams: {}, surfaces: {}, resolutions: {}, countries: {}, languages: {} },
    ...given,
  };
}

export function makeWidgetSettings(given: Partial<WidgetSettings> = {}): WidgetSettings {
  return {
    ...defaultWidgetSettings("Acme Assistant"),
    welcome: "Hi! How can I help?",
    placeholder: "Ask a question",
    primary: "#2f5bea",
    ...given,
  };
}

export function makeWidgetSurface(given: Partial<WidgetSurface> = {}): WidgetSurface {
  return {
    type: "widget",
    enabled: true,
    token: "token-1",
    allowedDomains: [],
    allowsNullOrigin: false,
    savedBy: null,
    settings: makeWidgetSettings(),
    revision: 4,
    lastSeen: null,
    ...given,
  };
}
