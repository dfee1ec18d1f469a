import type { Answering } from "../answering/answering.ts";
import type { Store } from "../database/store.ts";
import type { VisitorCaller } from "../door/handle.ts";
import type { Bus } from "../live/bus.ts";
import type { Events } from "../live/events.ts";
import type { Storage } from "../storage/storage.ts";

/** What conversations are made of. */
export interface ConversationDeps {
  store: Store;
  events: Events;
  bus: Bus;
  answering: Answering;
  storage: Pick<Storage, "announce" | "openFile" | "removeFiles">;
  /** Signs the addresses at which visitors' files are seen. */
  attachmentKey: Uint8Array;
  /** Whether a visitor is offered to send files. */
  offersAttachments: (visitor: VisitorCaller) => Promise<boolean>;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** An agent's thread: every row is found by all three. */
export interface ThreadKey {
  organizationId: string;
  agentId: string;
  threadId: string;
}
