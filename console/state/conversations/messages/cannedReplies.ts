import type { BodyOf } from "../../../../shared/contract/call.ts";
import {
  countCannedReply,
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
  updateCannedReply,
} from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import type { CannedReply } from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { client } from "../../platform/client.ts";
import type { SentFile } from "../files/composedFiles.ts";
import { watchAgent } from "../../platform/live.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, fill, load, reset } from "../../platform/resource.ts";

/** The canned replies that one can use for an agent, the most used first. */
export const cannedReplies = createResource<{ agentId: string; items: CannedReply[] }>();

/** Reads them. */
export async function loadCannedReplies({ orgId, agentId }: AgentPlace): Promise<void> {
  if (cannedReplies.data && cannedReplies.data.agentId !== agentId) reset(cannedReplies);
  await load(cannedReplies, async () => {
    const { data } = await client.call(listCannedReplies, { params: { orgId, productId: agentId } });
    return { agentId, items: data };
  });
}

/** Reads them, and again when somebody makes, changes or deletes one, until the function it gives is called. */
export function watchCannedReplies(place: AgentPlace): () => void {
  const read = () => void loadCannedReplies(place);
  read();
  return watchAgent(place.agentId, {
    onEvent: ({ type }) => type === "cannedReplies" && read(),
    onReadAfresh: read,
  });
}

/** Makes one, or changes the one of this id. */
export async function saveCannedReply(
  { orgId, agentId }: AgentPlace,
  cannedReplyId: string | null,
  data: BodyOf<typeof createCannedReply>["data"],
): Promise<void> {
  const params = { orgId, productId: agentId };
  const saved = cannedReplyId
    ? await client.call(updateCannedReply, { params: { ...params, cannedReplyId }, body: { data } })
    : await client.call(createCannedReply, { params, body: { data } });
  const others = cannedReplies.data?.items.filter(({ id }) => id !== saved.data.id) ?? [];
  keep(agentId, [...others, saved.data]);
}

export async function dropCannedReply({ orgId, agentId }: AgentPlace, cannedReplyId: string): Promise<void> {
  await client.call(removeCannedReply, { params: { orgId, productId: agentId, cannedReplyId } });
  keep(agentId, cannedReplies.data?.items.filter(({ id }) => id !== cannedReplyId) ?? []);
}

/** Counts one use more, and gives copies of its files to send. */
export async function countUse({ orgId, agentId }: AgentPlace, cannedReplyId: string): Promise<SentFile[]> {
  const used = cannedReplies.data?.items.find(({ id }) => id === cannedReplyId);
  if (used) used.uses += 1;
  const params = { orgId, productId: agentId, cannedReplyId };
  return (await client.call(countCannedReply, { params })).data.attachments;
}

function keep(agentId: string, items: CannedReply[]): void {
  const sorted = items.toSorted((one, other) => other.uses - one.uses || one.name.localeCompare(other.name));
  fill(cannedReplies, { agentId, items: sorted });
}
