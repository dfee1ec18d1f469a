import * as v from "valibot";
import { call } from "../../call.ts";
import { data, email, id } from "../../shapes.ts";
import { clientId, content, newThreadId, page, visitorThread } from "../conversations.ts";

/**
 * Outside the team's opening hours, where the owner chose the offline form: the message waits in the inbox, and the address is
 * kept with the visitor's contact, so that replies reach them by mail. 422 `offline_form_refused` where it was not chosen. A form
 * that was opened before the team came is taken, too.
 */
export const leaveMessage = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/offline-messages",
  who: "visitor",
  summary: "Leaves a message with an e-mail address for the team.",
  body: data(
    v.strictObject({
      threadId: v.optional(id),
      newThreadId: v.optional(newThreadId),
      clientId,
      email,
      content,
      page: v.optional(page),
    }),
  ),
  answer: data(visitorThread),
  limit: "send",
});
