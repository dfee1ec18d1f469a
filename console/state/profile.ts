import type { BodyOf } from "../../shared/contract/call.ts";
import type { UserSession } from "../../shared/contract/signIn.ts";
import { endSession, listSessions, updatePassword } from "../../shared/contract/signIn.ts";
import { client } from "./client.ts";
import { createResource, load } from "./resource.ts";

/** Where the signed-in user is signed in. */
export const sessions = createResource<UserSession[]>();

export function loadSessions(): Promise<void> {
  return load(sessions, async () => (await client.call(listSessions)).items);
}

/** Ends another session of the user. */
export async function endOtherSession(sessionId: string): Promise<void> {
  await client.call(endSession, { params: { sessionId } });
  await loadSessions();
}

/** Changes the password; the other sessions end by it. */
export async function changePassword(body: BodyOf<typeof updatePassword>): Promise<void> {
  await client.call(updatePassword, { body });
  await loadSessions();
}
