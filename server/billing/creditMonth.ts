import { sql } from "kysely";
import { readCreditAlert } from "../../shared/domain/subscription.ts";
import { statement } from "../database/statement.ts";
import type { Db, Tx } from "../database/store.ts";
import type { CreditChargeRow, CreditMonthRow } from "./tables.ts";

/** An organization has spent such a share of what its plan allows in a month. */
export interface CreditAlert {
  organizationId: string;
  percent: number;
  limit: number;
}

type Spent = Pick<CreditChargeRow, "organizationId" | "day" | "credits">;

/** The sums by which a plan bounds what models cost in a calendar month (UTC). */
export interface CreditMonth {
  /** Adds to the month where the plan's limit allows it; gives whether it did. */
  add(tx: Tx, spent: Spent, limit: number): Promise<boolean>;
  /** Tells that everything is used: the rest is too little for what was asked. */
  tellAll(tx: Tx, spent: Spent, limit: number): Promise<void>;
}

export function createCreditMonth(tell: (tx: Tx, alert: CreditAlert) => Promise<void>): CreditMonth {
  async function note(tx: Tx, row: CreditMonthRow, { percent, limit }: { percent: number; limit: number }) {
    if (percent <= row.toldPercent) return;
    await tx
      .updateTable("creditMonths")
      .set({ toldPercent: percent })
      .where("organizationId", "=", row.organizationId)
      .where("month", "=", row.month)
      .execute();
    await tell(tx, { organizationId: row.organizationId, percent, limit });
  }

  return {
    async add(tx, { organizationId, day, credits }, limit) {
      if (credits > limit) return false;
      const place = { organizationId, month: monthOf(day) };
      const change = { ...place, credits, before: limit - credits };
      let [row] = await addToMonth(tx, change);
      if (!row) {
        // The first charge since the plan has a limit: what was spent before counts too, and is in the days' sums already.
        const made = await begin(tx, { ...place, limit });
        if (made === "over") return false;
        [row] = made === "made" ? await readMonth(tx, place) : await addToMonth(tx, change);
      }
      if (!row) return false;
      await note(tx, row, { percent: readCreditAlert(row.credits, limit), limit });
      return true;
    },
    async tellAll(tx, { organizationId, day }, limit) {
      const place = { organizationId, month: monthOf(day) };
      await tx
        .insertInto("creditMonths")
        .values({ ...place, credits: await sumOfMonth(tx, place), toldPercent: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const [row] = await readMonth(tx, place);
      if (row) await note(tx, row, { percent: 100, limit });
    },
  };
}

/** Puts back what a charge took of its month; nothing happens where the plan had no limit then. */
export async function takeFromMonth(tx: Tx, { organizationId, day, credits }: Spent): Promise<void> {
  await tx
    .updateTable("creditMonths")
    .set((eb) => ({ credits: eb("credits", "-", credits) }))
    .where("organizationId", "=", organizationId)
    .where("month", "=", monthOf(day))
    .execute();
}

/** What an organization's models have cost in a month, by the sums of its days. */
export async function sumOfMonth(
  db: Db,
  { organizationId, month }: Pick<CreditMonthRow, "organizationId" | "month">,
): Promise<number> {
  const { credits } = await db
    .selectFrom("creditUse")
    .select((row) => row.fn.sum<number>("credits").as("credits"))
    .where("organizationId", "=", organizationId)
    .where("day", ">=", `${month}-01`)
    .where("day", "<=", `${month}-31`)
    // The words of the index, which a value in their place would not meet.
    .where(sql<boolean>`"contactId" = ''`)
    .executeTakeFirstOrThrow();
  return Number(credits ?? 0);
}

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

type Place = Pick<CreditMonthRow, "organizationId" | "month">;

const addToMonth = statement(
  (db, { organizationId, month, credits, before }: Place & { credits: number; before: number }) =>
    db
      .updateTable("creditMonths")
      .set((eb) => ({ credits: eb("credits", "+", credits) }))
      .where("organizationId", "=", organizationId)
      .where("month", "=", month)
      .where("credits", "<=", before)
      .returningAll(),
);

const readMonth = statement((db, { organizationId, month }: Place) =>
  db
    .selectFrom("creditMonths")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("month", "=", month),
);

/** Makes a month's row with what its days hold; `known` where there is one, which had no room or was made meanwhile. */
async function begin(
  tx: Tx,
  { limit, ...place }: Place & { limit: number },
): Promise<"made" | "known" | "over"> {
  const [known] = await readMonth(tx, place);
  if (known) return "over";
  const credits = await sumOfMonth(tx, place);
  if (credits > limit) return "over";
  const made = await tx
    .insertInto("creditMonths")
    .values({ ...place, credits, toldPercent: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning("month")
    .executeTakeFirst();
  return made ? "made" : "known";
}
