import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import { statement } from "../database/statement.ts";
import type { Db } from "../database/store.ts";
import type {} from "./tables.ts";

export interface ReceiptKey {
  organizationId: string;
  threadId: string;
  messageId: string;
}

/** Keeps the receipt of an answer; a later generation's takes the place of the one before. */
export async function saveReceipt(db: Db, { key, receipt, now }: SavedReceipt): Promise<void> {
  const body = JSON.stringify(receipt);
  await putReceipt(db, { ...key, body, createdAt: now });
}

const putReceipt = statement((db, row: ReceiptKey & ReceiptBody) =>
  db
    .insertInto("receipts")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "messageId"])
        .doUpdateSet({ body: row.body, createdAt: row.createdAt }),
    ),
);

interface ReceiptBody {
  body: string;
  createdAt: number;
}

export interface SavedReceipt {
  key: ReceiptKey;
  receipt: Receipt;
  now: number;
}

/** Gives the receipt of an answer; null where there is none. */
export async function readReceipt(db: Db, key: ReceiptKey): Promise<Receipt | null> {
  const row = await db
    .selectFrom("receipts")
    .select("body")
    .where("organizationId", "=", key.organizationId)
    .where("messageId", "=", key.messageId)
    .where("threadId", "=", key.threadId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.body) as Receipt) : null; // written by saveReceipt
}
