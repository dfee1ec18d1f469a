import type { Seal } from "../mail/mail.ts";
import { oldSecretForMs } from "../../shared/domain/webhooks.ts";
import { makeSecret } from "./signing.ts";
import type { WebhookRow } from "./tables.ts";

const purpose = "webhook";

/** What a webhook's row keeps of its secrets. */
type SecretColumns = Pick<WebhookRow, "sealedSecret" | "secretEnding" | "sealedOldSecret" | "oldSecretUntil">;

/** Makes a secret, with what the row keeps of it; the one before signs on for a while. */
export function newSecret(
  seal: Seal,
  { before, now }: { before?: WebhookRow; now: number },
): { secret: string; columns: SecretColumns } {
  const secret = makeSecret();
  return {
    secret,
    columns: {
      sealedSecret: seal.seal(secret, purpose),
      secretEnding: secret.slice(-4),
      sealedOldSecret: before?.sealedSecret ?? null,
      oldSecretUntil: before ? now + oldSecretForMs : null,
    },
  };
}

/** The secrets that sign now, the newest first. */
export function readSecrets(seal: Seal, row: SecretColumns, now: number): string[] {
  const { sealedSecret, sealedOldSecret, oldSecretUntil } = row;
  const isOldGood = sealedOldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  return [sealedSecret, ...(isOldGood ? [sealedOldSecret] : [])].map((one) => seal.unseal(one, purpose));
}
