import { randomBytes } from "node:crypto";
import type { IdentitySettings } from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import { unsealOrNull } from "../database/secrets.ts";
import type { StoredSecret, SurfaceRow } from "./tables.ts";
import type { Seal } from "./visitors.ts";

const purpose = "identity-secret";
/** Two, so that one can be replaced without a gap. */
const most = 2;

/** The secrets that may sign a surface's identities; one that can no longer be decrypted signs nothing. */
export function openIdentitySecrets(row: Pick<SurfaceRow, "identitySecrets">, seal: Seal): string[] {
  return readStored(row).flatMap(({ sealed }) => unsealOrNull(seal, sealed, purpose) ?? []);
}

/** Makes another secret. It is given this once; the row keeps it sealed. */
export function addSecret(
  row: Pick<SurfaceRow, "identitySecrets">,
  { seal, now }: { seal: Seal; now: number },
): { secret: string; identitySecrets: string } {
  const stored = readStored(row);
  if (stored.length >= most) {
    throw new AppError("conflict", {
      message: "There are two secrets. Delete an unused one first.",
    });
  }
  const secret = randomBytes(32).toString("base64url");
  const added = {
    id: newId(now),
    sealed: seal.seal(secret, purpose),
    lastFour: secret.slice(-4),
    createdAt: now,
  };
  return { secret, identitySecrets: JSON.stringify([...stored, added]) };
}

/** The list without one of them; `not_found` for one that is not there. */
export function withoutSecret(row: Pick<SurfaceRow, "identitySecrets">, secretId: string): string {
  const stored = readStored(row);
  const left = stored.filter(({ id }) => id !== secretId);
  if (left.length === stored.length) throw new AppError("not_found");
  return JSON.stringify(left);
}

/** How visitors are told apart, as members see it. */
export function presentIdentity(row: SurfaceRow): IdentitySettings {
  const secrets = readStored(row).map(({ id, lastFour, createdAt }) => ({ id, lastFour, createdAt }));
  return { mode: row.identityMode, secrets };
}

function readStored({ identitySecrets }: Pick<SurfaceRow, "identitySecrets">): StoredSecret[] {
  return JSON.parse(identitySecrets) as StoredSecret[]; // written by this file
}
