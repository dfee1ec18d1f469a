import { proxy, subscribe } from "valtio/vanilla";
import type { CallEnding, CallSpeech } from "../../shared/domain/call.ts";

/** Whether the visitor is in a call, or about to be; the call itself comes with the first one (widget/voice). */
export const calling = proxy({ isOn: false });

/** What a call is opened with, as the server says it. */
export interface CallAccess {
  callId: string;
  ticket: string;
  /** The conversation that it goes on in; the server may know none by that yet. */
  threadId: string;
  isRecorded: boolean;
}

/** What the visitor speaks, and who understands it and speaks. */
export interface WantedCall {
  language: string;
  speech: CallSpeech;
  /** The visitor agrees to a recording. */
  isRecorded?: boolean;
  /** Whether an avatar is shown, where the agent has one. */
  wantsAvatar?: boolean;
}

/** What the visitor writes while they call. */
export interface TypedWords {
  threadId: string | null;
  clientId: string;
  content: string;
}

/** What a call asks of the chat around it. */
export interface CallDesk {
  /** Asks the server for a call in the conversation that is shown, or in one that begins. */
  open(wanted: WantedCall): Promise<CallAccess>;
  /** Shows the conversation in which something was said. */
  showThread(threadId: string): void;
  /** Sends what was typed and the call did not take; the server has it once, whichever way it comes. */
  sendTyped(clientId: string): void;
  began(id: string): void;
  ended(detail: { id: string; seconds: number; reason: CallEnding }): void;
}

let desk: CallDesk | undefined;

/** The chat's, which is there before any call can begin. */
export function callDesk(): CallDesk {
  if (!desk) throw new Error("A call began before the chat did.");
  return desk;
}

let typeIn: (typed: TypedWords) => boolean = () => false;

/** Gives what the visitor writes to the call of its conversation, where there is one: the answer is spoken then. */
export function typeInCall(typed: TypedWords): boolean {
  return typeIn(typed);
}

/** A call takes what is typed, until the function that it gives is called. */
export function takeTyped(take: typeof typeIn): () => void {
  typeIn = take;
  return () => void (typeIn = () => false);
}

/** Offers calls what they need of this chat; gives what ends that. */
export function offerCalls(offered: CallDesk, tell: { state: () => void }): () => void {
  desk = offered;
  return subscribe(calling, tell.state);
}
