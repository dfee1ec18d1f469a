import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Tx } from "../database/store.ts";
import type { WebhookDeliveryRow, WebhookRow } from "./tables.ts";

interface Wanted {
  organizationId: string;
  webhookId: string;
}

/** The organization's webhook; everybody else's is `not_found`. */
export async function findWebhook(db: Db, wanted: Wanted): Promise<WebhookRow> {
  return needed(await select(db, wanted).executeTakeFirst());
}

/** Finds it and holds it until the transaction ends. */
export async function lockWebhook(tx: Tx, wanted: Wanted): Promise<WebhookRow> {
  return needed(await select(tx, wanted).forUpdate().executeTakeFirst());
}

/** A delivery of a webhook that was found before. */
export async function findDelivery(
  db: Db,
  { organizationId, id }: WebhookRow,
  deliveryId: string,
): Promise<WebhookDeliveryRow> {
  const row = await db
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("webhookId", "=", id)
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  return needed(row);
}

function select(db: Db, { organizationId, webhookId }: Wanted) {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", webhookId);
}

function needed<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError("not_found");
  return row;
}
