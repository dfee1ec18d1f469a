import * as v from "valibot";
import { attachmentTarget, newAttachment } from "../files/attachment.ts";
import { call } from "../../call.ts";
import {
  clientId,
  content,
  message,
  messagePage,
  messagesQuery,
  saidOfAnswer,
  saidOfThread,
  visitorThread,
} from "../conversations.ts";
import { data, id, position, title } from "../../shapes.ts";
import { newContact, sentForVisitor } from "../threads/startThread.ts";

// What a program does for a visitor who meets the agent in an app of their own. The writes are only for API keys, as
// `startThread` is: a member is 403 `forbidden`. 403 `visitor_blocked` and 409 `contact_unreachable` as
// `sendForVisitor`.

const agent = "/v1/org/{orgId}/copilotapps/{productId}" as const;
const thread = `${agent}/threads/{threadId}` as const;
const visitorPath = `${thread}/visitor` as const;
const words = `${thread}/visitormessages` as const;
const reads = { member: "conversations.read" } as const;
const replies = { member: "conversations.reply" } as const;

export const getThreadForVisitor = call({
  family: "console",
  method: "GET",
  path: visitorPath,
  who: reads,
  summary: "Returns a conversation as its visitor sees it, with queue position and unread messages.",
  answer: data(visitorThread),
});

export const listMessagesForVisitor = call({
  family: "console",
  method: "GET",
  path: words,
  who: reads,
  summary: "Returns part of a conversation as its visitor sees it.",
  query: messagesQuery,
  answer: messagePage,
});

/**
 * By `threadId` the file is that conversation's visitor's; by `contact` the one's with whom one is to begin. 422
 * `attachments_refused` as `initAttachment`.
 */
export const initVisitorAttachment = call({
  family: "console",
  method: "POST",
  path: `${agent}/visitorattachments`,
  who: replies,
  audit: false,
  summary: "Returns a signed address for uploading one file of a visitor within 15 minutes.",
  body: data(
    v.pipe(
      v.strictObject({
        ...newAttachment.entries,
        threadId: v.optional(id),
        contact: v.optional(v.strictObject({ ...newContact.entries, userId: title(200) })),
      }),
      v.forward(
        v.check(
          (sent) => (sent.threadId === undefined) !== (sent.contact === undefined),
          "Name the conversation or the contact, and not both.",
        ),
        ["threadId"],
      ),
    ),
  ),
  answer: data(attachmentTarget),
  limit: "upload",
});

/** The agent is silent from then on. 422 `person_refused` where the chat offers no person. */
export const requestPersonForVisitor = call({
  family: "console",
  method: "POST",
  path: `${visitorPath}/person`,
  who: replies,
  audit: false,
  summary: "Asks for a person on behalf of a conversation's visitor.",
  body: data(v.strictObject({ clientId })),
  answer: data(visitorThread),
});

/** Only until a person has taken the conversation over. */
export const leavePersonForVisitor = call({
  family: "console",
  method: "DELETE",
  path: `${visitorPath}/person`,
  who: replies,
  audit: false,
  summary: "Continues with the agent instead of waiting for a person, on behalf of the visitor.",
  answer: data(visitorThread),
});

export const endThreadForVisitor = call({
  family: "console",
  method: "POST",
  path: `${visitorPath}/end`,
  who: replies,
  audit: false,
  summary: "Ends a conversation on behalf of its visitor.",
  answer: data(visitorThread),
});

/** 409 `conflict` and 422 `feedback_refused` as `rateThread`. */
export const rateThreadForVisitor = call({
  family: "console",
  method: "PUT",
  path: `${visitorPath}/rating`,
  who: replies,
  audit: false,
  summary: "Rates an ended conversation on behalf of its visitor. Null removes the rating.",
  body: data(saidOfThread),
  answer: data(visitorThread),
});

export const readThreadForVisitor = call({
  family: "console",
  method: "PUT",
  path: `${visitorPath}/read`,
  who: replies,
  audit: false,
  summary: "Marks the messages below a position as read by the visitor.",
  body: data(v.strictObject({ readTo: position })),
});

export const tellTypingForVisitor = call({
  family: "console",
  method: "POST",
  path: `${visitorPath}/typing`,
  who: replies,
  audit: false,
  summary: "Returns the team that a conversation's visitor is writing.",
  limit: "typing",
});

/** 422 `feedback_refused` as `sendFeedback`. */
export const sendFeedbackForVisitor = call({
  family: "console",
  method: "PUT",
  path: `${words}/{messageId}/feedback`,
  who: replies,
  audit: false,
  summary: "Rates an answer on behalf of the visitor. Null removes the rating.",
  body: data(saidOfAnswer),
  answer: data(message),
});

/** Only the visitor's last message, and only where no person has answered it. */
export const editForVisitor = call({
  family: "console",
  method: "POST",
  path: `${words}/{messageId}/edit`,
  who: replies,
  audit: false,
  summary: "Changes a visitor's last message and rewrites its answer.",
  body: data(v.strictObject({ content })),
  answer: sentForVisitor,
});

export const stopForVisitor = call({
  family: "console",
  method: "POST",
  path: `${words}/{messageId}/stop`,
  who: replies,
  audit: false,
  summary: "Stops an answer on behalf of the visitor. The text so far stays.",
  answer: data(message),
});

/** Only a failed or stopped answer that is the newest of its thread; null where a person answers, or is waited for. */
export const retryForVisitor = call({
  family: "console",
  method: "POST",
  path: `${words}/{messageId}/retry`,
  who: replies,
  audit: false,
  summary: "Rewrites a failed or stopped answer on behalf of the visitor.",
  answer: data(v.nullable(message)),
});
