import * as v from "valibot";
import { attachmentIds } from "../files/attachment.ts";
import { saysSomething } from "../files/attachments.ts";
import { saidContactFields } from "../contacts/contactFields.ts";
import { call } from "../../call.ts";
import { clientId, contentBesideFiles, message, thread } from "../conversations.ts";
import { data, title } from "../../shapes.ts";

const team = "/v1/org/{orgId}/copilotapps/{productId}/threads" as const;
const replies = { member: "conversations.reply" } as const;

/**
 * Who writes. By `userId`, the program's own id of somebody, it is the same verified person each time; without it a
 * contact of their own.
 */
export const newContact = v.strictObject({
  userId: v.optional(title(200)),
  name: v.optional(title(120)),
  ...saidContactFields,
  attributes: v.optional(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
        v.union([v.pipe(v.string(), v.maxLength(500)), v.number(), v.boolean()]),
      ),
      v.check((all) => Object.keys(all).length <= 50, "Use at most 50 attributes."),
    ),
  ),
});
export type NewContact = v.InferOutput<typeof newContact>;

/** What a visitor wrote. `attachments`: files of theirs that `initVisitorAttachment` took. */
const said = {
  clientId,
  content: contentBesideFiles,
  attachments: v.optional(attachmentIds, []),
};

/** `answer` is what the agent writes, still under way (`streaming`); null where a person answers or is waited for, as where it is paused. */
export const sentForVisitor = data(v.object({ thread, message, answer: v.nullable(message) }));

/**
 * Only for API keys: a member is 403 `forbidden`. The answer is written afterwards: read it by `listMessages`, or hear
 * of it by a webhook. Without a `userId` a repeat makes another contact: send an `Idempotency-Key` along.
 */
export const startThread = call({
  family: "console",
  method: "POST",
  path: team,
  who: replies,
  audit: false,
  summary: "Starts a conversation with a visitor's message from another channel. The agent answers.",
  body: data(
    v.pipe(
      v.strictObject({ contact: newContact, ...said }),
      saysSomething(),
      v.forward(
        v.check(
          ({ contact, attachments }) => contact.userId !== undefined || attachments.length === 0,
          "Name the files’ visitor.",
        ),
        ["contact", "userId"],
      ),
    ),
  ),
  answer: sentForVisitor,
});

/**
 * Only for API keys, as `startThread`: the agent is silent from the first moment on. 422 `person_refused` where the
 * chat offers no person. By a `userId` a repeat with the same clientId gives the same conversation.
 */
export const startThreadForPerson = call({
  family: "console",
  method: "POST",
  path: `${team}/person`,
  who: replies,
  audit: false,
  summary: "Starts a conversation in which the visitor waits for a person.",
  body: data(v.strictObject({ contact: newContact, clientId })),
  answer: data(thread),
});

/**
 * Only for API keys, as `startThread`; stored once however often it is repeated with the same clientId. 409
 * `contact_unreachable`: what is held about the visitor is being erased.
 */
export const sendForVisitor = call({
  family: "console",
  method: "POST",
  path: `${team}/{threadId}/visitormessages`,
  who: replies,
  audit: false,
  summary: "Continues a conversation with a visitor's message from another channel. The agent answers.",
  body: data(v.pipe(v.strictObject(said), saysSomething())),
  answer: sentForVisitor,
});
