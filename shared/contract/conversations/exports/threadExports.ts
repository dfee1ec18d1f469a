import * as v from "valibot";
import { call } from "../../call.ts";
import { data, id, time } from "../../shapes.ts";
import { chosenThreadIds, searchWords, sentFilter } from "../inbox/threadFilter.ts";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Which conversations are saved, and what of them. */
export const threadExport = v.pipe(
  v.strictObject({
    format: v.picklist(exportFormats),
    filter: sentFilter,
    /** Of these, only those that `searchThreads` finds by such words. */
    search: v.optional(searchWords),
    /** Only this conversation. */
    threadId: v.optional(id),
    /** Only these, as far as the filter lets them through. */
    threadIds: v.optional(chosenThreadIds),
    /** What was said, too: only in JSON. */
    messages: v.optional(v.boolean(), false),
    /** Whether private notes are included. */
    privateMessages: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(({ format, messages }) => format === "json" || !messages, "Messages are included only in JSON."),
    ["messages"],
  ),
  v.forward(
    v.check(
      ({ threadIds, threadId, search }) => threadIds === undefined || (threadId ?? search) === undefined,
      "Name them, or search for them.",
    ),
    ["threadIds"],
  ),
  v.forward(
    v.check(({ messages, privateMessages }) => messages || !privateMessages, "Only with messages."),
    ["privateMessages"],
  ),
);
export type ThreadExport = v.InferOutput<typeof threadExport>;

/**
 * The file is written while it is read, so that it can be of any length. The address is good for five minutes. 404
 * `not_found` where the agent has no such conversation, or none of those that are named.
 */
export const exportThreads = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/copilotapps/{productId}/threadexports",
  who: { member: "conversations.export" },
  summary: "Returns an address for downloading conversations as CSV or JSON, by filter or by ID.",
  audit: "Exported conversations",
  body: data(threadExport),
  answer: data(v.object({ url: v.string(), expiresAt: time })),
});
