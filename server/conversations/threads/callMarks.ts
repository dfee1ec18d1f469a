import type { EventAbout } from "../../../shared/contract/conversations/conversations.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import type { ThreadRow } from "../tables.ts";
import { addMessages } from "../messages/write.ts";
import { sumUpLater } from "../messages/assist/sumUpCalls.ts";
import { lockThread } from "./find.ts";

/** What a conversation says of its calls, to the team alone. */
export interface CallMarks {
  /** The conversation goes on in a call from here. */
  began(tx: Tx, key: ThreadKey): Promise<void>;
  /** The call is over: says how long it was, and has the conversation summed up. */
  ended(tx: Tx, key: ThreadKey, call: { id: string; seconds: number }): Promise<void>;
}

interface Mark {
  content: "callBegan" | "callEnded";
  about?: EventAbout;
}

/** Creates the functions that mark calls in conversations, each call once. */
export function createCallMarks(deps: ConversationDeps): CallMarks {
  async function mark(tx: Tx, key: ThreadKey, { content, about }: Mark): Promise<ThreadRow> {
    const thread = await lockThread(tx, key);
    const event = { role: "system", kind: "event", content, audience: "team" } as const;
    const messages = [{ ...event, ...(about && { about: JSON.stringify(about) }) }];
    await addMessages(deps, tx, { thread, messages, now: deps.now() });
    return thread;
  }
  return {
    async began(tx, key) {
      await mark(tx, key, { content: "callBegan" });
    },
    async ended(tx, key, { id, seconds }) {
      const { preview } = await mark(tx, key, { content: "callEnded", about: { seconds } });
      // Nobody goes on with what was only tried.
      if (preview === 0) await sumUpLater(deps, tx, { ...key, callId: id });
    },
  };
}
