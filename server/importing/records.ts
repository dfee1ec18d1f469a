/** Somebody in an export: a contact, or a member of the other product's team. */
export interface ImportedPerson {
  /** The ID in the export. */
  key: string;
  name: string;
  email: string | null;
  phone: string | null;
  attributes: Record<string, string | number | boolean>;
  createdAt: number | null;
  isTeam: boolean;
}

export interface ImportedMessage {
  key: string;
  /** Null where it follows from the author: the contact of the conversation, or the team. */
  role: "user" | "support" | "assistant" | null;
  authorKey: string | null;
  authorName: string | null;
  /** Markdown. */
  text: string;
  /** Only the team sees it. */
  isNote: boolean;
  at: number;
}

export interface ImportedConversation {
  key: string;
  contactKey: string;
  /** Empty where it follows from the first message. */
  title: string;
  isOpen: boolean;
  labels: string[];
  createdAt: number;
}

/** What a format finds in an export. */
export type ImportedRecord =
  | { kind: "person"; person: ImportedPerson }
  | { kind: "conversation"; conversation: ImportedConversation }
  | { kind: "message"; conversationKey: string; message: ImportedMessage }
  | { kind: "reply"; reply: { name: string; text: string } }
  | { kind: "article"; article: ImportedArticle }
  | { kind: "question"; question: { question: string; answer: string } }
  /** Something that can't be imported: `what` is the line of the report, `example` a name. */
  | { kind: "left"; what: string; example?: string };

export interface ImportedArticle {
  key: string;
  title: string;
  text: string;
  format: "markdown" | "html";
  url: string | null;
}

/** How the exports of another product are read. */
export interface ImportFormat {
  name: string;
  /** Names of the lists in its JSON; null where its files are CSV. */
  lists: readonly string[] | null;
  read(value: unknown): ImportedRecord[];
}
