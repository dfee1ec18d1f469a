import { getDigest, updateDigest } from "../../../shared/contract/notifications/digest.ts";
import type { DigestState } from "../../../shared/contract/notifications/digest.ts";
import type { DigestRhythm } from "../../../shared/domain/digest.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load } from "../platform/resource.ts";

/** How often the signed-in user gets a letter about what waits in the organization. */
export const digest = createResource<DigestState>();

export async function loadDigest(orgId: string): Promise<void> {
  await load(digest, async () => (await client.call(getDigest, { params: { orgId } })).data);
}

export async function changeDigest(orgId: string, every: DigestRhythm): Promise<void> {
  fill(digest, (await client.call(updateDigest, { params: { orgId }, body: { data: { every } } })).data);
}
