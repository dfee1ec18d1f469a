import type { Secrets } from "../../../database/secrets.ts";

/** Which call a socket is for. */
export interface PhoneTicket {
  organizationId: string;
  callId: string;
}

const purpose = "phone-ticket";

/** Makes the ticket of a telephone call, which its socket shows first. It opens one socket, while the call lasts. */
export function makePhoneTicket(seal: Secrets, ticket: PhoneTicket): string {
  return seal.seal(JSON.stringify(ticket), purpose);
}

/** Reads a ticket; null for what is none of ours. */
export function readPhoneTicket(seal: Secrets, text: unknown): PhoneTicket | null {
  try {
    return typeof text === "string" ? (JSON.parse(seal.unseal(text, purpose)) as PhoneTicket) : null; // sealed above
  } catch {
    return null;
  }
}
