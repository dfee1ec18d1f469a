import { AppError } from "../../shared/errors/errors.ts";
import { isGoodAddress, makeAddress } from "./signedAddress.ts";
import type { FileRow } from "./tables.ts";

/** "Gives a signed address to which one file can be uploaded within 15 minutes." */
export const uploadWithinMs = 15 * 60 * 1000;

/** Below this stands the file's id. */
export const uploadPath = "/api/console/v1/storage/files";

type Bound = Pick<FileRow, "organizationId" | "id" | "sizeBytes" | "contentType">;

/** Makes the address: good for this file of this organization, this size, this type, and a quarter of an hour. */
export function makeUploadAddress(key: Uint8Array, file: Bound, now: number): string {
  return makeAddress(
    { ...file, key, path: uploadPath },
    [file.sizeBytes, file.contentType],
    now + uploadWithinMs,
  );
}

/** Throws `signature_refused` for an address that is old, changed, or for another file. */
export function checkUploadAddress(
  key: Uint8Array,
  file: Bound | undefined,
  request: { search: URLSearchParams; now: number },
): void {
  if (file && isGoodAddress({ ...file, key }, [file.sizeBytes, file.contentType], request)) return;
  throw new AppError("signature_refused", {
    message: "This upload address is no longer good. Choose the file again.",
  });
}
