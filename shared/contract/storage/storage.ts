import * as v from "valibot";
import { fileKeepers } from "../../domain/fileKeepers.ts";
import { publicUploadLimitBytes, uploadLimitBytes } from "../../domain/limits.ts";
import { call } from "../call.ts";
import { data, id, time, title } from "../shapes.ts";

/** A type as browsers name it. It becomes a header, so nothing else may be in it. */
const contentType = v.pipe(
  v.string(),
  v.maxLength(120),
  v.regex(/^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=[\w.+"-]+)*$/, "Name the file's type, such as image/png."),
);

/* @__NO_SIDE_EFFECTS__ */
function sizeUpTo(bytes: number) {
  const message = `The file is larger than ${bytes / 1_000_000} MB, which is the most that is taken.`;
  return v.pipe(v.number(), v.integer(), v.minValue(1, "The file is empty."), v.maxValue(bytes, message));
}

/** `?method=POST` asks for a form; without it the file is sent as it is. */
const query = v.strictObject({ method: v.optional(v.picklist(["PUT", "POST"])) });

const answer = v.object({
  /** What data sources and settings name. */
  fileId: id,
  method: v.picklist(["PUT", "POST"]),
  /** An address of this server, or of its object store. */
  url: v.string(),
  fields: v.record(v.string(), v.string()),
  cdn_path: v.string(),
  /** `local` or `s3`. */
  storage_type: v.string(),
});

/**
 * Asks for a signed upload. The file is then sent to `url` by `method`: by PUT as it is with `fields` as headers, by POST
 * as a form with `fields` before it. The address takes this one file, of this size and type, once. With `keptBy` the file is
 * deleted once no workflow and no conversation has it, a day after its upload at the earliest.
 */
export const initUpload = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/storage/init",
  who: { member: "storage.upload" },
  audit: false,
  forKeys: "filtered",
  summary: "Returns a signed address for uploading one file within 15 minutes.",
  query,
  body: data(
    v.strictObject({
      name: title(255),
      contentType: v.optional(contentType, "application/octet-stream"),
      sizeBytes: sizeUpTo(uploadLimitBytes),
      keptBy: v.optional(v.picklist(fileKeepers)),
    }),
  ),
  answer,
  limit: "upload",
});

/**
 * The same for the public namespace: for people who try the product and have no organization yet, so anybody. It takes
 * small pictures only, few from one address and few in all. What was sent is read by nobody and at no address until an
 * organization claims it, and is deleted after 24 hours if none does. 429 `too_many` where the namespace is full.
 */
export const initPublicUpload = call({
  family: "public",
  method: "POST",
  path: "/v1/storage/init",
  who: "anyone",
  summary: "Returns a signed address for uploading one small picture, without an organization.",
  query,
  body: data(
    v.strictObject({
      name: title(255),
      contentType: v.picklist(
        ["image/png", "image/jpeg", "image/webp", "image/gif"],
        "Choose a PNG, JPEG, WebP or GIF image.",
      ),
      sizeBytes: sizeUpTo(publicUploadLimitBytes),
    }),
  ),
  answer,
  limit: "publicUpload",
});

/** 404 for a file of another organization as for none, and for one that is still on its way. */
export const getSignedUrl = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/storage/signed-url",
  who: { member: "storage.read" },
  summary: "Returns an address of one file of the organization, valid for five minutes.",
  query: v.strictObject({ fileId: id }),
  answer: data(v.object({ url: v.string(), expiresAt: time })),
});
