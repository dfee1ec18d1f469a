import type { AnswerOf, BodyOf } from "../../shared/contract/call.ts";
import {
  createFirstOwner,
  forgotPassword,
  getFirstOwner,
  loginWithPassword,
  setPassword,
} from "../../shared/contract/signIn.ts";
import { endSession, enter } from "./authentication.ts";
import { browser } from "./browser.ts";
import { client } from "./client.ts";
import { paths } from "./paths.ts";
import { storeRedirect } from "./redirect.ts";
import { createResource, load } from "./resource.ts";

// Apart from authentication.ts, which every page loads: only the pages before the console need this.

/** Whether nobody has an account here yet, and whether this browser may make the first. */
export const firstOwner = createResource<AnswerOf<typeof getFirstOwner>>();

export function loadFirstOwner(): Promise<void> {
  return load(firstOwner, () => client.call(getFirstOwner));
}

/** Signs in and goes on to where somebody wanted to go, else to their organisations. */
export async function signIn(body: BodyOf<typeof loginWithPassword>): Promise<void> {
  enter(await client.call(loginWithPassword, { body }));
}

/** Makes the installation's first owner, with an organisation, and goes into it. */
export async function createOwner(body: BodyOf<typeof createFirstOwner>): Promise<void> {
  const { organization, ...signedIn } = await client.call(createFirstOwner, { body });
  if (organization) storeRedirect("redirectUrl", paths.createAgent(organization.org_id));
  enter(signedIn);
}

/** Signs out so that somebody else can sign in, and comes back to a page afterwards. */
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
