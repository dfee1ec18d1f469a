import { proxy } from "valtio";
import type { Snapshot } from "valtio";
import {
  draftReply,
  getAssistance,
  rewriteReply,
  summarizeThread,
  transcribeMessage,
  translateReply,
} from "../../../../shared/contract/conversations/messages/assist.ts";
import type {
  Assistance,
  RewriteStyle,
  ThreadSummary,
  WrittenEvent,
} from "../../../../shared/contract/conversations/messages/assist.ts";
import type { Citation } from "../../../../shared/contract/conversations/conversations.ts";
import type { TriedReceipt, TryEvent } from "../../../../shared/contract/playground/playground.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { client } from "../../platform/client.ts";
import { conversation, paramsOf, takeMessages } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { moments } from "../../shell/moments.ts";

/** What is asked of a model: a draft, or what somebody wrote in another way. */
export type HelpWanted = { kind: "draft" } | { kind: RewriteStyle | "translation"; content: string };

/** What a model offers to the writer, while it streams and until it is used or dropped. */
export interface Suggestion {
  threadId: string;
  wanted: HelpWanted;
  status: "streaming" | "done" | "failed" | "stopped";
  text: string;
  citations: Citation[];
  /** Of a draft, once it has ended. */
  receipt: TriedReceipt | null;
  /** Of what was rewritten: who did it, and what that cost. */
  written: { model: string; credits: number } | null;
  error: { message: string } | null;
  /** The visitor's newest message when it was asked for. */
  answersId: string | null;
}

export type ShownSuggestion = Snapshot<Suggestion>;

interface Assist {
  /** Whose the rest is. */
  threadId: string | null;
  /** What the server gave; null until then, and where it could not be read. */
  read: Assistance | null;
  suggestion: Suggestion | null;
  /** What stood in the field before a text that was rewritten came in its place. */
  replaced: { threadId: string; content: string } | null;
}

/** The help of models in the conversation that is open; one suggestion at a time, and nothing of it is ever sent by itself. */
export const assist = proxy<Assist>({ threadId: null, read: null, suggestion: null, replaced: null });

let running: AbortController | null = null;

let reading: string | null = null;

/** Reads what is there for a conversation. Where that can't be read only drafts and a summary are offered, which need nothing. */
export async function loadAssistance(place: ThreadPlace): Promise<void> {
  const { threadId } = place;
  if (reading === threadId) return;
  reading = threadId;
  if (assist.threadId !== threadId) Object.assign(assist, { threadId, read: null });
  try {
    const { data } = await client.call(getAssistance, { params: paramsOf(place) });
    if (assist.threadId === threadId) assist.read = data;
  } catch {
    // What it would add is not there then, and the next visit asks again.
  } finally {
    if (reading === threadId) reading = null;
  }
}

/** Has the open conversation summed up, in the language in which its reader has the console. */
export async function summarize(place: ThreadPlace): Promise<ThreadSummary> {
  const body = { data: { language: ownLanguage() } };
  const { data } = await client.call(summarizeThread, { params: paramsOf(place), body });
  if (assist.threadId === place.threadId && assist.read) assist.read.summary = data;
  return data;
}

/** Has the recordings of a message written down, and takes it in with their words. */
export async function transcribe(place: ThreadPlace, messageId: string): Promise<void> {
  const params = { ...paramsOf(place), messageId };
  takeMessages([(await client.call(transcribeMessage, { params })).data]);
}

/** The language in which this person has the console, as a BCP 47 tag. */
export function ownLanguage(): string {
  return moments.language ?? (navigator.language || "en");
}

/** Asks for a suggestion; the one before it goes, and so does the work on it. */
export function suggest(place: ThreadPlace, wanted: HelpWanted): void {
  dropSuggestion();
  running = new AbortController();
  assist.suggestion = {
    ...{ threadId: place.threadId, wanted, status: "streaming", text: "", citations: [] },
    ...{ receipt: null, written: null, error: null, answersId: newestOfVisitor() },
  };
  void run(place, assist.suggestion, running.signal);
}

/** Ends what is being written; what is there stays. */
export function stopSuggestion(): void {
  running?.abort();
  if (assist.suggestion?.status === "streaming") assist.suggestion.status = "stopped";
}

/** Takes a suggestion away, and ends the work on it. */
export function dropSuggestion(): void {
  running?.abort();
  assist.suggestion = null;
}

/** The visitor's newest message of the open conversation. */
function newestOfVisitor(): string | null {
  return conversation.messages.findLast(({ role }) => role === "user")?.id ?? null;
}

async function run(place: ThreadPlace, suggestion: Suggestion, signal: AbortSignal): Promise<void> {
  try {
    for await (const event of open(place, suggestion.wanted, signal))
      if (!signal.aborted) take(suggestion, event);
    if (!signal.aborted && suggestion.status === "streaming")
      fail(suggestion, "It was cut off. Please try again.");
  } catch (thrown) {
    if (!signal.aborted) fail(suggestion, toRequestError(thrown).message);
  }
}

function open(
  place: ThreadPlace,
  wanted: HelpWanted,
  signal: AbortSignal,
): AsyncIterable<TryEvent | WrittenEvent> {
  const params = paramsOf(place);
  if (wanted.kind === "draft") return client.stream(draftReply, { params, signal });
  const { kind, content } = wanted;
  if (kind === "translation")
    return client.stream(translateReply, { params, body: { data: { content } }, signal });
  return client.stream(rewriteReply, { params, body: { data: { content, style: kind } }, signal });
}

function take(suggestion: Suggestion, event: TryEvent | WrittenEvent): void {
  if (event.type === "delta") {
    suggestion.text += event.text;
    return;
  }
  if ("receipt" in event) {
    suggestion.citations = event.citations;
    suggestion.receipt = event.receipt;
  } else if (event.type === "done") {
    suggestion.written = { model: event.model, credits: event.credits };
  }
  suggestion.status = event.type;
  if (event.type === "failed") suggestion.error = { message: event.error.message };
}

function fail(suggestion: Suggestion, message: string): void {
  Object.assign(suggestion, { status: "failed", error: { message } });
}
