import type { Receipt } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { getReceipt } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import { paramsOf } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { createResource, load, reset } from "../../platform/resource.ts";

/** What is behind the answer that somebody asked about last. */
export const receipt = createResource<Receipt>();

export async function loadReceipt(place: ThreadPlace & { messageId: string }): Promise<void> {
  const { messageId } = place;
  if (receipt.data && receipt.data.messageId !== messageId) reset(receipt);
  await load(receipt, async () => {
    return (await client.call(getReceipt, { params: { ...paramsOf(place), messageId } })).data;
  });
}
