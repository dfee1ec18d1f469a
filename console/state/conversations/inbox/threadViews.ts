import type { BodyOf } from "../../../../shared/contract/call.ts";
import {
  chooseStartView as chooseStartViewCall,
  createThreadView,
  removeThreadView,
  updateThreadView,
} from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { client } from "../../platform/client.ts";
import { loadInboxFilters } from "./inboxFilters.ts";
import type { AgentPlace } from "../../shell/paths.ts";

type NewView = BodyOf<typeof createThreadView>["data"];

/** Keeps a view; gives its id. */
export async function saveView(place: AgentPlace, data: NewView): Promise<string> {
  const answer = await client.call(createThreadView, { params: paramsOf(place), body: { data } });
  await loadInboxFilters(place);
  return answer.data.id;
}

/** Changes a view. */
export async function changeView(place: AgentPlace, viewId: string, data: Partial<NewView>): Promise<void> {
  await client.call(updateThreadView, { params: { ...paramsOf(place), viewId }, body: { data } });
  await loadInboxFilters(place);
}

/** Deletes a view. */
export async function removeView(place: AgentPlace, viewId: string): Promise<void> {
  await client.call(removeThreadView, { params: { ...paramsOf(place), viewId } });
  await loadInboxFilters(place);
}

/** Has the inbox open with a view, or with none. */
export async function chooseStartView(place: AgentPlace, viewId: string | null): Promise<void> {
  await client.call(chooseStartViewCall, { params: paramsOf(place), body: { data: { viewId } } });
  await loadInboxFilters(place);
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
