import { undoThreadUpdate } from "../../../../shared/contract/conversations/threads/threadUndo.ts";
import { client } from "../../platform/client.ts";
import { paramsOf, takeChanged } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";

/** Puts a conversation back to what it was before it was changed under this id. */
export async function undoUpdate(place: ThreadPlace, undoId: string): Promise<void> {
  const body = { data: { undoId } };
  await takeChanged(() => client.call(undoThreadUpdate, { params: paramsOf(place), body }));
}
