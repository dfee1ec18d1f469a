import type { PhoneState } from "../../../../shared/domain/phoneCalls.ts";
import type { ChannelRequest, OpenChannel } from "../../kind.ts";

/** A telephone provider: how its requests are known, and what it is asked for. */
export interface PhoneProvider {
  /** Asks whether it takes the credentials and the number is there. Throws a ChannelProblem. */
  connect(channel: OpenChannel, signal: AbortSignal): Promise<void>;
  /** Whether it signed a request that posts this form. */
  isSigned(request: Omit<ChannelRequest, "method">, channel: OpenChannel): boolean;
  /** Whether it signed the request that opens a socket at this address. */
  isSocketSigned(url: string, headers: Headers, channel: OpenChannel): boolean;
  /** Calls somebody; gives its id of the call. Throws a ChannelProblem. */
  dial(channel: OpenChannel, call: Dialing): Promise<string>;
  hangUp(channel: OpenChannel, providerId: string, signal: AbortSignal): Promise<void>;
  /** Gives a recording as MP3. */
  readRecording(channel: OpenChannel, recording: Recording, signal: AbortSignal): Promise<Uint8Array>;
  /** Deletes a recording there. */
  removeRecording(channel: OpenChannel, recording: Recording, signal: AbortSignal): Promise<void>;
}

export interface Dialing {
  to: string;
  /** Asked for what is said once somebody answers, and told how the call goes and whether a machine answered. */
  addresses: { voice: string; status: string; machine: string };
  signal: AbortSignal;
}

export interface Recording {
  id: string;
  /** Where it said that it is. */
  url: string;
}

/** How long a call rings, and how long it lasts at most. */
export const ringSeconds = 30;
export const longestSeconds = 60 * 60;
/** Two minutes of speech have a tenth of this. */
export const mostRecordingBytes = 20_000_000;

const states: Readonly<Record<string, PhoneState>> = {
  ...{ queued: "queued", initiated: "queued", ringing: "ringing", "in-progress": "answered" },
  ...{ answered: "answered", completed: "completed", busy: "busy", "no-answer": "unanswered" },
  ...{ failed: "failed", canceled: "unanswered" },
};

/** How far a call is by a provider's word; null for one that we don't know. */
export function readState(status: string): PhoneState | null {
  return Object.hasOwn(states, status) ? (states[status] ?? null) : null;
}
