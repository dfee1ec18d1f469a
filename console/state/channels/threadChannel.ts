import {
  getThreadChannel,
  getWhatsappTemplates,
  resendMessage,
  sendTemplate,
} from "../../../shared/contract/channels/channels.ts";
import type { ThreadChannel, WhatsappTemplate } from "../../../shared/contract/channels/channels.ts";
import { newClientId } from "../conversations/messages/clientId.ts";
import type { ThreadPlace } from "../conversations/threads/conversation.ts";
import { client } from "../platform/client.ts";
import { watchAgent } from "../platform/live.ts";
import { createResource, load, reset } from "../platform/resource.ts";

interface OwnedChannel {
  threadId: string;
  channel: ThreadChannel | null;
}

/** By which channel the conversation that was viewed last continues. */
export const threadChannel = createResource<OwnedChannel>();

export async function loadThreadChannel(place: ThreadPlace): Promise<void> {
  const { threadId } = place;
  if (threadChannel.data && threadChannel.data.threadId !== threadId) reset(threadChannel);
  await load(threadChannel, async () => {
    const { data } = await client.call(getThreadChannel, { params: paramsOf(place) });
    return { threadId, channel: data };
  });
}

/** Reads it again after every change to the conversation, such as a new message or delivery state. */
export function watchThreadChannel(place: ThreadPlace): () => void {
  const { threadId } = place;
  return watchAgent(place.agentId, {
    onEvent: (event) => {
      const isOurs =
        (event.type === "thread" && event.thread.id === threadId) ||
        (event.type === "message" && event.message.threadId === threadId);
      if (isOurs) void loadThreadChannel(place);
    },
    onReadAfresh: () => void loadThreadChannel(place),
  });
}

/** Sends a message again that did not arrive. */
export async function sendAgain(place: ThreadPlace, channelDeliveryId: string): Promise<void> {
  await client.call(resendMessage, { params: { ...paramsOf(place), channelDeliveryId } });
  await loadThreadChannel(place);
}

export async function listTemplates({ orgId, agentId }: ThreadPlace): Promise<WhatsappTemplate[]> {
  return (await client.call(getWhatsappTemplates, { params: { orgId, productId: agentId } })).items;
}

/** Sends an approved template with its placeholders filled. */
export async function writeTemplate(
  place: ThreadPlace,
  { name, language }: Pick<WhatsappTemplate, "name" | "language">,
  values: string[],
): Promise<void> {
  const body = { data: { clientId: newClientId(), name, language, values } };
  await client.call(sendTemplate, { params: paramsOf(place), body });
  await loadThreadChannel(place);
}

function paramsOf({ orgId, agentId, threadId }: ThreadPlace) {
  return { orgId, productId: agentId, threadId };
}
