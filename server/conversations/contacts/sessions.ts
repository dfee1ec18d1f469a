import type { Db, Tx } from "../../database/store.ts";
import type { Move } from "./move.ts";

/** The sessions of visitors, which surfaces keep. */
export interface VisitorSessions {
  /** All of one contact's become another's; gives their ids. */
  move(tx: Tx, move: Move): Promise<string[]>;
  /** Of one contact's these, and those opened as these people of the site's, become another's; gives their ids. */
  split(tx: Tx, split: Move & { ids: readonly string[]; userIds: readonly string[] }): Promise<string[]>;
  /** What is kept of one contact's. */
  list(db: Db, contact: { organizationId: string; contactId: string }): Promise<KeptSession[]>;
}

/** What is kept of a session about its visitor. */
export interface KeptSession {
  surfaceType: string;
  /** The site on which it was opened. */
  origin: string | null;
  createdAt: number;
  lastSeenAt: number;
}
