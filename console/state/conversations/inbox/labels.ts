import type { Label } from "../../../../shared/contract/conversations/conversations.ts";
import {
  listLabels,
  removeLabel as removeLabelCall,
  updateLabel,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { CountedLabel } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import { takeLabel } from "./inboxFilters.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, load, reset } from "../../platform/resource.ts";

/** An agent's labels with how many conversations carry each, for who looks after them. */
export const countedLabels = createResource<{ agentId: string; labels: CountedLabel[] }>();

/** Reads them. */
export async function loadLabels({ orgId, agentId }: AgentPlace): Promise<void> {
  if (countedLabels.data && countedLabels.data.agentId !== agentId) reset(countedLabels);
  await load(countedLabels, async () => {
    const { data } = await client.call(listLabels, { params: { orgId, productId: agentId } });
    return { agentId, labels: data };
  });
}

/** Changes a label's name or color, on every conversation. */
export async function changeLabel(place: AgentPlace, { id: labelId, name, colour }: Label): Promise<void> {
  const params = { orgId: place.orgId, productId: place.agentId, labelId };
  const { data } = await client.call(updateLabel, { params, body: { data: { name, colour } } });
  takeLabel(labelId, data);
  await loadLabels(place);
}

/** Deletes a label and takes it off every conversation. */
export async function removeLabel(place: AgentPlace, labelId: string): Promise<void> {
  const params = { orgId: place.orgId, productId: place.agentId, labelId };
  await client.call(removeLabelCall, { params });
  takeLabel(labelId, null);
  await loadLabels(place);
}
