import * as v from "valibot";
import { attachmentIds } from "../files/attachment.ts";
import { saysSomething } from "../files/attachments.ts";
import { call } from "../../call.ts";
import { clientId, contentBesideFiles, message } from "../conversations.ts";
import { data, id } from "../../shapes.ts";

const notes = "/v1/org/{orgId}/copilotapps/{productId}/threads/{threadId}/notes" as const;
const replies = { member: "conversations.reply" } as const;

const mostNamed = 20;
/** Whom a note names: they are told, of a team all who may read conversations, and the thread is in their mentions. */
const mentioned = v.strictObject({
  userIds: v.pipe(v.array(id), v.maxLength(mostNamed)),
  teamIds: v.pipe(v.array(id), v.maxLength(mostNamed)),
});
export type Mentioned = v.InferOutput<typeof mentioned>;
const mentions = v.optional(mentioned, { userIds: [], teamIds: [] });

/** It stands among the messages with the audience `team`: no call, stream, answer or letter tells the visitor of it. */
export const createNote = call({
  family: "console",
  method: "POST",
  path: notes,
  who: replies,
  audit: false,
  summary: "Adds a team note. Repeats with the same clientId are stored once.",
  body: data(
    v.pipe(
      v.strictObject({
        ...{ clientId, content: contentBesideFiles, mentions },
        attachments: v.optional(attachmentIds, []),
      }),
      saysSomething(),
    ),
  ),
  answer: data(message),
});

/** Its files stay. 403 `forbidden` for all but its author. */
export const updateNote = call({
  family: "console",
  method: "PATCH",
  path: `${notes}/{noteId}`,
  who: replies,
  audit: false,
  summary: "Changes the caller's own note and its mentions.",
  body: data(v.strictObject({ content: contentBesideFiles, mentions })),
  answer: data(message),
});

/**
 * What it said is gone for good, with its files: from search, and from what webhooks that include notes keep or have
 * not sent (they are told `message.deleted`). An event `noteRemoved` of the member who deleted it stays in its place.
 * Of a note to the agent the receipts of later answers go too, and an answer that is being written is stopped. 403
 * `forbidden` for all but its author and managers.
 */
export const removeNote = call({
  family: "console",
  method: "DELETE",
  path: `${notes}/{noteId}`,
  who: replies,
  audit: "Deleted a note",
  summary: "Deletes the caller's own note, or as a manager any note.",
  answer: data(message),
});
