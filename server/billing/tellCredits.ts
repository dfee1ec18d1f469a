import { letterLanguage } from "../accounts/letterLanguage.ts";
import { listManagers } from "../accounts/managers.ts";
import type { PublicOrigin } from "../accounts/publicOrigin.ts";
import type { Tx } from "../database/store.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import type { CreditAlert } from "./creditMonth.ts";

/** Makes what writes to owners and admins how much of the month's credits is spent. */
export function createTellCredits({ mail, lookOrigin }: { mail: Mail; lookOrigin: PublicOrigin["look"] }) {
  return async (tx: Tx, { organizationId, percent, limit }: CreditAlert): Promise<void> => {
    if (!mail.isConfigured) return;
    const origin = await lookOrigin();
    if (origin === null) return;
    const url = `${origin}/accounts/${organizationId}/account/pricing`;
    const kind = percent === 100 ? "creditsUsed" : "creditsAlert";
    for (const { email, language, organization } of await listManagers(
      tx,
      organizationId,
      "billing.update",
    )) {
      const addressee = { to: email, language: letterLanguage({ language }) };
      const values = { organization, url, percent: String(percent), limit: String(limit) };
      await mail.post(tx, writeLetter(kind, addressee, values));
    }
  };
}
