import * as v from "valibot";
import { call } from "../../call.ts";
import { clientId, thread } from "../conversations.ts";
import { data } from "../../shapes.ts";

/**
 * Puts a conversation back to what it was before `updateThread` changed it under this `undoId`: also since when its visitor
 * waits, until when it was put off, and what was unread. Only who changed it. 409 `conflict` where somebody changed the same
 * since, and it stays as it is; where that was undone already; or where the hour is over.
 */
export const undoThreadUpdate = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/undo",
  who: { member: "conversations.reply" },
  audit: "Undid a change of a conversation",
  summary: "Undoes one change of a conversation, within an hour.",
  body: data(v.strictObject({ undoId: clientId })),
  answer: data(thread),
});
