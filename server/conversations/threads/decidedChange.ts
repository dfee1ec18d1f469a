import type { ThreadChange } from "../../../shared/contract/conversations/threads/threads.ts";
import type { Tx } from "../../database/store.ts";
import type { ThreadKey } from "../deps.ts";
import type { NewMessage } from "../messages/write.ts";
import type { ThreadRow } from "../tables.ts";
import type { Member } from "./planChange.ts";

/** A change of a thread that a member decided, with what belongs to the same transaction. */
export interface DecidedChange extends ThreadChange {
  key: ThreadKey;
  member: Member;
  /** What is said in the same transaction, after the change. */
  say?: (tx: Tx, thread: ThreadRow) => Promise<NewMessage>;
  /** Refused where a colleague has replied at this position or behind it. */
  seenTo?: number | undefined;
  /** Gives what is put back of the row, where a decision is undone. */
  restored?: (thread: ThreadRow) => Partial<ThreadRow>;
  /** Runs in the same transaction, once the thread is held and before anything of it is changed. */
  before?: (tx: Tx, thread: ThreadRow) => Promise<void>;
  /** Runs in the same transaction, after all of it; `isChanged` is false where all was so already. */
  after?: (tx: Tx, isChanged: boolean, thread: ThreadRow) => Promise<void>;
}
