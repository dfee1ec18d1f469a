import type { ApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  updateApiKey,
} from "../../../shared/contract/accounts/apiKeys.ts";
import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

export interface ApiKeys {
  items: ApiKey[];
  page: AnswerOf<typeof listApiKeys>["page"];
}

/** What is chosen for a key. */
export type KeyChoices = BodyOf<typeof createApiKey>["data"];

/** The organization's own API keys, a page of them. */
export const apiKeys = createResource<ApiKeys>();

type Place = { orgId: string; keyId: string };

/** Reads a page of the keys. */
export function loadApiKeys(orgId: string, page: number): Promise<void> {
  return load(apiKeys, () => client.call(listApiKeys, { params: { orgId }, query: { page } }));
}

/** Makes a key; its text is in this answer and never again. */
export async function makeApiKey(
  orgId: string,
  data: KeyChoices,
): Promise<AnswerOf<typeof createApiKey>["data"]> {
  return (await client.call(createApiKey, { params: { orgId }, body: { data } })).data;
}

/** Renames a key or changes its rights. */
export async function changeApiKey(place: Place, data: BodyOf<typeof updateApiKey>["data"]): Promise<void> {
  await client.call(updateApiKey, { params: place, body: { data } });
}

/** Ends a key. */
export function endApiKey(place: Place): Promise<void> {
  return client.call(revokeApiKey, { params: place });
}
