import type { Secrets } from "../database/secrets.ts";
import { askModels, KeyRefused, type Offer } from "./askModels.ts";
import { cantOpenKey, changeSeen, connectBy } from "./keys.ts";
import { refuseKey, type RefusalDeps } from "./refuseKey.ts";
import type { ModelKeyRow } from "./tables.ts";

export interface KeyCheckDeps extends RefusalDeps {
  seal: Secrets;
  /** The way to where a key is sent: an address that somebody typed goes by the egress guard. */
  fetchFor: (baseUrl: string | null) => typeof fetch;
}

/**
 * Asks a key's provider again, and keeps what it says: what it offers, or that it refuses the key. Throws KeyRefused; a
 * provider that can't be asked at the moment says nothing of the key, which stays as it is.
 */
export async function checkKey(deps: KeyCheckDeps, row: ModelKeyRow): Promise<Offer> {
  const { store, seal, fetchFor, now } = deps;
  const connection = connectBy(row, seal);
  try {
    if (!connection) throw new KeyRefused(cantOpenKey, { isKeyWrong: true });
    const credentials = { ...row, key: connection.apiKey ?? null };
    const offer = await askModels(credentials, fetchFor(row.baseUrl));
    await changeSeen(store.db, row, { ...writeOffer(offer), refusal: null, checkedAt: now() });
    return offer;
  } catch (error) {
    const isWrong = error instanceof KeyRefused && error.isKeyWrong;
    if (isWrong) await refuseKey(deps, row, error.message);
    throw error;
  }
}

/** How long a doubtful key is left alone. */
const againAfterMs = 10 * 60_000;

/**
 * Looks again at a key that was refused, or may have been, where its last look is long enough ago: somebody may have paid, or
 * mended it where it comes from. Whether there is credit only an answer shows: the next one tries, and has the key refused
 * again where there is none.
 */
export async function lookAgain(deps: KeyCheckDeps, row: ModelKeyRow): Promise<void> {
  const at = deps.now();
  if (at - row.checkedAt < againAfterMs) return;
  // Many want it at once, in several processes: the first one to write this asks.
  if (!(await changeSeen(deps.store.db, row, { checkedAt: at }))) return;
  await checkKey(deps, { ...row, checkedAt: at }).catch((error: unknown) => {
    if (!(error instanceof KeyRefused)) throw error;
  });
}

/** What a provider offers, as it is kept with its key. */
export function writeOffer({ models, speechModels }: Offer): Pick<ModelKeyRow, keyof Offer> {
  return { models: JSON.stringify(models), speechModels: JSON.stringify(speechModels) };
}
