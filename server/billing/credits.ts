import { newId } from "../database/ids.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import type { CreditChargeRow, CreditUseRow } from "./tables.ts";

/** Stands for an agent where something is paid for before there is one. */
const noAgent = "";

/** What an answer is about to cost, and the caps that hold for it. */
export interface Charge {
  organizationId: string;
  agentId: string;
  contactId: string;
  /** The same for each process that writes this answer. */
  answerKey: string;
  credits: number;
  /** Credits a day (UTC); null for no cap. */
  caps: { agentPerDay: number | null; visitorPerDay: number | null };
}

/** A charge that was taken; `giveBack` undoes it once. */
export interface Taken {
  giveBack(): Promise<void>;
}

/** Counts what models cost. */
export interface Credits {
  /** Takes the credits where no cap is passed by it, else gives which one. One answer is charged once. */
  charge(charge: Charge): Promise<Taken | keyof Charge["caps"]>;
  /** Counts what a draft costs for a member of the organisation; it belongs to no agent, so no agent's cap holds for it. */
  chargeDraft(draft: { organizationId: string; userId: string; credits: number }): Promise<Taken>;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createCredits({ store, now }: { store: Store; now: () => number }): Credits {
  async function take(charge: Charge): Promise<Taken> {
    const { organizationId, agentId, contactId, answerKey, credits, caps } = charge;
    const day = dayOf(now());
    const place = { organizationId, agentId, day };
    const work = async (tx: Tx) => {
      // What a process took that died before it answered is taken for this one.
      await undo(tx, { organizationId, answerKey });
      const isFirstOfDay = await add(tx, { ...place, contactId: "", credits }, [caps, "agentPerDay"]);
      await add(tx, { ...place, contactId, credits }, [caps, "visitorPerDay"]);
      if (isFirstOfDay) await forgetBefore(tx, { ...place, day: dayOf(now() - dayMs) });
      await tx
        .insertInto("creditCharges")
        .values({ ...place, contactId, credits, answerKey })
        .execute();
    };
    // The answer's end is stored after it: what is lost with a power cut was never answered, and is charged anew.
    await store.transaction(work, { isEarly: true });
    return { giveBack: () => store.transaction((tx) => undo(tx, { organizationId, answerKey })) };
  }

  return {
    charge: (charge) =>
      take(charge).catch((error: unknown) => {
        if (error instanceof OverCap) return error.cap;
        throw error;
      }),
    chargeDraft: ({ organizationId, userId, credits }) =>
      take({
        ...{ organizationId, agentId: noAgent, contactId: userId, answerKey: newId(), credits },
        caps: { agentPerDay: null, visitorPerDay: null },
      }),
  };
}

/** What an agent's models have cost on the day of this time, for all visitors together. */
export async function readCreditsOfDay(
  db: Db,
  { organizationId, agentId }: Pick<Charge, "organizationId" | "agentId">,
  time: number,
): Promise<number> {
  const row = await db
    .selectFrom("creditUse")
    .select("credits")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("day", "=", dayOf(time))
    .where("contactId", "=", "")
    .executeTakeFirst();
  return row?.credits ?? 0;
}

class OverCap extends Error {
  readonly cap: keyof Charge["caps"];

  constructor(cap: keyof Charge["caps"]) {
    super(cap);
    this.cap = cap;
  }
}

/** One statement decides and adds, so that no two answers at once can pass the cap together. */
async function add(
  tx: Tx,
  { credits, ...key }: CreditUseRow,
  [caps, cap]: [Charge["caps"], keyof Charge["caps"]],
): Promise<boolean> {
  const inserted = await tx
    .insertInto("creditUse")
    .values({ ...key, credits: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const most = caps[cap];
  let update = tx
    .updateTable("creditUse")
    .set((eb) => ({ credits: eb("credits", "+", credits) }))
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("day", "=", key.day)
    .where("contactId", "=", key.contactId);
  if (most !== null) update = update.where("credits", "<=", most - credits);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n) throw new OverCap(cap);
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a charge out of the sums of its day; nothing happens where there is none. */
async function undo(tx: Tx, key: Pick<CreditChargeRow, "organizationId" | "answerKey">): Promise<void> {
  const charge = await tx
    .deleteFrom("creditCharges")
    .where("organizationId", "=", key.organizationId)
    .where("answerKey", "=", key.answerKey)
    .returningAll()
    .executeTakeFirst();
  if (!charge) return;
  await tx
    .updateTable("creditUse")
    .set((eb) => ({ credits: eb("credits", "-", charge.credits) }))
    .where("organizationId", "=", charge.organizationId)
    .where("agentId", "=", charge.agentId)
    .where("day", "=", charge.day)
    .where("contactId", "in", ["", charge.contactId])
    .execute();
}

async function forgetBefore(
  tx: Tx,
  { organizationId, agentId, day }: Pick<CreditUseRow, "organizationId" | "agentId" | "day">,
): Promise<void> {
  await tx
    .deleteFrom("creditCharges")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("day", "<", day)
    .execute();
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
