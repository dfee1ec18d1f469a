import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { OwnInvite } from "../../../shared/contract/accounts/teams.ts";
import { acceptOwnInvite, listOwnInvites } from "../../../shared/contract/accounts/teams.ts";
import { client } from "../platform/client.ts";
import { createResource, loadOrThrow } from "../platform/resource.ts";

/** The invitations that wait for the signed-in user. */
export const ownInvites = createResource<OwnInvite[]>();

export function loadOwnInvites(): Promise<void> {
  return loadOrThrow(ownInvites, async () => (await client.call(listOwnInvites)).items);
}

/** Accepts one of them; it is gone from the list then. */
export async function acceptOwn(inviteId: string): Promise<AnswerOf<typeof acceptOwnInvite>["data"]> {
  const { data } = await client.call(acceptOwnInvite, { params: { inviteId } });
  ownInvites.data = ownInvites.data?.filter(({ _id }) => _id !== inviteId) ?? null;
  return data;
}
