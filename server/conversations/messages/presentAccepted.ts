import type { Accepted } from "./accept.ts";
import type { ConversationDeps } from "../deps.ts";
import { describeThread } from "../threads/describeThreads.ts";
import { presentMessage } from "./present.ts";

/** What a visitor wrote, and its answer so far, as the program gets it that brought it. */
export async function presentAccepted(deps: ConversationDeps, { thread, message, answer }: Accepted) {
  return {
    data: {
      thread: await describeThread(deps.store.db, thread),
      message: presentMessage(message, deps),
      answer: answer && presentMessage(answer, deps),
    },
  };
}
