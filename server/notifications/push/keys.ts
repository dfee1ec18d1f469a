import { createECDH } from "node:crypto";
import type {} from "../../accounts/tables.ts";
import type { PushDeps } from "./deps.ts";

/** By which push services know this installation (VAPID); both base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const fact = "pushKeys";
const purpose = "push-keys";

/**
 * Gives the installation's keys, which are made when they are first asked for and stay: every subscription is bound to
 * them. Of two processes that make them at once the first one's hold, for both.
 */
export async function readPushKeys({
  store,
  seal,
  now,
}: Pick<PushDeps, "store" | "seal" | "now">): Promise<PushKeys> {
  const made = await findKeys({ store, seal });
  if (made) return made;
  const keys = makeKeys();
  await store.db
    .insertInto("installation")
    .values({ key: fact, value: seal.seal(JSON.stringify(keys), purpose), createdAt: now() })
    .onConflict((row) => row.doNothing())
    .execute();
  const kept = await findKeys({ store, seal });
  if (!kept) throw new Error("The keys for push were not kept.");
  return kept;
}

async function findKeys({ store, seal }: Pick<PushDeps, "store" | "seal">): Promise<PushKeys | null> {
  const row = await store.db
    .selectFrom("installation")
    .select("value")
    .where("key", "=", fact)
    .executeTakeFirst();
  return row ? (JSON.parse(seal.unseal(row.value, purpose)) as PushKeys) : null; // sealed below
}

function makeKeys(): PushKeys {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  // A leading zero is part of it, which Node leaves out.
  const secret = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32);
  return { publicKey: curve.getPublicKey().toString("base64url"), privateKey: secret.toString("base64url") };
}
