import type { callVoiceServices } from "../../shared/domain/call.ts";
import type { Spend } from "../answering/spend.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { Models } from "../models/models.ts";
import type { Events } from "../live/events.ts";
import type { Egress } from "../egress/egress.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import type { Scheduler } from "../timing/scheduler.ts";

/** What a surface says of its calls. */
export interface CallOffer {
  isOn: boolean;
  /** Whether the owner wants calls recorded whose visitor agrees. */
  isRecorded: boolean;
  /** What the agent says first; empty for nothing. */
  greeting: string;
  /** The words of the agent's owner in place of ours, by language and key. */
  words: Record<string, Record<string, string>>;
  /** The voice, if the server speaks. */
  voice: CallVoiceChoice;
}

/** The voice that an owner chose: the service's own names; empty for the usual ones. */
export interface CallVoiceChoice {
  service: (typeof callVoiceServices)[number];
  voice: string;
  model: string;
}

/** What calls are made from. */
export interface VoiceDeps {
  store: Store;
  seal: Secrets;
  limits: Limits;
  scheduler: Scheduler;
  speakIn: Conversations["speakIn"];
  callMarks: Conversations["callMarks"];
  keepRecording: Conversations["keepRecording"];
  models: Pick<Models, "openCallSpeech">;
  events: Events;
  egress: Egress;
  /** The way to providers' own addresses. */
  providerFetch: typeof fetch;
  spend: Spend;
  /** What a visitor's surface offers, as it is published, or as it is drafted for the preview. */
  findCallOffer(visitor: VisitorCaller): Promise<CallOffer>;
  /** The visitor of a session as they are now; null once it has ended. */
  findVisitor(sessionId: string): Promise<VisitorCaller | null>;
  /** Whether an organization's plan lets its agents meet visitors now. */
  hasPlan(organizationId: string, agentId: string): Promise<boolean>;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** The same with the way to services whose keys an organization keeps. */
export interface VoiceWays extends VoiceDeps {
  /** An address that somebody typed goes by the egress guard. */
  fetchFor(baseUrl: string | null): typeof fetch;
}
