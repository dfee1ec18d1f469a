import { sql } from "kysely";
import { CannotStart, whatToTry } from "./cannotStart.ts";
import { isDamage } from "./faults.ts";
import type { Store } from "./store.ts";

/** A look through all pages of the database that goes on beside the start. */
export interface Integrity {
  /** Waits so long for its end; throws CannotStart where it has found damage. A large database is looked at further. */
  waitAtMost(ms: number): Promise<void>;
  /** Whether nothing was found so far. */
  isIntact(): boolean;
}

/**
 * Begins to look through an SQLite file, on a thread that only reads. A damaged page is found before somebody's request
 * comes across it. It ends with the longest time that a statement may take. Postgres checks its own pages.
 */
export function checkIntegrity(store: Store, report: (error: unknown) => void): Integrity {
  let damage: CannotStart | undefined;
  const look = async (): Promise<void> => {
    const found = await findDamage(store);
    if (found === undefined) return;
    damage = new CannotStart(`The database ${store.file ?? ""} is damaged. ${whatToTry}`, { cause: found });
    report(damage);
  };
  // Closed before its end, or too large for the time: that says nothing about the database.
  const ended = store.dialect === "sqlite" ? look().catch(() => {}) : Promise.resolve();
  return {
    async waitAtMost(ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      await Promise.race([ended, promise]);
      clearTimeout(timer);
      if (damage) throw damage;
    },
    isIntact: () => damage === undefined,
  };
}

/** What is wrong with it, as SQLite says; undefined where nothing is. */
async function findDamage({ reader }: Store): Promise<unknown> {
  try {
    const { rows } = await sql<Record<string, unknown>>`pragma quick_check(1)`.execute(reader);
    const [said] = Object.values(rows[0] ?? {});
    return said === "ok" ? undefined : said;
  } catch (error) {
    if (isDamage(error)) return error;
    throw error;
  }
}
