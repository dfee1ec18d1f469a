import type { AgentKey } from "../agents/parts.ts";
import { openVerifiedUser } from "../conversations/contacts/verifiedUsers.ts";
import { retryOnDuplicate } from "../conversations/messages/retryOnDuplicate.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findSurface } from "./find.ts";
import { readIdentity } from "./identity.ts";
import { openIdentitySecrets } from "./identitySecrets.ts";
import type { VisitorDeps } from "./visitorCalls.ts";

/** Gives the contact whom a site vouches for by a token, as in the chat widget. */
export async function identifyByToken(
  { store, events, seal, now }: Pick<VisitorDeps, "store" | "events" | "seal" | "now">,
  key: AgentKey,
  token: string,
): Promise<string> {
  const row = await findSurface(store.db, { ...key, type: "widget" });
  const known = readIdentity({ token }, { secrets: openIdentitySecrets(row, seal), now: now() });
  const { userId } = known;
  if (userId === null) throw new AppError("unauthenticated");
  return retryOnDuplicate(() =>
    store.transaction((tx) =>
      openVerifiedUser({ events }, tx, { ...key, now: now(), person: { ...known, userId } }),
    ),
  );
}
