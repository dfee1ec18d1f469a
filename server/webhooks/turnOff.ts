import { letterLanguage } from "../accounts/letterLanguage.ts";
import { listManagers } from "../accounts/managers.ts";
import type { Tx } from "../database/store.ts";
import { writeLetter } from "../mail/letters.ts";
import { testIdPrefix } from "../../shared/domain/webhooks.ts";
import type { WebhookDeps } from "./deps.ts";
import type { WebhookRow } from "./tables.ts";

export interface TurningOff {
  /** Locked. */
  webhook: WebhookRow;
  because: NonNullable<WebhookRow["disabledBecause"]>;
  now: number;
}

/** Turns a webhook off and gives up what waits; where no person did it, those who may change it hear of it by mail. */
export async function turnOff(
  { mail, lookOrigin }: Pick<WebhookDeps, "mail" | "lookOrigin">,
  tx: Tx,
  { webhook, because, now }: TurningOff,
): Promise<void> {
  const { organizationId, id, name } = webhook;
  await tx
    .updateTable("webhooks")
    .set({ disabledBecause: because, disabledAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("webhookDeliveries")
    .set((row) => ({
      state: "failed",
      dueAt: null,
      owner: null,
      leaseUntil: null,
      endedAt: now,
      error: row.fn.coalesce("error", row.val("The webhook was turned off.")),
    }))
    .where("organizationId", "=", organizationId)
    .where("webhookId", "=", id)
    .where("state", "=", "waiting")
    .where("eventId", "not like", `${testIdPrefix}%`)
    .execute();
  if (because === "person") return;
  const origin = await lookOrigin();
  const url =
    origin === null ? undefined : `${origin}/accounts/${organizationId}/account/webhooks?webhook=${id}`;
  for (const user of await listManagers(tx, organizationId, "webhooks.update")) {
    const addressee = { to: user.email, language: letterLanguage(user) };
    const kind = because === "gone" ? "webhookGone" : "webhookFailing";
    await mail.post(
      tx,
      writeLetter(kind, addressee, {
        ...{ webhook: name, organization: user.organization },
        ...(url !== undefined && { url }),
      }),
    );
  }
}
