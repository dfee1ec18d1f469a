import * as v from "valibot";
import { uploadLimitBytes } from "../domain/limits.ts";
import { call } from "./call.ts";
import { data, id, title } from "./shapes.ts";

/** Asks for a signed upload. The file is then sent as it is to `url` by `method`, with `fields` as headers (PUT) or form fields (POST). */
export const initUpload = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/storage/init",
  who: { member: "storage.upload" },
  summary: "Gives a signed address to which one file can be uploaded within 15 minutes.",
  body: data(
    v.strictObject({
      name: title(255),
      contentType: v.optional(v.pipe(v.string(), v.maxLength(120)), "application/octet-stream"),
      sizeBytes: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1, "The file is empty."),
        v.maxValue(uploadLimitBytes, "The file is larger than 21 MB, which is the most that is taken."),
      ),
    }),
  ),
  answer: v.object({
    /** What data sources name. */
    fileId: id,
    method: v.picklist(["PUT", "POST"]),
    url: v.string(),
    fields: v.record(v.string(), v.string()),
    cdn_path: v.string(),
    storage_type: v.string(),
  }),
  limit: "upload",
});
