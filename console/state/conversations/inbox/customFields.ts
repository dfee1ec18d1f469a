import type { BodyOf } from "../../../../shared/contract/call.ts";
import {
  createCustomField as createCall,
  listCustomFields,
  removeCustomField as removeCall,
  updateCustomField as updateCall,
} from "../../../../shared/contract/conversations/inbox/customFields.ts";
import type { CountedField } from "../../../../shared/contract/conversations/inbox/customFields.ts";
import { client } from "../../platform/client.ts";
import { loadInboxFilters } from "./inboxFilters.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, load, reset } from "../../platform/resource.ts";

/** The organization's custom fields with how many conversations carry each, for who looks after them. */
export const customFields = createResource<{ orgId: string; fields: CountedField[] }>();

/** Reads them. */
export async function loadCustomFields({ orgId }: Pick<AgentPlace, "orgId">): Promise<void> {
  if (customFields.data && customFields.data.orgId !== orgId) reset(customFields);
  await load(customFields, async () => {
    const { data } = await client.call(listCustomFields, { params: { orgId } });
    return { orgId, fields: data };
  });
}

/** Makes a custom field, behind the others. */
export async function createCustomField(
  place: AgentPlace,
  field: BodyOf<typeof createCall>["data"],
): Promise<void> {
  await client.call(createCall, { params: { orgId: place.orgId }, body: { data: field } });
  await readAnew(place);
}

/** Changes a custom field, or its place among the others. */
export async function changeCustomField(
  place: AgentPlace,
  fieldKey: string,
  change: BodyOf<typeof updateCall>["data"],
): Promise<void> {
  await client.call(updateCall, { params: { orgId: place.orgId, fieldKey }, body: { data: change } });
  await readAnew(place);
}

/** Deletes a custom field and what conversations carry of it. */
export async function removeCustomField(place: AgentPlace, fieldKey: string): Promise<void> {
  await client.call(removeCall, { params: { orgId: place.orgId, fieldKey } });
  await readAnew(place);
}

async function readAnew(place: AgentPlace): Promise<void> {
  await Promise.all([loadCustomFields(place), loadInboxFilters(place)]);
}
