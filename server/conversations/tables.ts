export interface ContactRow {
  organizationId: string;
  id: string;
  agentId: string;
  name: string;
  verified: number;
  createdAt: number;
  lastSeenAt: number;
}

export interface ThreadRow {
  organizationId: string;
  id: string;
  agentId: string;
  contactId: string;
  surfaceType: string;
  title: string;
  status: "open" | "resolved";
  handledBy: "ai" | "human";
  assigneeId: string | null;
  unread: number;
  preview: number;
  pageUrl: string | null;
  pageTitle: string | null;
  lastMessageRole: string | null;
  lastMessageText: string | null;
  lastMessageAt: number | null;
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
  status: "sent" | "streaming" | "stopped" | "failed";
  error: string | null;
  citations: string;
  followUps: string;
  authorId: string | null;
  authorName: string | null;
  inReplyTo: string | null;
  generation: number;
  clientId: string | null;
  /** Which process writes a streaming answer, and until when it said it is alive. */
  owner: string | null;
  leaseUntil: number | null;
  /** How many processes began to write this generation's answer: one that takes them all down is given up. */
  attempts: number;
  createdAt: number;
  updatedAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    contacts: ContactRow;
    threads: ThreadRow;
    messages: MessageRow;
  }
}
