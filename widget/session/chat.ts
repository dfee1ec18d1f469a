import type { ActionApp } from "../../shared/contract/conversations/actions/actions.ts";
import type { Feedback } from "../../shared/contract/conversations/conversations.ts";
import type { FormValues } from "../../shared/domain/forms.ts";
import type { SentFile } from "./drafts.ts";

/** The visitor's word on what the agent wants to do. */
export interface Decision {
  decision: "confirm" | "decline";
}

/** An app with what it may do for the visitor. */
export interface OpenedApp {
  app: ActionApp & { url: string };
  callTool(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** What a visitor leaves for the team: `clientId` is the same for every attempt. */
export interface LeftMessage {
  clientId: string;
  email: string;
  content: string;
}

/** A step at a card. */
export type CardStep =
  | Decision
  /** `isDone`: they have sent the form before the first message, and may write. */
  | { values: FormValues; isDone?: boolean }
  | { forget: string }
  /** The app that shows what came of it; null where it can't be shown now. */
  | { onApp: (app: OpenedApp | null) => void }
  /** What the visitor lets that app say in their name. */
  | { say: string }
  | { file: File; onSent: (sent: SentFile) => void };

/** What the visitor can do; the screens call these and read `chat`. None of them throws: what fails is in the state. */
export interface Chat {
  /**
   * Sends the text with the files that are ready, and empties the composer; while it edits a message, saves that. Does
   * nothing as long as a file is on its way, so the button waits for `chat.drafts`.
   */
  send(content: string): void;
  retrySend(clientId: string): void;
  stop(): void;
  retryAnswer(messageId: string): void;
  loadOlder(): Promise<void>;
  /**
   * Whether the end of the conversation is on the screen: what is shown there counts as read while the visitor looks.
   */
  setAtEnd(isAtEnd: boolean): void;
  startNew(): void;
  /** The panel goes away, where there is a page that can do that. */
  close(): void;
  /** The focus goes back to the page, the panel stays. */
  leave(): void;
  /** How large the chat would like to be, in px; for a page that gives it the room. */
  tellSize(size: { width: number; height: number }): void;
  openSource(url: string): void;
  chooseSuggestion(text: string): void;

  /** What is in the composer; the team hears that somebody is writing. */
  write(text: string): void;
  /** Takes files into the composer and begins to send them; `chat.drafts` tells how far they are. */
  attach(files: readonly File[]): void;
  removeDraft(draftId: string): void;
  retryDraft(draftId: string): void;
  /** The composer takes up the visitor's last message, to edit it; `chat.editing` names it. */
  beginEdit(messageId: string): void;
  cancelEdit(): void;
  /**
   * What the visitor does at the card of an action: it is shown (null), its fields are filled in, or they decide. How
   * far that is is in `actionCards` of actionCards.ts. The form before the first message is one, too, under no ID.
   */
  act(actionId: string, step: CardStep | null): void;
  /** Null takes it back. */
  rate(messageId: string, feedback: Feedback | null): void;
  /** Says how good the shown conversation was, which has ended: `score` from 1 to 5. */
  rateThread(rating: { score: number; remark: string }): void;
  askForPerson(): void;
  leavePerson(): void;
  /** Leaves a message for the team outside its hours; resolves once it is stored, or `chat.notice` says why not. */
  leaveMessage(left: LeftMessage): Promise<void>;
  end(): void;
  /** Shows the list of the visitor's conversations, and reads it. */
  showHistory(): void;
  /** More of the list. */
  loadHistory(): Promise<void>;
  showChat(): void;
  openConversation(threadId: string): Promise<void>;
  /** Saves the shown conversation as a text file. */
  downloadTranscript(): Promise<void>;
  setSound(isOn: boolean): void;
  agree(): void;
}
