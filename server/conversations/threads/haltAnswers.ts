import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import type { Run } from "../answers/run.ts";
import type { Writer } from "../answers/writer.ts";

/** Halts what this process writes in a thread, or one message of it; called when it is certain that it must end. */
export type Halt = (threadId: string, messageId?: string) => Run[];

/**
 * Runs a decision that ends answers, in one transaction. It halts once it holds the thread and knows that it is no repeat
 * of what was decided before; where it fails after all, what it halted is stored as stopped.
 */
export async function runWithHalt<Result>(
  { store }: Pick<ConversationDeps, "store">,
  writer: Pick<Writer, "halt" | "settle">,
  work: (tx: Tx, halt: Halt) => Promise<Result>,
): Promise<Result> {
  return haltDuring(writer, (halt) => store.transaction((tx) => work(tx, halt)));
}

/** Lets a transaction of the caller's own halt answers, as those of `decide` do. */
export async function haltDuring<Result>(
  writer: Pick<Writer, "halt" | "settle">,
  run: (halt: Halt) => Promise<Result>,
): Promise<Result> {
  // A transaction that runs again finds a run halted, or gone already: each one is remembered.
  const halted: Run[] = [];
  const halt: Halt = (threadId, messageId) => {
    halted.push(...writer.halt(threadId, messageId));
    return halted;
  };
  try {
    return await run(halt);
  } finally {
    await writer.settle(halted);
  }
}
