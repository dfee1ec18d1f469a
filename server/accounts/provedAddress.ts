import type { Tx } from "../database/store.ts";
import { removeSecondFactor } from "./secondFactor.ts";

interface Proved {
  userId: string;
  now: number;
}

/**
 * Notes that somebody who had never shown it has now shown that their address is theirs. Earlier sessions of this
 * account may have been another person's: they end, and its links to providers are removed.
 */
export async function noteProvedAddress(tx: Tx, { userId, now }: Proved): Promise<void> {
  await tx
    .updateTable("users")
    .set({ emailVerifiedAt: now, updatedAt: now })
    .where("id", "=", userId)
    .execute();
  for (const table of ["sessions", "identities", "passwordLinks", "mailedCodes"] as const)
    await tx.deleteFrom(table).where("userId", "=", userId).execute();
}

/**
 * The same where they came by a provider, and so know nothing of what the other one set up: password, second factor and
 * API keys go too, so that nobody is let in who waited for them.
 */
export async function takeOverUnproved(tx: Tx, { userId, now }: Proved): Promise<void> {
  await noteProvedAddress(tx, { userId, now });
  await tx.updateTable("users").set({ passwordHash: null }).where("id", "=", userId).execute();
  await removeSecondFactor(tx, userId);
  await tx
    .updateTable("apiKeys")
    .set({ revokedAt: now })
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .execute();
}
