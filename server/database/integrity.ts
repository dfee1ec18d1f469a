import { CannotStart, whatToTry } from "./cannotStart.ts";
import type { Store } from "./store.ts";

/** A look through all pages of the database that continues beside the start. */
export interface Integrity {
  /**
   * Waits at most `ms` for its end; throws CannotStart where it has found damage. The check of a large database
   * continues in the background.
   */
  waitAtMost(ms: number): Promise<void>;
  /** Whether nothing was found so far. */
  isIntact(): boolean;
  /** `unknown`: it was closed before it had checked all pages. */
  state(): IntegrityState;
}

export type IntegrityState = "running" | "whole" | "damaged" | "unknown";

/** Begins to look through an SQLite file, so that a damaged page is found before somebody's request comes across it. */
export function checkIntegrity(store: Store, report: (error: unknown) => void): Integrity {
  let damage: CannotStart | undefined;
  let state: IntegrityState = store.dialect === "sqlite" ? "running" : "whole";
  const look = async (): Promise<void> => {
    const found = await store.findDamage();
    state = found === undefined ? "whole" : "damaged";
    if (found === undefined) return;
    damage = new CannotStart(`The database ${store.file ?? ""} is damaged. ${whatToTry}`, { cause: found });
    report(damage);
  };
  // Closed before its end: that says nothing about the database.
  const ended = look().catch(() => void (state = "unknown"));
  return {
    async waitAtMost(ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      await Promise.race([ended, promise]);
      clearTimeout(timer);
      if (damage) throw damage;
    },
    isIntact: () => damage === undefined,
    state: () => state,
  };
}
