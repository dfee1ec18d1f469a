import type { CallSpeech } from "../../shared/domain/call.ts";
import type { VoiceDeps } from "./deps.ts";

/** What a ticket says: which call it is, and the conversation that it goes on in. */
export interface CallTicket {
  organizationId: string;
  callId: string;
  threadId?: string | undefined;
  newThreadId?: string | undefined;
  /** The services that understand and speak in it. */
  speech: CallSpeech;
  /** The visitor agreed to a recording. */
  isRecorded: boolean;
  /** The visitor's chat can show an avatar. */
  wantsAvatar: boolean;
}

const purpose = "call-ticket";

/** Makes the ticket of a call. Only who was given it opens the call's socket; how long it holds, the call's row says. */
export function makeTicket({ seal }: Pick<VoiceDeps, "seal">, ticket: CallTicket): string {
  return seal.seal(JSON.stringify(ticket), purpose);
}

/** Reads a ticket; null for what is none of ours. */
export function readTicket({ seal }: Pick<VoiceDeps, "seal">, text: string): CallTicket | null {
  try {
    return JSON.parse(seal.unseal(text, purpose)) as CallTicket; // sealed by makeTicket
  } catch {
    return null;
  }
}
