import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../../shared/errors/errors.ts";
import type { FileRow } from "./tables.ts";

/** "Gives a signed address to which one file can be uploaded within 15 minutes." */
const uploadWithinMs = 15 * 60 * 1000;

/** Below this stands the file's id. */
export const uploadPath = "/api/console/v1/storage/files";

type Bound = Pick<FileRow, "organizationId" | "id" | "sizeBytes" | "contentType">;

/** Makes the address: good for this file of this organisation, this size, this type, and a quarter of an hour. */
export function makeUploadAddress(key: Uint8Array, file: Bound, now: number): string {
  const expires = now + uploadWithinMs;
  const signature = `${file.organizationId}.${sign(key, file, expires)}`;
  return `${uploadPath}/${file.id}?${new URLSearchParams({ expires: String(expires), signature })}`;
}

/** The organisation that an address says it is of; nothing is believed before `checkUploadAddress`. */
export function readOrganization(search: URLSearchParams): string {
  return search.get("signature")?.split(".")[0] ?? "";
}

/** Throws `signature_refused` for an address that is old, changed, or for another file. */
export function checkUploadAddress(
  key: Uint8Array,
  file: Bound | undefined,
  request: { search: URLSearchParams; now: number },
): void {
  const expires = Number(request.search.get("expires"));
  const given = Buffer.from(request.search.get("signature")?.split(".")[1] ?? "");
  const expected = Buffer.from(file ? sign(key, file, expires) : "");
  const isRight = file && given.length === expected.length && timingSafeEqual(given, expected);
  if (isRight && expires > request.now) return;
  throw new AppError("signature_refused", {
    message: "This upload address is no longer good. Choose the file again.",
  });
}

function sign(
  key: Uint8Array,
  { organizationId, id, sizeBytes, contentType }: Bound,
  expires: number,
): string {
  const text = JSON.stringify([organizationId, id, sizeBytes, contentType, expires]);
  return createHmac("sha256", key).update(text).digest("base64url");
}
