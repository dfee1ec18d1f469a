import { statement } from "../database/statement.ts";
import type { Store, Tx } from "../database/store.ts";
import { dayOf } from "./credits.ts";
import type { InstallationCreditsRow } from "./tables.ts";

/** Takes credits of an organization's allowance for the day; gives how to put them back, or null where too few are left. */
export type TakeAllowance = (
  organizationId: string,
  credits: number,
) => Promise<(() => Promise<void>) | null>;

interface AllowanceDeps {
  store: Store;
  now: () => number;
  /** Credits that each organization may spend on the installation's model keys a day (UTC). */
  perDay: number;
}

/** Bounds what one organization spends of what the operator pays for. */
export function createAllowance({ store, now, perDay }: AllowanceDeps): TakeAllowance {
  return async (organizationId, credits) => {
    if (credits > perDay) return null;
    const row = { organizationId, day: dayOf(now()), credits };
    const isTaken = await store.transaction(async (tx) => {
      const [sum] = await add(tx, { ...row, before: perDay - credits });
      if (sum?.credits === credits) await forgetBefore(tx, row);
      return sum !== undefined;
    });
    return isTaken ? () => store.transaction((tx) => giveBack(tx, row)) : null;
  };
}

/** One statement decides and adds, so that no two answers at once can pass the bound together. */
const add = statement((db, { before, ...row }: InstallationCreditsRow & { before: number }) =>
  db
    .insertInto("installationCredits")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "day"])
        .doUpdateSet((set) => ({ credits: set("installationCredits.credits", "+", row.credits) }))
        .where("installationCredits.credits", "<=", before),
    )
    .returning("credits"),
);

async function giveBack(tx: Tx, { organizationId, day, credits }: InstallationCreditsRow): Promise<void> {
  await tx
    .updateTable("installationCredits")
    .set((eb) => ({ credits: eb("credits", "-", credits) }))
    .where("organizationId", "=", organizationId)
    .where("day", "=", day)
    .execute();
}

/** Only today's sum bounds anything. */
async function forgetBefore(tx: Tx, { organizationId, day }: InstallationCreditsRow): Promise<void> {
  await tx
    .deleteFrom("installationCredits")
    .where("organizationId", "=", organizationId)
    .where("day", "<", day)
    .execute();
}
