import type { Profile } from "../../../shared/contract/accounts/accounts.ts";
import { getProfile } from "../../../shared/contract/accounts/accounts.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import {
  changeEmail as changeEmailCall,
  confirmEmail as confirmEmailCall,
  keepEmail as keepEmailCall,
  removePicture as removePictureCall,
  resendEmailCode as resendEmailCodeCall,
  setPicture,
  updateProfile,
} from "../../../shared/contract/accounts/profile.ts";
import type { UserSession } from "../../../shared/contract/accounts/signIn.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  updatePassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { takeInProfile } from "./authentication.ts";
import { client } from "../platform/client.ts";
import { uploadFile } from "../platform/upload.ts";
import { createResource, fill, load } from "../platform/resource.ts";

/** All that the signed-in user has about themselves. */
export const profile = createResource<Profile>();
/** Where the signed-in user is signed in. */
export const sessions = createResource<UserSession[]>();

export function loadOwnProfile(): Promise<void> {
  return load(profile, async () => keep((await client.call(getProfile)).data));
}

/** Changes name or preferences; what is left out stays. */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<void> {
  show((await client.call(updateProfile, { body })).data);
}

/** Uploads a picture by an organization that the user is in, and makes it theirs. */
export async function savePicture(file: File, orgId: string): Promise<void> {
  const { signal } = new AbortController();
  const fileId = await uploadFile(file, { orgId, onProgress: () => undefined, signal });
  show((await client.call(setPicture, { body: { organizationId: orgId, fileId } })).data);
}

export async function removePicture(): Promise<void> {
  show((await client.call(removePictureCall)).data);
}

/** Asks for another address; gives whether a code is on its way to it. */
export async function changeEmail(body: BodyOf<typeof changeEmailCall>): Promise<boolean> {
  const { data } = await client.call(changeEmailCall, { body });
  show(data.profile);
  return data.sent !== null;
}

export async function confirmEmail(code: string): Promise<void> {
  show((await client.call(confirmEmailCall, { body: { code } })).data);
}

export async function resendEmailCode(): Promise<void> {
  const { data: newEmail } = await client.call(resendEmailCodeCall);
  if (profile.data) show({ ...profile.data, newEmail });
}

/** Stays with the address that there is. */
export async function keepEmail(): Promise<void> {
  show((await client.call(keepEmailCall)).data);
}

export function loadSessions(): Promise<void> {
  return load(sessions, async () => (await client.call(listSessions)).items);
}

/** Ends another session of the user. */
export async function endOtherSession(sessionId: string): Promise<void> {
  await client.call(endSession, { params: { sessionId } });
  await loadSessions();
}

/** Ends every session of the user but this one. */
export async function endAllOthers(): Promise<void> {
  await client.call(endOtherSessions);
  await loadSessions();
}

/** Changes the password; the other sessions end by it. */
export async function changePassword(body: BodyOf<typeof updatePassword>): Promise<void> {
  await client.call(updatePassword, { body });
  await Promise.all([loadSessions(), loadOwnProfile()]);
}

function show(data: Profile): void {
  fill(profile, keep(data));
}

/** What the rest of the console shows of the user follows. */
function keep(data: Profile): Profile {
  takeInProfile(data);
  return data;
}
