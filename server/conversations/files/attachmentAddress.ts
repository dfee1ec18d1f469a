import { fileAddressMs } from "../../../shared/domain/fileAddresses.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../storage/signedAddress.ts";

/** Where visitors' files are seen: `.../{attachmentId}?expires&signature`. */
export const attachmentPath = "/api/public/v1/attachments";

/** For so long it stays the same, so that a browser need not fetch a picture anew with each message that it is told of. */
const sameForMs = fileAddressMs.atMost - fileAddressMs.atLeast;

export interface AttachmentKey {
  organizationId: string;
  id: string;
}

/**
 * Gives the address of a file. It holds for this one file and no session: whoever has it may see it until it ends, which
 * is within a quarter of an hour. Whoever looks for longer asks for the message again.
 */
export function makeAttachmentAddress(key: Uint8Array, file: AttachmentKey, now: number): string {
  const expires = Math.ceil(now / sameForMs) * sameForMs + fileAddressMs.atLeast;
  return makeAddress({ ...file, key, path: attachmentPath }, [], expires);
}

/** Gives the file that an address names; null for one that is old or was changed. */
export function readAttachmentAddress(
  key: Uint8Array,
  { id, search, now }: { id: string; search: URLSearchParams; now: number },
): AttachmentKey | null {
  const file = { organizationId: readOrganization(search), id };
  return isGoodAddress({ ...file, key }, [], { search, now }) ? file : null;
}
