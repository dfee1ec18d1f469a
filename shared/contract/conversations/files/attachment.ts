import * as v from "valibot";
import { maxAttachmentBytes, maxAttachments } from "../../../domain/limits.ts";
import { count, id, title } from "../../shapes.ts";

/**
 * A file that goes along with a message. `url` is ours, signed, and good for 10 to 15 minutes from when it was given: a
 * message that is read again has a fresh one.
 */
export const attachment = v.object({
  id,
  name: v.string(),
  contentType: v.string(),
  sizeBytes: count,
  url: v.string(),
  /** What is said in a visitor's recording, once the agent had it written down. */
  transcript: v.optional(v.string()),
});
export type Attachment = v.InferOutput<typeof attachment>;

/** Files that go along, by the ids under which they were announced. */
export const attachmentIds = v.pipe(
  v.array(id),
  v.maxLength(maxAttachments, `Send at most ${maxAttachments} files.`),
);

/** A file as its sender tells of it before it is uploaded. */
export const newAttachment = v.strictObject({
  name: title(255),
  contentType: v.pipe(v.string(), v.maxLength(120)),
  sizeBytes: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1, "The file is empty."),
    v.maxValue(maxAttachmentBytes, "The file is larger than the maximum of 10 MB."),
  ),
});
/** Where it is to be uploaded, and the id under which it is sent along then. */
export const attachmentTarget = v.object({
  attachmentId: id,
  method: v.picklist(["PUT", "POST"]),
  url: v.string(),
  fields: v.record(v.string(), v.string()),
});
