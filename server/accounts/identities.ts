import { AppError } from "../../shared/errors/errors.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import { isOwnerNeeded } from "./firstOwner.ts";
import { takeOverUnproved } from "./provedAddress.ts";
import type { ProviderWord } from "./socialCredential.ts";
import type { UserRow } from "./tables.ts";
import { findUser, findUserByEmail, insertUser, prepareUser } from "./users.ts";

export interface IdentityDeps {
  store: Store;
  now: () => number;
  /** Whether a person with this address may create an account without an invitation. */
  isRegistrationOpen: (email: string) => boolean;
}

/**
 * Gives the user whom the provider vouches for: who is known by its subject, else by an address that it has checked, else
 * a new one where they may come. The subject decides, because an address may be given to somebody else later.
 */
export async function findOrMakeUser(deps: IdentityDeps, word: ProviderWord): Promise<UserRow> {
  const { store, now } = deps;
  const known = await useIdentity(store.db, word, now());
  if (known) return known;
  if (word.email === null || !word.isEmailVerified) throw new AppError("provider_unverified");
  const { email, firstName, lastName } = word;
  const fresh = await prepareUser({ email, firstName, lastName, password: null, isVerified: true }, now());
  const link = (tx: Tx) => linkOrInsert(tx, { deps, word: { ...word, email }, fresh });
  // Two first sign-ins of one person at once: the second finds what the first has written.
  return store.transaction(link).catch((error: unknown) => {
    if (isTaken(error)) return store.transaction(link);
    throw error;
  });
}

/** The user of an identity, noting when it was used; null where nobody has it. */
async function useIdentity(db: Db, { issuer, subject }: ProviderWord, now: number): Promise<UserRow | null> {
  const row = await db
    .updateTable("identities")
    .set({ lastUsedAt: now })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .returning("userId")
    .executeTakeFirst();
  return row ? findUser(db, row.userId) : null;
}

interface Linking {
  deps: IdentityDeps;
  word: ProviderWord & { email: string };
  fresh: UserRow;
}

async function linkOrInsert(tx: Tx, { deps, word, fresh }: Linking): Promise<UserRow> {
  const now = deps.now();
  const known = await useIdentity(tx, word, now);
  if (known) return known;
  const existing = await findUserByEmail(tx, word.email);
  if (!existing) {
    await refuseUninvited(tx, { deps, email: word.email });
    await insertUser(tx, fresh);
  }
  const { id: userId, emailVerifiedAt } = existing ?? fresh;
  if (emailVerifiedAt === null) await takeOverUnproved(tx, { userId, now });
  await putIdentity(tx, { word, userId, now });
  return findUser(tx, userId);
}

/** Somebody who has no account comes by an invitation to their address, or where everybody may. */
async function refuseUninvited(
  tx: Tx,
  { deps, email }: { deps: IdentityDeps; email: string },
): Promise<void> {
  const invite = await tx
    .selectFrom("invites")
    .select("id")
    .where("email", "=", email)
    .where("expiresAt", ">", deps.now())
    .executeTakeFirst();
  if (invite) return;
  // Only the set-up link creates the first owner, however open the installation is.
  if (!deps.isRegistrationOpen(email) || (await isOwnerNeeded(tx))) throw new AppError("registration_closed");
}

/** Links them. An account has one identity at a provider: another subject with its address may be another person. */
async function putIdentity(
  tx: Tx,
  { word, userId, now }: { word: ProviderWord & { email: string }; userId: string; now: number },
): Promise<void> {
  const { issuer, subject, email } = word;
  const other = await tx
    .selectFrom("identities")
    .select("subject")
    .where("userId", "=", userId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  // Somebody who came twice at once, and whose first coming was written meanwhile.
  if (other?.subject === subject) return;
  if (other) throw new AppError("provider_conflict");
  await tx
    .insertInto("identities")
    .values({ issuer, subject, userId, email, createdAt: now, lastUsedAt: now })
    .execute();
}

function isTaken(error: unknown): boolean {
  return isUniqueViolation(error) || (error instanceof AppError && error.code === "name_taken");
}
