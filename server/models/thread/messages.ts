import type { ChatPart, ChatRequest } from "../chatModel.ts";
import type { Asking } from "../ask.ts";
import { ModelFault, faultOf, type FaultKind } from "../fault.ts";

/** What the thread needs to know of this installation: its rules for addresses that members typed. */
export interface ThreadData {
  allow: readonly string[];
  ownNames: readonly string[];
}

/** What the thread is told: to ask a model, or that the caller has stopped waiting. */
export type Told =
  | ({ id: number; request: Omit<ChatRequest, "signal"> } & Omit<Asking, "request">)
  | { id: number; request: null };

/** What it says of one question; a fault is the last of it, as is a part that finishes. */
export type Said = { id: number } & ({ part: ChatPart } | { fault: SaidFault });

/** What comes from the thread: words of answers, or what nobody in it waited for, for the log. */
export type FromThread = Said[] | { unhandled: string };

/** A ModelFault as it goes from one thread to the other. */
export interface SaidFault {
  kind: FaultKind;
  retryAfterMs: number | null;
  /** What was behind it, for the log. */
  cause: string;
}

/** Gives an error of the thread's as it goes to the other one: what the SDKs throw holds more than may cross. */
export function writeFault(error: unknown): SaidFault {
  const { kind, retryAfterMs, cause } = faultOf(error);
  return { kind, retryAfterMs, cause: describe(cause) };
}

/** Gives the fault again that writeFault was given. */
export function readFault({ kind, retryAfterMs, cause }: SaidFault): ModelFault {
  return new ModelFault(kind, { retryAfterMs, cause: cause === "" ? undefined : new Error(cause) });
}

/** Gives an error's names and messages with those behind it; nothing of what it holds besides. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const behind = describe(error.cause);
  return `${error.name}: ${error.message}${behind === "" ? "" : `, by ${behind}`}`;
}
