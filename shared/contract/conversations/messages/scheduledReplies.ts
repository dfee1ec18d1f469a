import * as v from "valibot";
import { attachmentIds } from "../files/attachment.ts";
import { saysSomething } from "../files/attachments.ts";
import { call } from "../../call.ts";
import { clientId, contentBesideFiles, message } from "../conversations.ts";
import { data, time } from "../../shapes.ts";
import { scheduledReply } from "./scheduledReply.ts";

const scheduled = "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/scheduled-replies" as const;
const reads = { member: "conversations.read" } as const;
const replies = { member: "conversations.reply" } as const;

export const listScheduledReplies = call({
  family: "console",
  method: "GET",
  path: scheduled,
  who: reads,
  summary: "Lists a conversation's scheduled replies, earliest first.",
  answer: data(v.array(scheduledReply)),
});

/**
 * Stored once however often it is repeated with the same clientId. 409 `conflict` where the conversation is resolved or
 * its visitor blocked, and where 20 are waiting.
 */
export const createScheduledReply = call({
  family: "console",
  method: "POST",
  path: scheduled,
  who: replies,
  audit: "Scheduled a reply",
  summary: "Schedules a reply within a year.",
  body: data(
    v.pipe(
      v.strictObject({
        ...{ clientId, content: contentBesideFiles, sendAt: time },
        attachments: v.optional(attachmentIds, []),
      }),
      saysSomething(),
    ),
  ),
  answer: data(scheduledReply),
});

/** A new time lets one that is held wait again. 403 `forbidden` for another text or other files by who did not write it. */
export const updateScheduledReply = call({
  family: "console",
  method: "PATCH",
  path: `${scheduled}/{scheduledReplyId}`,
  who: replies,
  audit: "Changed a scheduled reply",
  summary: "Changes the time of a scheduled reply, or the text of the caller's own.",
  body: data(
    v.strictObject({
      ...{ content: v.optional(contentBesideFiles), sendAt: v.optional(time) },
      /** Those that it keeps, and those that `initTeamAttachment` took. */
      attachments: v.optional(attachmentIds),
    }),
  ),
  answer: data(scheduledReply),
});

/**
 * In its author's name, whichever member asks for it. 409 `conflict` where the conversation is resolved or its visitor
 * blocked.
 */
export const sendScheduledReply = call({
  family: "console",
  method: "POST",
  path: `${scheduled}/{scheduledReplyId}/send`,
  who: replies,
  audit: "Sent a scheduled reply",
  summary: "Sends a scheduled reply now, even if it is held.",
  answer: data(message),
});

export const removeScheduledReply = call({
  family: "console",
  method: "DELETE",
  path: `${scheduled}/{scheduledReplyId}`,
  who: replies,
  audit: "Canceled a scheduled reply",
  summary: "Cancels a scheduled reply.",
});
