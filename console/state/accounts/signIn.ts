import { proxy } from "valtio";
import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import { loginWithSecondFactor } from "../../../shared/contract/accounts/secondFactor.ts";
import type { SignInAnswer } from "../../../shared/contract/accounts/signIn.ts";
import {
  createFirstOwner,
  forgotPassword,
  getFirstOwner,
  loginWithPassword,
  setPassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { endSession, enter } from "./authentication.ts";
import { browser } from "../platform/browser.ts";
import { client } from "../platform/client.ts";
import { paths } from "../shell/paths.ts";
import { storeRedirect } from "./redirect.ts";
import { createResource, load } from "../platform/resource.ts";

// Apart from authentication.ts, which every page loads: only the pages before the console need this.

/** Whether nobody has an account here yet, and whether this browser may make the first. */
export const firstOwner = createResource<AnswerOf<typeof getFirstOwner>>();

/** The sign-in that waits for a second factor; its token lives as long as the page. */
export const waitingSignIn = proxy<{ token: string | null }>({ token: null });

export function loadFirstOwner(): Promise<void> {
  return load(firstOwner, () => client.call(getFirstOwner));
}

/** Signs in and continues to where somebody wanted to go, else to their organizations. */
export async function signIn(body: BodyOf<typeof loginWithPassword>): Promise<void> {
  takeInSignIn(await client.call(loginWithPassword, { body }));
}

/** Takes in what any way to sign in answered: somebody who continues, or one who is asked for their second factor. */
export function takeInSignIn(answer: SignInAnswer): void {
  if ("status" in answer) waitingSignIn.token = answer.token;
  else enter(answer);
}

/** Shows the second factor, by a code of the app or a recovery code, and continues. */
export async function showSecondFactor(code: string): Promise<void> {
  const token = waitingSignIn.token ?? "";
  enter(await client.call(loginWithSecondFactor, { body: { token, code } }));
}

/** Goes back to the password. */
export function giveUpSecondFactor(): void {
  waitingSignIn.token = null;
}

/** Makes the installation's first owner, with an organization, and goes into it. */
export async function createOwner(body: BodyOf<typeof createFirstOwner>): Promise<void> {
  const { organization, ...signedIn } = await client.call(createFirstOwner, { body });
  if (organization) storeRedirect("redirectUrl", paths.createAgent(organization.org_id));
  enter(signedIn);
}

/** Signs out so that another person can sign in, and comes back to a page afterwards. */
export async function switchUser(path: string): Promise<void> {
  await endSession();
  storeRedirect("redirectUrl", path);
  browser.go(paths.login);
}

/** Asks for a link by which a new password is chosen; gives whether mails go out here at all. */
export async function askForPasswordLink(email: string): Promise<boolean> {
  return (await client.call(forgotPassword, { body: { email } })).isMailed;
}

/** Sets a new password by the link's token; gives whose it was. */
export async function setPasswordByLink(body: BodyOf<typeof setPassword>): Promise<string> {
  return (await client.call(setPassword, { body })).email;
}
