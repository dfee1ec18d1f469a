import * as v from "valibot";
import { attachmentIds } from "../files/attachment.ts";
import { saysSomething } from "../files/attachments.ts";
import { call } from "../../call.ts";
import { clientId, contentBesideFiles, message, thread } from "../conversations.ts";
import { data, id } from "../../shapes.ts";

/**
 * The conversation is its beginner's from the first message on; its visitor finds it in the chat, also where they come back
 * later. Stored once however often it is repeated with the same clientId. 422 `surface_refused`: nothing can be begun by
 * this surface, or it is off; the message says which. 409 `contact_unreachable`: they are blocked, being erased, or left
 * nothing by which this surface would know them again.
 */
export const initiateChat = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threads/{surfaceType}/initiate-chat",
  who: { member: "conversations.reply" },
  audit: "Started a conversation",
  summary: "Starts a conversation with an existing contact by a first message from the team.",
  body: data(
    v.pipe(
      v.strictObject({
        ...{ contactId: id, clientId, content: contentBesideFiles },
        attachments: v.optional(attachmentIds, []),
      }),
      saysSomething(),
    ),
  ),
  answer: data(v.object({ thread, message })),
});
