import type { BodyOf } from "../../../../shared/contract/call.ts";
import {
  createScheduledReply,
  listScheduledReplies,
  removeScheduledReply,
  sendScheduledReply,
  updateScheduledReply,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import type { ScheduledReply } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { client } from "../../platform/client.ts";
import { paramsOf, takeMessages } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { watchAgent } from "../../platform/live.ts";
import { noteLiveUpdate, unlessUpdatedLive } from "../threads/skipStaleAnswer.ts";
import { createResource, load, reset } from "../../platform/resource.ts";

/** The replies of the open conversation that are still to be sent, earliest first. */
export const scheduledReplies = createResource<{ threadId: string; items: ScheduledReply[] }>();

/** Reads them. */
export async function loadScheduledReplies(place: ThreadPlace): Promise<void> {
  const { threadId } = place;
  if (scheduledReplies.data && scheduledReplies.data.threadId !== threadId) reset(scheduledReplies);
  await load(scheduledReplies, async () => {
    const { data } = await client.call(listScheduledReplies, { params: paramsOf(place) });
    return { threadId, items: data };
  });
}

/** Keeps them as they are, even if a colleague changes or sends one, until the function it gives is called. */
export function watchScheduledReplies(place: ThreadPlace): () => void {
  void loadScheduledReplies(place);
  return watchAgent(place.agentId, {
    onEvent: (event) => {
      if (event.type !== "scheduled" || event.threadId !== place.threadId) return;
      noteLiveUpdate(event.replyId);
      take(place, event.replyId, event.reply);
      // What is being read may have what was before.
      if (scheduledReplies.status === "loading") void loadScheduledReplies(place);
    },
    onReadAfresh: () => void loadScheduledReplies(place),
  });
}

/** Has a reply sent at a time; under one `clientId` it is kept once, however often it is tried. */
export async function scheduleReply(
  place: ThreadPlace,
  data: BodyOf<typeof createScheduledReply>["data"],
): Promise<void> {
  await takeAnswer(place, () =>
    client.call(createScheduledReply, { params: paramsOf(place), body: { data } }),
  );
}

/** Changes when a reply is sent, and what one's own says. */
export async function changeScheduledReply(
  place: ThreadPlace,
  id: string,
  data: BodyOf<typeof updateScheduledReply>["data"],
): Promise<void> {
  const params = { ...paramsOf(place), scheduledReplyId: id };
  await takeAnswer(place, () => client.call(updateScheduledReply, { params, body: { data } }));
}

/** Sends it now. */
export async function sendScheduledNow(place: ThreadPlace, id: string): Promise<void> {
  const params = { ...paramsOf(place), scheduledReplyId: id };
  const { data } = await client.call(sendScheduledReply, { params });
  take(place, id, null);
  takeMessages([data]);
}

export async function cancelScheduledReply(place: ThreadPlace, id: string): Promise<void> {
  await client.call(removeScheduledReply, { params: { ...paramsOf(place), scheduledReplyId: id } });
  take(place, id, null);
}

async function takeAnswer(
  place: ThreadPlace,
  change: () => Promise<{ data: ScheduledReply }>,
): Promise<void> {
  const saved = await unlessUpdatedLive(change);
  if (saved) take(place, saved.id, saved);
}

function take({ threadId }: ThreadPlace, id: string, reply: ScheduledReply | null): void {
  const { data } = scheduledReplies;
  if (data?.threadId !== threadId) return;
  const others = data.items.filter((one) => one.id !== id);
  const items = reply ? [...others, reply].toSorted((one, other) => one.sendAt - other.sendAt) : others;
  // Whatever is being read continues: it has news of others.
  scheduledReplies.data = { threadId, items };
}
