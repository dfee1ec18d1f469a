import * as v from "valibot";
import { maxCannedCharacters } from "../../../domain/limits.ts";
import { attachment, attachmentIds } from "../files/attachment.ts";
import { call } from "../../call.ts";
import { count, data, id, time, title } from "../../shapes.ts";

const canned = "/v1/org/{orgId}/copilotapps/{productId}/canned-replies" as const;
const one = `${canned}/{cannedReplyId}` as const;
const replies = { member: "conversations.reply" } as const;

/** A reply that is written once and said often. */
export const cannedReply = v.object({
  id,
  /** Short: what is typed after `/`. */
  name: v.string(),
  /** Markdown, with variables such as `{{visitor.name|there}}`, which are filled in where it is used. */
  text: v.string(),
  /** Files that come with the text. */
  attachments: v.array(attachment),
  /** Its maker's alone; else everybody's who replies for the agent. */
  isPersonal: v.boolean(),
  /** How often it was put into a reply. */
  uses: count,
  updatedAt: time,
});
export type CannedReply = v.InferOutput<typeof cannedReply>;

const name = title(40);
const text = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Field is required"),
  v.maxLength(maxCannedCharacters, `Use at most ${maxCannedCharacters} characters.`),
);
const isPersonal = v.boolean();

/** Also those that are the caller's alone; nobody else's. */
export const listCannedReplies = call({
  family: "console",
  method: "GET",
  path: canned,
  who: replies,
  summary: "Lists the canned replies for an agent, most used first.",
  answer: data(v.array(cannedReply)),
});

/** 409 `name_taken` where one of the same kind, the agent's or the caller's own, has the name. */
export const createCannedReply = call({
  family: "console",
  method: "POST",
  path: canned,
  who: replies,
  summary: "Creates a canned reply.",
  audit: "Created a canned reply",
  body: data(
    v.strictObject({
      ...{ name, text, isPersonal: v.optional(isPersonal, false) },
      /** Files that `initTeamAttachment` took. */
      attachments: v.optional(attachmentIds, []),
    }),
  ),
  answer: data(cannedReply),
});

/** 409 `name_taken` as above. What is somebody's alone is `not_found` for others. */
export const updateCannedReply = call({
  family: "console",
  method: "PATCH",
  path: one,
  who: replies,
  summary: "Changes a canned reply or its audience.",
  audit: "Changed a canned reply",
  body: data(
    v.strictObject({
      ...{ name: v.optional(name), text: v.optional(text), isPersonal: v.optional(isPersonal) },
      /** Those that it keeps, and those that `initTeamAttachment` took. */
      attachments: v.optional(attachmentIds),
    }),
  ),
  answer: data(cannedReply),
});

export const removeCannedReply = call({
  family: "console",
  method: "DELETE",
  path: one,
  who: replies,
  summary: "Deletes a canned reply.",
  audit: "Deleted a canned reply",
});

/** The copies are the caller's to send, whatever becomes of the canned reply; left alone they are deleted after a day. */
export const countCannedReply = call({
  family: "console",
  method: "POST",
  path: `${one}/uses`,
  who: replies,
  audit: false,
  summary: "Counts a use of a canned reply, and returns copies of its files.",
  answer: data(v.object({ attachments: v.array(attachment) })),
  limit: "upload",
});
