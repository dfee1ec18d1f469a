import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { Skills } from "../actions/skills/createSkills.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Answering } from "../answering/answering.ts";
import type { Spend } from "../answering/spend.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Bus } from "../live/bus.ts";
import type { Events } from "../live/events.ts";
import type { Models } from "../models/models.ts";
import type { Storage } from "../storage/storage.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { SkillRunRow } from "../actions/skills/tables.ts";
import type { ThreadRow } from "./tables.ts";
import type { Forgets } from "./threads/removal/forgets.ts";

/** The dependencies of conversations. */
export interface ConversationDeps extends Forgets {
  store: Store;
  events: Events;
  bus: Bus;
  answering: Answering;
  /** Does what visitors or the team allowed. */
  skills: Pick<
    Skills,
    | "execute"
    | "read"
    | "apps"
    | "acceptSignIn"
    | "answer"
    | "listAnswers"
    | "findForm"
    | "findHandover"
    | "list"
  >;
  /** What writes for the team, beside the agent's answers, and what that costs. */
  models: Pick<Models, "open" | "openTranscriber">;
  spend: Spend;
  jobs: Jobs;
  storage: Pick<
    Storage,
    "announce" | "openFile" | "settleFiles" | "copyFile" | "sendFile" | "removeFiles" | "eraseFiles"
  >;
  /** Signs the addresses at which visitors' files are seen and conversations saved. */
  attachmentKey: Uint8Array;
  /** What the surface that a visitor came by offers them, as it is published, or as this agent has it; in the preview as it is drafted. */
  findOffers: (
    visitor: Pick<VisitorCaller, "organizationId" | "agentId" | "preview">,
    known?: AnsweringAgent,
  ) => Promise<VisitorOffers>;
  findReachableSurfaces: FindReachableSurfaces;
  /** Gives the surfaces of an agent that are switched off. */
  listOffSurfaces: (agent: AgentKey) => Promise<string[]>;
  /** Is told that a member has opened or closed a conversation. */
  noteLook: (look: Look) => Promise<void>;
  /** Gives how the answer to a message was said in a call; nothing where it was said in none. */
  readSpoken: (message: {
    organizationId: string;
    threadId: string;
    messageId: string;
  }) => Promise<Receipt["spoken"]>;
  /** Gives why its platform takes no reply of the team's now, in words; null where it takes one, or there is none. */
  findClosedWindow: (db: Db, thread: ThreadKey) => Promise<string | null>;
  /** Looks for people for an organization's waiting conversations once the transaction is committed. */
  assignLater: (tx: Tx, organizationId: string) => void;
  /** Lets workflows take what happens in a conversation before the agent answers. */
  procedures: Procedures;
  now: () => number;
  scheduler: Scheduler;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** What takes a visitor's word, or the end of an action, in place of the agent, in the transaction that stores it. */
export interface Procedures {
  /** True where it is taken, so that the agent does not answer. The thread is held, and the agent has it. */
  takeMessage(tx: Tx, said: SaidToAgent): Promise<boolean>;
  /** True where it is taken, so that the agent does not tell what came of it. The thread is held. */
  takeEnd(tx: Tx, ended: { thread: ThreadRow; run: SkillRunRow }): Promise<boolean>;
}

/** What a visitor wrote where the agent answers. */
export interface SaidToAgent {
  thread: ThreadRow;
  messageId: string;
  content: string;
  isFirst: boolean;
}

/** Whether a member looks at a conversation. */
export interface Look {
  organizationId: string;
  threadId: string;
  userId: string;
  isLooking: boolean;
}

/** What a visitor's surface offers beside writing. */
export interface VisitorOffers {
  /** Why no files are taken, which the agent's model decides, too, in a sentence for people; null where they are. */
  whyNoAttachments: () => Promise<string | null>;
  /** Asks whether the organization has recordings written down. */
  voice: () => Promise<boolean>;
  feedback: boolean;
  person: boolean;
  /** Visitors leave messages for the team outside its hours. */
  offlineForm: boolean;
  /** It is outside these hours now, so that the agent is silent. */
  isTeamOnly: boolean;
}

/** A surface where visitors reach an agent, and where one of them would find what the team starts. */
export interface ReachableSurface {
  surface: string;
  /**
   * Null where they would. `unknown`: nothing is left by which it would know them again. `optedOut`: they want nothing more
   * there. `window`: its platform lets the team write only for a time after their last message.
   */
  closedBecause: "off" | "paused" | "plan" | "unknown" | "optedOut" | "window" | null;
}

/** Gives every surface where visitors reach an agent, the one that this visitor used last first. */
export type FindReachableSurfaces = (
  visitor: ContactKey & { isVerified: boolean },
) => Promise<ReachableSurface[]>;

/** An agent's thread: every row is found by all three. */
export interface ThreadKey {
  organizationId: string;
  agentId: string;
  threadId: string;
}

/** An agent's visitor. */
export interface ContactKey {
  organizationId: string;
  agentId: string;
  contactId: string;
}
