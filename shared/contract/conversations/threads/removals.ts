import { call } from "../../call.ts";
import { message } from "../conversations.ts";
import { confirmed, data } from "../../shapes.ts";

const thread = "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}" as const;

/**
 * What it said is gone for good, with its files: from search, exports, what models read from now on, what webhooks keep
 * or have not sent (they are told `message.deleted`), the receipts of it and of later answers, test cases and results
 * that were made from the conversation. An event `messageRemoved` of the member who deleted it stays in its place,
 * whose `about.of` tells whose it was; an answer that is being written is stopped. 403 `forbidden` for all but who
 * wrote the reply, owners and admins.
 */
export const removeMessage = call({
  family: "console",
  method: "DELETE",
  path: `${thread}/messages/{messageId}`,
  who: { member: "conversations.reply" },
  audit: "Deleted a message",
  summary: "Deletes the caller's own reply, or with the right to erase any message.",
  answer: data(message),
});

/**
 * All that was said and sent in it goes, with what was made from it and what webhooks keep or have not sent (they are told
 * `conversation.deleted`). The team and the visitor are told by a live event `threadGone`; what the visitor writes next begins
 * another conversation.
 */
export const removeThread = call({
  family: "console",
  method: "DELETE",
  path: thread,
  who: { member: "contacts.erase" },
  audit: "Deleted a conversation",
  summary: "Deletes a conversation for good.",
  query: confirmed,
});
