import { isGoodAddress, makeAddress, readOrganization } from "../storage/signedAddress.ts";

/** Where visitors' files are seen: `.../{attachmentId}?expires&signature`. */
export const attachmentPath = "/api/public/v1/attachments";

/** An address is good for a day at least; for half a day it stays the same, so that a browser keeps the picture. */
const goodForMs = 24 * 60 * 60 * 1000;
const sameForMs = 12 * 60 * 60 * 1000;

export interface AttachmentKey {
  organizationId: string;
  id: string;
}

/** Gives the address of a file. It holds for this one file and no session: whoever has it may see it until it ends. */
export function makeAttachmentAddress(key: Uint8Array, file: AttachmentKey, now: number): string {
  const expires = Math.ceil(now / sameForMs) * sameForMs + goodForMs;
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
