import { removeMessage, removeThread } from "../../../../shared/contract/conversations/threads/removals.ts";
import { removeThreads } from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import type { ChangedThreads } from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { client } from "../../platform/client.ts";
import { paramsOf, takeMessages } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { keepChange } from "../inbox/threadChanges.ts";
import { dropThread } from "./threads.ts";

const query = { confirmed: "true" } as const;

/** Deletes what a message said, and its files; an event is in its place. */
export async function dropMessage(place: ThreadPlace, messageId: string): Promise<void> {
  takeMessages([(await client.call(removeMessage, { params: { ...paramsOf(place), messageId } })).data]);
}

/** Deletes a conversation with all that was said in it. */
export async function dropConversation(place: ThreadPlace): Promise<void> {
  await client.call(removeThread, { params: paramsOf(place), query });
  dropThread(place.threadId);
}

/** Begins to delete many conversations, and follows that from now on. */
export async function beginRemoval(place: AgentPlace, of: ChangedThreads): Promise<void> {
  const params = { orgId: place.orgId, productId: place.agentId };
  keepChange(place, (await client.call(removeThreads, { params, query, body: { data: { of } } })).data);
}
