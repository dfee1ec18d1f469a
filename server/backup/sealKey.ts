import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { CannotStart } from "../database/cannotStart.ts";

export const sealedKeyName = "secret.key.sealed";

const saltLength = 16;
const nonceLength = 12;
const tagLength = 16;
/** About a tenth of a second and 64 MB a guess. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

/** Seals the installation's secret key with a passphrase: salt, nonce, tag and text, as base64. */
export function sealKey(key: string, passphrase: string): string {
  const salt = randomBytes(saltLength);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", scryptSync(passphrase, salt, 32, cost), nonce);
  const text = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), text]).toString("base64");
}

/** Opens it; throws CannotStart where the passphrase is another one. */
export function openKey(sealed: string, passphrase: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const at = (from: number, length?: number) =>
    bytes.subarray(from, length === undefined ? undefined : from + length);
  try {
    const root = scryptSync(passphrase, at(0, saltLength), 32, cost);
    const decipher = createDecipheriv("aes-256-gcm", root, at(saltLength, nonceLength));
    decipher.setAuthTag(at(saltLength + nonceLength, tagLength));
    const text = at(saltLength + nonceLength + tagLength);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    throw new CannotStart("The passphrase does not open the secret key of this backup.");
  }
}
