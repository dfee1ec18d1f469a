import * as v from "valibot";
import { attachmentTarget, newAttachment } from "./attachment.ts";
import { call } from "../../call.ts";
import { data } from "../../shapes.ts";

/** The file is the announcer's until it is sent along or kept in a canned reply; left alone it is deleted after a day. */
export const initTeamAttachment = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/attachments",
  who: { member: "conversations.reply" },
  audit: false,
  summary:
    "Returns a signed address for uploading one file for a reply, a note or a canned reply within 15 minutes.",
  body: data(newAttachment),
  answer: data(attachmentTarget),
  limit: "upload",
});

/** Refuses a message without a word and without a file. */
/* @__NO_SIDE_EFFECTS__ */
export function saysSomething<Sent extends { content: string; attachments: string[] }>() {
  return v.forward(
    v.check<Sent, string>(
      ({ content, attachments }) => content !== "" || attachments.length > 0,
      "Field is required",
    ),
    ["content"] as never, // the path is checked by the constraint on Sent
  );
}
