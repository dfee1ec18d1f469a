import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { IdentitySettings } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  checkIdentity,
  createIdentitySecret,
  deleteIdentitySecret,
  getIdentity,
  updateIdentity,
} from "../../../shared/contract/surfaces/surfaces.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";

interface OwnedIdentity {
  agentId: string;
  settings: IdentitySettings;
}

/** How visitors of the last viewed agent are identified. */
export const identity = createResource<OwnedIdentity>();

export async function loadIdentity(place: AgentPlace): Promise<void> {
  if (identity.data && identity.data.agentId !== place.agentId) reset(identity);
  await load(identity, async () => {
    const { data } = await client.call(getIdentity, { params: paramsOf(place) });
    return { agentId: place.agentId, settings: data };
  });
}

/** Chooses whether visitors must have a signed identity; takes effect immediately. */
export async function setIdentityMode(place: AgentPlace, mode: IdentitySettings["mode"]): Promise<void> {
  take(
    place,
    (await client.call(updateIdentity, { params: paramsOf(place), body: { data: { mode } } })).data,
  );
}

/** Makes a secret and gives it: it is never shown again. 409 `conflict` where there are two. */
export async function makeSecret(place: AgentPlace): Promise<string> {
  const { data } = await client.call(createIdentitySecret, { params: paramsOf(place) });
  take(place, data.identity);
  return data.secret;
}

/** Deletes a secret; identities that it signed are refused from now on. */
export async function removeSecret(place: AgentPlace, secretId: string): Promise<void> {
  const params = { ...paramsOf(place), secretId };
  take(place, (await client.call(deleteIdentitySecret, { params })).data);
}

/** The identity in a token, or why it would be refused. */
export async function tryToken(
  place: AgentPlace,
  token: string,
): Promise<AnswerOf<typeof checkIdentity>["data"]> {
  return (await client.call(checkIdentity, { params: paramsOf(place), body: { data: { token } } })).data;
}

function take({ agentId }: AgentPlace, settings: IdentitySettings): void {
  fill(identity, { agentId, settings });
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
