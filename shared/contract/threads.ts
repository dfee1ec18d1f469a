import * as v from "valibot";
import { call } from "./call.ts";
import { clientId, content, message, messagePage, messagesQuery, thread } from "./conversations.ts";
import { receipt } from "./receipts.ts";
import { data, list, paging } from "./shapes.ts";

const team = "/v1/org/{orgId}/copilotapps/{productId}/threads" as const;
const reads = { member: "conversations.read" } as const;
const replies = { member: "conversations.reply" } as const;

export const listThreads = call({
  family: "console",
  method: "GET",
  path: team,
  who: reads,
  summary: "Lists an agent's conversations, latest activity first.",
  query: v.object({
    ...paging.entries,
    status: v.optional(v.picklist(["open", "resolved"])),
    handledBy: v.optional(v.picklist(["ai", "human"])),
  }),
  answer: list(thread),
});

export const getThread = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}`,
  who: reads,
  summary: "Gives one conversation.",
  answer: data(thread),
});

/** `human` silences the agent and assigns the caller; `ai` hands back. */
export const updateThread = call({
  family: "console",
  method: "PATCH",
  path: `${team}/{threadId}`,
  who: replies,
  audit: "Changed a conversation",
  auditUnless: ({ data: { read, handledBy, status } }) => read === true && !handledBy && !status,
  summary: "Takes a conversation over, hands it back, resolves, reopens, or marks it as read.",
  body: data(
    v.strictObject({
      handledBy: v.optional(v.picklist(["ai", "human"])),
      status: v.optional(v.picklist(["open", "resolved"])),
      read: v.optional(v.literal(true)),
    }),
  ),
  answer: data(thread),
});

export const listMessages = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}/messages`,
  who: reads,
  summary: "Gives a window of a conversation's messages.",
  query: messagesQuery,
  answer: messagePage,
});

export const sendReply = call({
  family: "console",
  method: "POST",
  path: `${team}/{threadId}/messages`,
  who: replies,
  audit: false,
  summary: "Sends a person's reply; stored once however often it is repeated with the same clientId.",
  body: data(v.strictObject({ clientId, content })),
  answer: data(message),
});

export const getReceipt = call({
  family: "console",
  method: "GET",
  path: `${team}/{threadId}/messages/{messageId}/receipt`,
  who: reads,
  summary: "Gives what stands behind one answer: passages, model, tokens, credits, milliseconds.",
  answer: data(receipt),
});

export const tellTyping = call({
  family: "console",
  method: "POST",
  path: `${team}/{threadId}/typing`,
  who: replies,
  audit: false,
  summary: "Tells the visitor that a person is writing.",
  limit: "typing",
});
