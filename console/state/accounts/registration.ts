import { proxy } from "valtio";
import type { BodyOf } from "../../../shared/contract/call.ts";
import type { CodeSent } from "../../../shared/contract/accounts/registration.ts";
import {
  completeRegistration,
  register,
  resendRegistrationCode,
} from "../../../shared/contract/accounts/registration.ts";
import { client } from "../platform/client.ts";
import { navigate } from "../shell/navigation.ts";
import { paths } from "../shell/paths.ts";
import { storeRedirect } from "./redirect.ts";
import { takeInSignIn } from "./signIn.ts";
import { keptForTab } from "../platform/storage.ts";

/** What somebody types who begins an account; kept while they look for the code, so that they may come back and change it. */
export interface NewAccount {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

const sentName = "registrationCode";

/** The account that waits for a code. `sent` is null in a tab that did not ask for one. */
export const registration = proxy<{ typed: NewAccount; sent: CodeSent | null }>({
  typed: { first_name: "", last_name: "", email: "", password: "" },
  sent: readSent(),
});

/** Begins an account where registration is open: a code is on its way, or nobody asks for one and they are in. */
export async function beginAccount(typed: NewAccount): Promise<void> {
  const answer = await client.call(register, { body: typed });
  if (!("resendAt" in answer)) return takeInSignIn(answer);
  keepSent(answer);
  navigate(paths.registerComplete);
}

/** Makes the account of somebody who was invited, signs in, and continues to accept the invitation. */
export async function registerInvited(body: BodyOf<typeof register>): Promise<void> {
  const answer = await client.call(register, { body });
  if ("resendAt" in answer) throw new Error("An invitation needs no code.");
  storeRedirect("redirectUrl", paths.acceptInvite);
  takeInSignIn(answer);
}

/** Enters the code; the account is made and signed in. */
export async function completeAccount(code: string): Promise<void> {
  const answer = await client.call(completeRegistration, { body: { code } });
  registration.typed.password = "";
  keptForTab.remove(sentName);
  takeInSignIn(answer);
}

/** Asks for another code. */
export async function resendCode(): Promise<void> {
  keepSent(await client.call(resendRegistrationCode));
}

function keepSent(sent: CodeSent): void {
  registration.sent = sent;
  keptForTab.write(sentName, JSON.stringify(sent));
}

/** What this tab kept over a reload; what is no answer of ours counts as nothing. */
function readSent(): CodeSent | null {
  try {
    const { email, resendAt, expiresAt } = JSON.parse(keptForTab.read(sentName) ?? "null") ?? {};
    if (typeof email !== "string" || typeof resendAt !== "number" || typeof expiresAt !== "number")
      return null;
    return { email, resendAt, expiresAt };
  } catch {
    return null;
  }
}
