import type { Label } from "../../../../shared/contract/conversations/conversations.ts";
import {
  createLabel as createLabelCall,
  getThreadFilters,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadFilters } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import { conversation } from "../threads/conversation.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, fill, load, reset } from "../../platform/resource.ts";
import { dropLabel } from "../threads/threads.ts";

/** What an agent's conversations can be filtered by and given to, with how many are in each queue. */
export const inboxFilters = createResource<ThreadFilters & { agentId: string }>();

/** Many conversations move in a moment: the queues are counted once after them. */
const settleMs = 1000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads them. */
export async function loadInboxFilters({ orgId, agentId }: AgentPlace): Promise<void> {
  if (inboxFilters.data && inboxFilters.data.agentId !== agentId) reset(inboxFilters);
  await load(inboxFilters, async () => {
    const { data } = await client.call(getThreadFilters, { params: { orgId, productId: agentId } });
    return { ...data, agentId };
  });
}

/** Reads them again a moment after something happened. */
export function refreshInboxFilters(place: AgentPlace): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (inboxFilters.data?.agentId === place.agentId) void loadInboxFilters(place);
  }, settleMs);
}

/** Takes in what a label is now; a deleted one is removed everywhere. */
export function takeLabel(labelId: string, label: Label | null): void {
  if (!label) {
    dropLabel(labelId);
    if (conversation.thread)
      conversation.thread.labelIds = conversation.thread.labelIds.filter((id) => id !== labelId);
  }
  const { data } = inboxFilters;
  if (!data) return;
  const others = data.labels.filter(({ id }) => id !== labelId);
  const labels = label ? [...others, label] : others;
  fill(inboxFilters, {
    ...data,
    labels: labels.toSorted((one, other) => one.name.localeCompare(other.name)),
  });
}

/** Makes a label; one that has the name is given instead. */
export async function createLabel(
  { orgId, agentId }: AgentPlace,
  label: Pick<Label, "name" | "colour">,
): Promise<Label> {
  const params = { orgId, productId: agentId };
  const { data } = await client.call(createLabelCall, { params, body: { data: label } });
  takeLabel(data.id, data);
  return data;
}
