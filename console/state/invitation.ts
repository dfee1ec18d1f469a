import type { AnswerOf, BodyOf } from "../../shared/contract/call.ts";
import { acceptInvite, register, verifyInvite } from "../../shared/contract/teams.ts";
import { enter } from "./authentication.ts";
import { client } from "./client.ts";
import { paths } from "./paths.ts";
import { storeRedirect } from "./redirect.ts";
import { createResource, load } from "./resource.ts";
import { keptForTab } from "./storage.ts";

/** What the link that brought somebody here is for. */
export const invitation = createResource<AnswerOf<typeof verifyInvite>["data"]>();
/** What came of accepting it. */
export const acceptance = createResource<AnswerOf<typeof acceptInvite>["data"]>();

/** Under this name every protected page keeps the token of its address (specification 2). */
const tokenName = "token";

/** Gives the token of the invitation by whose link this tab was opened. */
export function readInviteToken(): string | null {
  return keptForTab.read(tokenName);
}

/** Asks what the invitation is for. */
export function loadInvitation(token: string): Promise<void> {
  return load(invitation, async () => (await client.call(verifyInvite, { params: { token } })).data);
}

/** Makes the account of somebody who was invited, signs in, and goes on to accept the invitation. */
export async function registerInvited(body: BodyOf<typeof register>): Promise<void> {
  const signedIn = await client.call(register, { body });
  storeRedirect("redirectUrl", paths.acceptInvite);
  enter(signedIn);
}

/** Accepts the invitation of this tab; one that was accepted is forgotten, because its link has ended. */
export function acceptInvitation(): Promise<void> {
  return load(acceptance, async () => {
    const token = readInviteToken();
    if (!token) throw new Error();
    const { data } = await client.call(acceptInvite, { params: { token } });
    keptForTab.remove(tokenName);
    return data;
  });
}
