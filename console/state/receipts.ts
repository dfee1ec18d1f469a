import type { Receipt } from "../../shared/contract/receipts.ts";
import { getReceipt } from "../../shared/contract/threads.ts";
import { client } from "./client.ts";
import { paramsOf } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { createResource, load, reset } from "./resource.ts";

/** What stands behind the answer that somebody asked about last. */
export const receipt = createResource<Receipt>();

export async function loadReceipt(place: ThreadPlace & { messageId: string }): Promise<void> {
  const { messageId } = place;
  if (receipt.data && receipt.data.messageId !== messageId) reset(receipt);
  await load(receipt, async () => {
    return (await client.call(getReceipt, { params: { ...paramsOf(place), messageId } })).data;
  });
}
