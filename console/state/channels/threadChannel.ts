import type { Snapshot } from "valtio";
import {
  chooseReplyChannel as chooseCall,
  getThreadChannel,
  getWhatsappTemplates,
  listReplyChannels,
  previewMessage as previewCall,
  resendMessage,
  sendTemplate,
} from "../../../shared/contract/channels/channels.ts";
import type {
  PreviewPiece,
  ReplyChannel,
  ThreadChannel,
  WhatsappTemplate,
} from "../../../shared/contract/channels/channels.ts";
import { newClientId } from "../conversations/messages/clientId.ts";
import type { ThreadPlace } from "../conversations/threads/conversation.ts";
import { client } from "../platform/client.ts";
import { watchAgent } from "../platform/live.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";

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

interface OwnedWays {
  threadId: string;
  items: ReplyChannel[];
}

/** The channels by which the team can reply in the conversation that was viewed last. */
export const replyChannels = createResource<OwnedWays>();

/** One of them, as a screen reads it. */
export type ShownReplyChannel = Snapshot<ReplyChannel>;

export async function loadReplyChannels(place: ThreadPlace): Promise<void> {
  const { threadId } = place;
  if (replyChannels.data && replyChannels.data.threadId !== threadId) reset(replyChannels);
  await load(replyChannels, async () => {
    const { items } = await client.call(listReplyChannels, { params: paramsOf(place) });
    return { threadId, items };
  });
}

/** Has the next replies go by another channel of the same contact. */
export async function chooseReplyChannel(
  place: ThreadPlace,
  { type, externalId }: Pick<ShownReplyChannel, "type" | "externalId">,
): Promise<void> {
  const body = { data: { type, externalId } };
  const { data } = await client.call(chooseCall, { params: paramsOf(place), body });
  fill(threadChannel, { threadId: place.threadId, channel: data });
  await loadReplyChannels(place);
}

/** Gives a reply in the pieces in which its channel would send it. */
export async function previewReply(
  place: ThreadPlace,
  reply: { content: string; attachments: string[] },
): Promise<PreviewPiece[]> {
  const { data } = await client.call(previewCall, { params: paramsOf(place), body: { data: reply } });
  return data?.pieces ?? [];
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
