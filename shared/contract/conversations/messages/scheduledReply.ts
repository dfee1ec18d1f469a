import * as v from "valibot";
import { attachment } from "../files/attachment.ts";
import { id, time } from "../../shapes.ts";

/** Why a reply was not sent at its time: it waits for a person to decide. */
export const heldReasons = [
  "visitorWrote",
  "resolved",
  "blocked",
  "authorLeft",
  "agentGone",
  "tooLate",
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** A person's reply that is sent at a time to come; nobody but the team knows of it. */
export const scheduledReply = v.object({
  id,
  threadId: id,
  author: v.object({ id, name: v.string() }),
  content: v.string(),
  attachments: v.array(attachment),
  sendAt: time,
  /** Null for one that waits for its time. */
  held: v.nullable(v.object({ because: v.picklist(heldReasons), at: time })),
  createdAt: time,
});
export type ScheduledReply = v.InferOutput<typeof scheduledReply>;
