import type { AgentKey } from "../../../agents/parts.ts";
import type { Tx } from "../../../database/store.ts";
import type { MessageRow, ThreadRow } from "../../tables.ts";

/** Deletes what capabilities above keep of what was said in these conversations, while they are still there. */
export type ForgetWords = (tx: Tx, threads: AgentKey & { threadIds: readonly string[] }) => Promise<void>;

/** Deletes what capabilities above keep under the ids of conversations and people. */
export type ForgetAbout = (
  tx: Tx,
  about: { organizationId: string; ids: readonly string[] },
) => Promise<void>;

/** Takes what a message said out of what capabilities above keep of its conversation, which is without it already, as the row is. */
export type ForgetMessage = (tx: Tx, gone: { thread: ThreadRow; message: MessageRow }) => Promise<void>;

/** Deletes the answers to a program's writes that are kept for a repeat and tell of one of these ids. */
export type ForgetAnswers = (about: { organizationId: string; ids: ReadonlySet<string> }) => Promise<void>;

/** What capabilities above have to do where words are deleted for good. */
export interface Forgets {
  forgetWords: ForgetWords;
  forgetAbout: ForgetAbout;
  forgetMessage: ForgetMessage;
  forgetAnswers: ForgetAnswers;
}
