import type { Secrets } from "../database/secrets.ts";

/** What a call says of a secret: null removes it, and undefined leaves it as it is. */
export type GivenSecret = string | null | undefined;

/** A secret as a row keeps it: sealed, and its end for people. */
export interface SecretColumns {
  sealedSecret: string | null;
  secretEnding: string;
}

const shownOfSecret = 4;

export function secretColumns(
  seal: Pick<Secrets, "seal">,
  { purpose, secret }: { purpose: string; secret: GivenSecret },
): Partial<SecretColumns> {
  if (secret === undefined) return {};
  if (secret === null) return { sealedSecret: null, secretEnding: "" };
  // Of a short secret nothing is shown.
  const ending = secret.length >= shownOfSecret * 3 ? secret.slice(-shownOfSecret) : "";
  return { sealedSecret: seal.seal(secret, purpose), secretEnding: ending };
}
