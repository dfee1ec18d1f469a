import type { WhatsappTemplate } from "../../shared/contract/channels/channels.ts";
import type { Feedback } from "../../shared/contract/conversations/conversations.ts";
import type { ChannelType, DeliveryState } from "../../shared/domain/channels.ts";
import type { StoredAttachment } from "../conversations/tables.ts";

/** A channel's credentials and settings, unsealed, as its kind works with them. */
export interface OpenChannel {
  type: ChannelType;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  account: Account | null;
  /** What the provider sends to; null where no public https address is known. */
  webhookUrl: string | null;
  /** A secret of ours that the provider sends back, for those that sign nothing. */
  webhookSecret: string;
}

/** Whom a provider knows the agent as. */
export interface Account {
  id: string;
  /** For people: @shop_bot, +49 30 …, help@example.com. */
  label: string;
  /** The workspace that the app is installed in, where the provider has such. */
  workspace?: string;
}

/** A provider's request, its bytes as they came. */
export interface ChannelRequest {
  method: string;
  /** The address that the provider was told, with the query. */
  url: URL;
  headers: Headers;
  body: Uint8Array;
}

/** One thing that a provider tells, before anybody looks what it says. */
export interface Update {
  /** By which a repeat is known. */
  key: string;
  conversation: string;
  at: number;
  body: unknown;
}

/** What a request holds. */
export type Received =
  /** Its signature is not right. */
  | { refused: true }
  /** It is signed and lacks what is needed: `problem` tells the team what to change at the provider, which sends it again. */
  | { problem: string }
  /** `settled`: the problem that this request shows to be over. */
  | { updates: Update[]; answer?: Response; settled?: string };

/** A person at a provider. */
export interface Sender {
  id: string;
  name: string | null;
  email?: string | null;
  phone?: string | null;
}

/** A file that comes with a message, as its provider tells of it. */
export interface IncomingFile {
  /** What it is called, with or without an ending: a photo has no name. */
  name: string;
  contentType: string | null;
  sizeBytes: number | null;
  /** What `fetchFile` finds it by. */
  at: Record<string, string>;
}

export interface Fetching {
  signal: AbortSignal;
  mostBytes: number;
}

export interface FetchedFile {
  bytes: Uint8Array;
  /** As it was sent with the bytes, where the message did not say it. */
  contentType?: string | null;
}

/** What somebody was known by, and what they are known by now. */
export interface MovedSender {
  /** Any of these, the most certain one first. */
  from: readonly string[];
  /** A number that changed leaves an ID of the provider's as it is: there is no new one then. */
  id: string | null;
  phone: string | null;
}

/** Where somebody is reached from now on. */
export interface MovedTo {
  id: string;
  address: Record<string, string>;
}

/** What an update says. */
export type Reading =
  | {
      kind: "message";
      sender: Sender;
      /** Empty where there are files alone. */
      text: string;
      files?: IncomingFile[];
      /** What `send` needs to answer. */
      address: Record<string, string>;
      /** Nothing proves that its sender wrote it. */
      isUnverified?: true;
      /** The conversation that it goes on with, where the update says so itself. */
      threadId?: string;
    }
  | {
      kind: "receipt";
      platformId: string;
      state: Extract<DeliveryState, "sent" | "delivered" | "read" | "failed">;
      problem?: string;
    }
  /** They ask for no more messages. */
  | { kind: "optOut"; sender: Sender; address: Record<string, string> }
  /** They take that back; where they never asked for it, the same word is a message like any other. */
  | { kind: "optIn"; sender: Sender; address: Record<string, string>; text?: string }
  /** They opened a place to write, and may be greeted there. */
  | { kind: "opened"; address: Record<string, string> }
  /** What they think of an answer. */
  | { kind: "rating"; sender: Pick<Sender, "id">; platformId: string; value: Feedback["value"] }
  /** The provider lets us do nothing more until somebody connects the channel again. */
  | { kind: "revoked"; problem: string }
  /** Somebody is known by something else from now on. */
  | ({ kind: "moved" } & MovedSender)
  /** Nothing of it is a conversation's: `what` names it. */
  | { kind: "skipped"; what: string };

/** What goes out in one piece. */
export interface Outgoing {
  text: string;
  /** Answers to choose from. */
  choices: string[];
  /** Files that go out as links behind the text, where the channel does not take them. */
  files?: { id: string; name: string }[];
  /** Files that go out as themselves. */
  attached?: OutgoingFile[];
  /** How a message begins a mail. */
  subject?: string;
  /** Its reader may say what they think of it, in the conversation. */
  isRateable?: true;
  /** A message that the provider approved before, which may be sent at any time. */
  template?: { name: string; language: string; parameters: Record<string, unknown>[] };
}

export type OutgoingFile = Pick<StoredAttachment, "id" | "name" | "contentType" | "sizeBytes">;

/** A file on its way out. */
export interface SendingFile extends OutgoingFile {
  /** Where a provider may fetch it; null while nobody has said at which address the server is reached. */
  url: string | null;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Which files a channel takes as themselves. */
export interface TakenFiles {
  takes(file: OutgoingFile): boolean;
  /** The most files in one piece, and the most bytes of all of them together. */
  most: number;
  mostBytes: number;
  /** They go out in one piece with the text. */
  isBesideText?: true;
}

export interface Sending extends Omit<Outgoing, "files" | "attached"> {
  /** There is no text beside them, unless the kind says so. */
  files: SendingFile[];
  address: Readonly<Record<string, string>>;
  /** The same for every try of this part: where a provider takes such an id, it sends no part twice. */
  id: string;
  threadId: string;
  /** Where the answer was shown while it was written: the message takes this place. */
  draft: DraftPlace | null;
  /** The agent wrote it by itself. */
  isAutomatic: boolean;
  /** The time in which the agent may write is over, and that of the team is not. */
  isLate: boolean;
  signal: AbortSignal;
}

export interface PieceFacts {
  /** Of a mail. */
  subject?: string;
  /** What a network charges for, and how the text is written in them. */
  segments?: Segments;
}

export interface Segments {
  count: number;
  encoding: "GSM-7" | "UCS-2";
}

export interface Sent {
  platformId: string | null;
}

/** Shows an answer while it is written. */
export interface ShownDrafts {
  isShownAt(address: Readonly<Record<string, string>>): boolean;
  /** How long after the question an answer is shown: one that is written sooner goes out whole. */
  afterMs: number;
  /** How soon one answer may be shown again, and how often answers may be shown in all. */
  everyMs: number;
  rate: { most: number; withinMs: number };
  /** Makes a place for an answer, with nothing of it yet: if that place is lost, nobody reads half an answer. */
  begin(channel: OpenChannel, draft: Draft): Promise<ShownDraft>;
  /**
   * Takes away what is shown of an answer that there won't be. Absent where a preview disappears by itself: elsewhere `send`
   * makes it the message.
   */
  drop?(channel: OpenChannel, at: DraftPlace, signal: AbortSignal): Promise<void>;
}

export interface Draft {
  address: Readonly<Record<string, string>>;
  /** The ID of the person who asked. */
  to: string;
  messageId: string;
}

export interface ShownDraft {
  /** Shows the whole text so far. */
  show(text: string): Promise<void>;
  /** Where it is shown; null where the preview disappears by itself. */
  at: DraftPlace | null;
}

/** What a kind needs to find a preview again, in whichever process. */
export type DraftPlace = Readonly<Record<string, string>>;

/** A kind that a process asks for news, because the provider sends nothing by itself or can't reach us. */
export interface Polling {
  /** Whether this channel is polled, or told by a webhook. */
  isPolled(channel: OpenChannel): boolean;
  /** Waits for news and gives them with the cursor behind them. */
  poll(channel: OpenChannel, options: { cursor: string | null; signal: AbortSignal }): Promise<Polled>;
  /** What a cursor holds for, and for no other: a bot, a mailbox. */
  accountOf(channel: Pick<OpenChannel, "settings" | "secrets">): string;
}

export interface Polled {
  updates: Update[];
  cursor: string | null;
}

export interface Greeting {
  address: Readonly<Record<string, string>>;
  /** Empty where the agent says nothing first. */
  text: string;
  suggestions: readonly string[];
  signal: AbortSignal;
}

/** One channel: how its provider is understood, and spoken to. Adding one is a folder beside this file's kinds. */
export interface ChannelKind {
  type: ChannelType;
  /** The longest text that goes out in one piece. */
  textLimit: number;
  /** Absent where files go out as links alone. */
  files?: TakenFiles;
  /** Answers go out with what their readers rate them by. */
  takesRatings?: true;
  /** Markdown goes out as it is; everybody else gets plain text. */
  takesMarkdown?: true;
  /** How many answers to choose from are offered, and how long each may be. */
  choices: { most: number; textLimit: number };
  /** The provider sends a part with the same id once, so that an attempt of which nothing is known is made again. */
  isIdempotent?: true;
  /** How many messages an hour of one sender are answered: more is a machine that talks with ours. */
  mostPerHour?: number;
  /** The agent's answers are said by the conversation itself; only what others write is sent. */
  speaksAnswers?: true;
  /** The person has to be told that a machine answers, at the start. */
  disclosesAutomation?: true;
  /** After STOP a person gets messages only once they write START: the network holds everything back until then. */
  keepsOptOut?: true;
  /** The installation has an app of its own at the provider. */
  isInstallable?: boolean;
  /** Asks the provider whether it takes the credentials, and has it send here. Throws a ChannelProblem. */
  connect(channel: OpenChannel, signal: AbortSignal): Promise<Account>;
  /** Stops the provider's deliveries here, as far as that is possible. */
  disconnect?(channel: OpenChannel, signal: AbortSignal): Promise<void>;
  /** The longest request that `receive` takes, in bytes; undefined for the usual limit. */
  mostReceivedBytes?(channel: OpenChannel): number | undefined;
  /** Checks who sent a request, over its raw bytes, and cuts it into updates. Absent where nothing is sent here. */
  receive?(request: ChannelRequest, channel: OpenChannel): Received | Promise<Received>;
  read(body: unknown, channel: OpenChannel): Reading | Promise<Reading>;
  /** Gives somebody's ID and address after they moved. Only for a kind that reads of such. */
  move?(moved: MovedSender, known: MovedTo): MovedTo;
  /** Names the message that an update is a part of, where one message comes as several updates; null for all others. */
  groupOf?(body: unknown): string | null;
  /** Asks what somebody is called, of whom messages tell no more than an id; null where the provider doesn't say. */
  findName?(channel: OpenChannel, person: { id: string; signal: AbortSignal }): Promise<string | null>;
  /** Gives a file that came with a message. Throws a ChannelProblem, which says why there is none. */
  fetchFile?(channel: OpenChannel, file: IncomingFile, fetching: Fetching): Promise<FetchedFile>;
  /** The same where a message's files come together: gives what fetches each of them. Instead of `fetchFile`. */
  openFiles?(channel: OpenChannel, fetching: Fetching): (file: IncomingFile) => Promise<FetchedFile>;
  /** Says what a piece becomes on its way, for its writer to see before. */
  describe?(piece: { text: string; address: Readonly<Record<string, string>> }): PieceFacts;
  /** Sends one piece. Throws a ChannelProblem. */
  send(channel: OpenChannel, sending: Sending): Promise<Sent>;
  /** Shows that an answer is on its way; `language` is the agent's. */
  showTyping?(
    channel: OpenChannel,
    address: Readonly<Record<string, string>>,
    showing: { signal: AbortSignal; language: string },
  ): Promise<void>;
  /** Greets somebody who has written nothing yet, and suggests what to ask. */
  greet?(channel: OpenChannel, greeting: Greeting): Promise<void>;
  /** Shows what a conversation that has just begun is about. */
  nameConversation?(
    channel: OpenChannel,
    named: { address: Readonly<Record<string, string>>; title: string; signal: AbortSignal },
  ): Promise<void>;
  drafts?: ShownDrafts;
  polling?: Polling;
  /** Messages that the provider approved before. */
  listTemplates?(channel: OpenChannel, signal: AbortSignal): Promise<WhatsappTemplate[]>;
}
