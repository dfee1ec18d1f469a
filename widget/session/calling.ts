import { proxy, subscribe } from "valtio/vanilla";
import type { CallEnding } from "../../shared/domain/call.ts";

/** Whether the visitor is in a call, or about to be; the call itself comes with the first one (widget/voice). */
export const calling = proxy({ isOn: false });

/** What a call is opened with, as the server says it. */
export interface CallAccess {
  callId: string;
  ticket: string;
}

/** What a call asks of the chat around it. */
export interface CallDesk {
  /** Asks the server for a call in the conversation that is shown, or in one that begins. */
  open(language: string): Promise<CallAccess>;
  /** Shows the conversation in which something was said. */
  showThread(threadId: string): void;
  began(id: string): void;
  ended(detail: { id: string; seconds: number; reason: CallEnding }): void;
}

let desk: CallDesk | undefined;

/** The chat's, which is there before any call can begin. */
export function callDesk(): CallDesk {
  if (!desk) throw new Error("A call began before the chat did.");
  return desk;
}

/** Offers calls what they need of this chat; gives what ends that. */
export function offerCalls(offered: CallDesk, tell: { state: () => void }): () => void {
  desk = offered;
  return subscribe(calling, tell.state);
}
