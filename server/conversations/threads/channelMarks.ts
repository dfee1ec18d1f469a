import type { EventAbout } from "../../../shared/contract/conversations/conversations.ts";
import type { ThreadEvent } from "../../../shared/domain/eventNews.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import { addMessages } from "../messages/write.ts";
import { lockThread } from "./find.ts";

export interface ChannelMark {
  content: Extract<ThreadEvent, "numberChanged" | "numberTaken">;
  about: Required<Pick<EventAbout, "name">>;
}

/** What a conversation says of its channel, to the team alone. */
export interface ChannelMarks {
  mark(tx: Tx, key: ThreadKey, mark: ChannelMark): Promise<void>;
}

/** Creates the functions that mark in conversations what happened to their channel. */
export function createChannelMarks(deps: ConversationDeps): ChannelMarks {
  return {
    async mark(tx, key, { content, about }) {
      const thread = await lockThread(tx, key);
      const event = { role: "system", kind: "event", content, audience: "team" } as const;
      const messages = [{ ...event, about: JSON.stringify(about) }];
      await addMessages(deps, tx, { thread, messages, now: deps.now() });
    },
  };
}
