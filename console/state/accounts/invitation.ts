import type { AnswerOf } from "../../../shared/contract/call.ts";
import { acceptInvite, verifyInvite } from "../../../shared/contract/accounts/teams.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";
import { keptForTab } from "../platform/storage.ts";

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

/** Keeps the token for the page on which it is accepted. */
export function keepInviteToken(token: string): void {
  keptForTab.write(tokenName, token);
}

/** Asks what the invitation is for. */
export function loadInvitation(token: string): Promise<void> {
  return load(invitation, async () => (await client.call(verifyInvite, { params: { token } })).data);
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
