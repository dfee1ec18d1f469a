import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { RecoveryCodes } from "../../../shared/contract/accounts/secondFactor.ts";
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  proveIdentity,
  renewRecoveryCodes,
} from "../../../shared/contract/accounts/secondFactor.ts";
import { client } from "../platform/client.ts";
import { loadOwnProfile } from "./profile.ts";

/** What the app is told, as text and as the address that a QR code carries. */
export type AppSecret = AnswerOf<typeof beginSecondFactor>["data"];

/** Begins to set up an app; nothing is asked at sign-in before it gave a right code. */
export async function beginApp(currentPassword: string): Promise<AppSecret> {
  const body = currentPassword ? { currentPassword } : {};
  return (await client.call(beginSecondFactor, { body })).data;
}

/** Turns two-factor sign-in on; gives the recovery codes, which are told this once. */
export async function turnOn(code: string): Promise<RecoveryCodes> {
  const { data } = await client.call(enableSecondFactor, { body: { code } });
  await loadOwnProfile();
  return data.recoveryCodes;
}

export async function turnOff(code: string): Promise<void> {
  await client.call(disableSecondFactor, { body: { code } });
  await loadOwnProfile();
}

/** Gives new recovery codes in the place of those that there were. */
export async function renewCodes(code: string): Promise<RecoveryCodes> {
  const { data } = await client.call(renewRecoveryCodes, { body: { code } });
  await loadOwnProfile();
  return data.recoveryCodes;
}

/** Shows who the user is, by their password or the six digits of their app; no password is as short. */
export async function prove(typed: string): Promise<void> {
  const isCode = /^\d{3}\s?\d{3}$/.test(typed.trim());
  await client.call(proveIdentity, { body: isCode ? { code: typed } : { currentPassword: typed } });
}
