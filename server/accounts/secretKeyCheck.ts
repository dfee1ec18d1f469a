import { CannotStart } from "../database/cannotStart.ts";
import { unsealOrNull } from "../database/secrets.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import { sealPurpose as secondFactorPurpose } from "./secondFactor.ts";
import type {} from "./tables.ts";

const fact = "secretKeyCheck";
const purpose = "secret-key-check";
/** Sealed too, by server/notifications, and rebuilt when it is missing. */
const pushKeysFact = "pushKeys";
const text = "The key is the one that this data was sealed with.";

interface Deps {
  store: Store;
  secrets: Secrets;
  now: () => number;
}

/**
 * Checks at the start that the secret key is the one that this data was sealed with. Without it every second factor and
 * every stored key of a provider would fail later, one by one. Throws CannotStart for another key.
 */
export async function checkSecretKey({ store, secrets, now }: Deps): Promise<void> {
  const kept = (await findSealed(store)) ?? (await findOlder(store));
  if (kept && unsealOrNull(secrets, kept.value, kept.purpose) === null) throw new CannotStart(refusal);
  await keepCheck(store.db, { secrets, now });
}

const refusal =
  "The secret key is not the one that this data was sealed with. Put back secret.key of the data folder from a backup, " +
  "or set SECRET_KEY to the key that was there before. If it is lost for good, run `npm run cli -- new-secret-key`, which " +
  "goes on with the key that is there now: two-factor sign-in is turned off for everybody, everybody signs in again, " +
  "and stored keys of model providers and connected accounts must be entered again.";

/** Whether a database was sealed with this key; null where it keeps no check. */
export async function isSealedBy(db: Store["db"], secrets: Secrets): Promise<boolean | null> {
  const kept = await findSealed({ db });
  return kept ? unsealOrNull(secrets, kept.value, kept.purpose) !== null : null;
}

async function findSealed({
  db,
}: Pick<Store, "db">): Promise<{ value: string; purpose: string } | undefined> {
  const row = await db.selectFrom("installation").select("value").where("key", "=", fact).executeTakeFirst();
  return row && { value: row.value, purpose };
}

/** In data from before the check was kept the key is tried on a second factor, where there is one. */
async function findOlder({ db }: Store): Promise<{ value: string; purpose: string } | undefined> {
  const row = await db.selectFrom("secondFactors").select("sealedSecret").limit(1).executeTakeFirst();
  return row && { value: row.sealedSecret, purpose: secondFactorPurpose };
}

async function keepCheck(
  db: Pick<Store["db"], "insertInto">,
  { secrets, now }: Omit<Deps, "store">,
): Promise<void> {
  await db
    .insertInto("installation")
    .values({ key: fact, value: secrets.seal(text, purpose), createdAt: now() })
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Goes on with the key that is there now, where the former one is lost: removes what would fail without the former one. */
export async function acceptSecretKey({ store, secrets, now }: Deps): Promise<string> {
  await store.transaction(async (tx) => {
    await tx.deleteFrom("installation").where("key", "in", [fact, pushKeysFact]).execute();
    await tx.deleteFrom("secondFactors").execute();
    await tx.deleteFrom("recoveryCodes").execute();
    await keepCheck(tx, { secrets, now });
  });
  return "The server starts with the secret key that is there now. Enter the keys of model providers and connected accounts again.";
}
