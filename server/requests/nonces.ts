import type { Store } from "../database/store.ts";
import { isUniqueViolation } from "../database/faults.ts";
import { statement } from "../database/statement.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { NonceRow } from "./tables.ts";

const sweepEveryMs = 60_000;

/** Remembers the nonces of signed writes for as long as a replay would be taken. */
export interface Nonces {
  /** Throws `signature_refused` for a nonce that this session has used. */
  remember(row: NonceRow): Promise<void>;
}

/** Keeps them in the database, so that a replay to another process, or after a restart, is refused too. */
export function createNonces(store: Store, now: () => number): Nonces {
  let sweptAt = now();
  return {
    async remember(row) {
      if (now() - sweptAt > sweepEveryMs) {
        sweptAt = now();
        await store.db.deleteFrom("nonces").where("expiresAt", "<", sweptAt).execute();
      }
      try {
        // Lost with the write that it came with, if at all: then both may come again.
        await putNonce(store.early, row);
      } catch (error) {
        if (isUniqueViolation(error)) throw new AppError("signature_refused");
        throw error;
      }
    },
  };
}

const putNonce = statement((db, row: NonceRow) => db.insertInto("nonces").values(row));
