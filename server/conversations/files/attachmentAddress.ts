import { fileAddressMs } from "../../../shared/domain/fileAddresses.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../storage/signedAddress.ts";

/** Where visitors' files are seen: `.../{attachmentId}?expires&signature`. */
export const attachmentPath = "/api/public/v1/attachments";

/**
 * How long it stays the same, so that a browser need not fetch a picture again with each message that it is told of.
 */
const sameForMs = fileAddressMs.atMost - fileAddressMs.atLeast;

export interface AttachmentKey {
  organizationId: string;
  id: string;
}

/**
 * Gives the address of a file. It holds for this one file and no session: everybody who has it may see it until it
 * expires, within a quarter of an hour. Longer views request the message again.
 */
export function makeAttachmentAddress(key: Uint8Array, file: AttachmentKey, now: number): string {
  const expires = Math.ceil(now / sameForMs) * sameForMs + fileAddressMs.atLeast;
  return makeAddress({ ...file, key, path: attachmentPath }, [], expires);
}

/**
 * How long the address beside a sent message is valid: people who read it in a mail or messenger can't ask for a new
 * one.
 */
const sentForMs = 30 * 24 * 60 * 60_000;

/** Gives the address of a file for somebody who is sent it outside of the chat. */
export function makeSentAddress(key: Uint8Array, file: AttachmentKey, now: number): string {
  return makeAddress({ ...file, key, path: attachmentPath }, [], now + sentForMs);
}

/** Gives the file that an address names; null for one that is old or was changed. */
export function readAttachmentAddress(
  key: Uint8Array,
  { id, search, now }: { id: string; search: URLSearchParams; now: number },
): AttachmentKey | null {
  const file = { organizationId: readOrganization(search), id };
  return isGoodAddress({ ...file, key }, [], { search, now }) ? file : null;
}
