import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import type {} from "../billing/tables.ts";
import type { Db } from "../database/store.ts";
import type { TurnTimes } from "./engine.ts";
import { minuteKey } from "./sound/spendMinutes.ts";
import type { CallRow } from "./tables.ts";

export interface SpokenKey {
  organizationId: string;
  threadId: string;
  /** The visitor's message. */
  messageId: string;
}

/** Gives how the answer to a message was said in a call; nothing where it was said in none. */
export async function readSpoken(
  db: Db,
  { organizationId, threadId, messageId }: SpokenKey,
): Promise<Receipt["spoken"]> {
  const calls = await db
    .selectFrom("calls")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .execute();
  for (const call of calls) {
    const turns = JSON.parse(call.turns) as TurnTimes[]; // written by the call's process
    const turn = turns.find((one) => one.messageId === messageId);
    if (!turn) continue;
    const { hearMs: heard, sentMs: sent, wordMs: firstWord, soundMs: firstSound } = turn;
    const credits = await sumMinutes(db, call);
    return { ...(heard !== undefined && { heard }), sent, firstWord, firstSound, credits };
  }
  return undefined;
}

async function sumMinutes(
  db: Db,
  { organizationId, id, startedAt, endedAt, seenAt }: CallRow,
): Promise<number> {
  const minutes = 1 + Math.ceil(((endedAt ?? seenAt) - (startedAt ?? seenAt)) / 60_000);
  const keys = Array.from({ length: minutes }, (_, index) => minuteKey(id, index + 1));
  const charges = await db
    .selectFrom("creditCharges")
    .select("credits")
    .where("organizationId", "=", organizationId)
    .where("answerKey", "in", keys)
    .execute();
  return charges.reduce((sum, { credits }) => sum + Number(credits), 0);
}
