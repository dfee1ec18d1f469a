import { newId } from "../database/ids.ts";
import { statement } from "../database/statement.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import { createCreditMonth, takeFromMonth } from "./creditMonth.ts";
import type { CreditAlert } from "./creditMonth.ts";
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

/** What a charge would pass: a cap of the agent's, or what the plan allows in a month. */
export type Passed = keyof Charge["caps"] | "planPerMonth";

/** Counts what models cost. */
export interface Credits {
  /** Takes the credits where no cap is passed by it, else gives which one. One answer is charged once. */
  charge(charge: Charge): Promise<Taken | Passed>;
  /** Counts what a draft costs for a member of the organization; it belongs to no agent, so no agent's cap holds for it. */
  chargeDraft(draft: { organizationId: string; userId: string; credits: number }): Promise<Taken>;
}

const dayMs = 24 * 60 * 60 * 1000;

export interface CreditsDeps {
  store: Store;
  now: () => number;
  /** How many credits an organization's plan allows in a month; null where it has no limit. */
  findCreditLimit?: (organizationId: string) => Promise<number | null>;
  /** Is told, once for each share of it, how much an organization has spent of what its plan allows. */
  onCreditAlert?: (tx: Tx, alert: CreditAlert) => Promise<void>;
}

export function createCredits(deps: CreditsDeps): Credits {
  const { store, now, findCreditLimit = async () => null, onCreditAlert = async () => {} } = deps;
  const month = createCreditMonth(onCreditAlert);

  async function take(charge: Charge): Promise<Taken> {
    const { organizationId, agentId, contactId, answerKey, credits, caps } = charge;
    const place = { organizationId, agentId, day: dayOf(now()) };
    const row = { ...place, contactId, credits, answerKey };
    const limit = await findCreditLimit(organizationId);
    const work = async (tx: Tx) => {
      if (!(await keepCharge(tx, row))) {
        // What a process took that died before it answered is taken for this one.
        await undo(tx, row);
        await keepCharge(tx, row);
      }
      const isFirstOfDay = await add(tx, row, caps);
      if (limit !== null && !(await month.add(tx, row, limit))) throw new OverCap("planPerMonth");
      if (isFirstOfDay) await forgetBefore(tx, { ...place, day: dayOf(now() - dayMs) });
    };
    // The answer's end is stored after it: what is lost with a power cut was never answered, and is charged again.
    try {
      await store.transaction(work, { isEarly: true });
    } catch (error) {
      if (error instanceof OverCap && error.cap === "planPerMonth" && limit !== null)
        await store.transaction((tx) => month.tellAll(tx, row, limit));
      throw error;
    }
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
  readonly cap: Passed;

  constructor(cap: Passed) {
    super(cap);
    this.cap = cap;
  }
}

/** Gives false where this answer has its charge already. */
async function keepCharge(tx: Tx, row: CreditChargeRow): Promise<boolean> {
  return (await addCharge(tx, row)).length > 0;
}

const addCharge = statement((db, row: CreditChargeRow) =>
  db
    .insertInto("creditCharges")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("answerKey"),
);

/**
 * Adds a charge to the day's sums of agent and visitor; gives whether it is the agent's first of the day. One statement
 * decides and adds, so that no two answers at once can pass a cap together.
 */
async function add(
  tx: Tx,
  { organizationId, agentId, day, contactId, credits }: CreditChargeRow,
  caps: Charge["caps"],
): Promise<boolean> {
  const sums = [
    { contactId: "", cap: "agentPerDay", most: caps.agentPerDay },
    { contactId, cap: "visitorPerDay", most: caps.visitorPerDay },
  ] as const;
  const passed = sums.find(({ most }) => most !== null && most < credits);
  if (passed) throw new OverCap(passed.cap);
  const [agentBefore, visitorBefore] = sums.map(({ most }) => (most === null ? undefined : most - credits));
  const added = await addToSums(tx, {
    ...{ organizationId, agentId, day, contactId, credits },
    ...{ agentBefore, visitorBefore },
  });
  const over = sums.find((sum) => added.every((row) => row.contactId !== sum.contactId));
  if (over) throw new OverCap(over.cap);
  return added.some((row) => row.contactId === "" && row.credits === credits);
}

interface Added extends Pick<
  CreditChargeRow,
  "organizationId" | "agentId" | "day" | "contactId" | "credits"
> {
  /** What the sums are at most before; undefined for no cap. */
  agentBefore: number | undefined;
  visitorBefore: number | undefined;
}

const addToSums = statement((db, { agentBefore, visitorBefore, ...visitor }: Added) =>
  db
    .insertInto("creditUse")
    .values([{ ...visitor, contactId: "" }, visitor])
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "agentId", "day", "contactId"])
        .doUpdateSet((set) => ({ credits: set("creditUse.credits", "+", visitor.credits) }))
        .where(({ and, eb, or }) => {
          const within = (contactId: string, before: number | undefined) =>
            and([
              eb("creditUse.contactId", "=", contactId),
              ...(before === undefined ? [] : [eb("creditUse.credits", "<=", before)]),
            ]);
          return or([within("", agentBefore), within(visitor.contactId, visitorBefore)]);
        }),
    )
    .returning(["contactId", "credits"]),
);

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
  await takeFromMonth(tx, charge);
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

/** The day (UTC) of a time, as credits are summed by. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
