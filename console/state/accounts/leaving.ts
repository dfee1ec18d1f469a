import { proxy } from "valtio";
import { signOut } from "./authentication.ts";
import { readUnsent } from "../conversations/messages/outbox.ts";

/** How many replies would be lost by the sign-out that waits for an answer; 0 where none does. */
export const leaving = proxy({ unsent: 0 });

/** Signs out, after asking where replies wait that were not sent: they are kept for nobody then. */
export function askAndSignOut(): void {
  leaving.unsent = readUnsent().length;
  if (leaving.unsent === 0) void signOut();
}

/** Stays signed in. */
export function staySignedIn(): void {
  leaving.unsent = 0;
}
