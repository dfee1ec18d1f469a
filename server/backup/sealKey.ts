import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { CannotStart } from "../database/cannotStart.ts";

export const sealedKeyName = "secret.key.sealed";

const saltLength = 16;
const nonceLength = 12;
const tagLength = 16;
/** Each guess costs about 0.2 s and 64 MB. */
const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 * 1024 * 1024 };
/** All that a backup's key may have been sealed by; the passphrase is right where one of them opens it. */
const costs = [cost, { ...cost, p: 1 }];

/** Encrypts the installation's secret key with a passphrase: salt, nonce, tag and text, as base64. */
export function sealKey(key: string, passphrase: string): string {
  const salt = randomBytes(saltLength);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", scryptSync(passphrase, salt, 32, cost), nonce);
  const text = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), text]).toString("base64");
}

/** Decrypts it. Throws CannotStart where the passphrase is wrong. */
export function openKey(sealed: string, passphrase: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const at = (from: number, length?: number) =>
    bytes.subarray(from, length === undefined ? undefined : from + length);
  const open = (root: Buffer) => {
    const decipher = createDecipheriv("aes-256-gcm", root, at(saltLength, nonceLength));
    decipher.setAuthTag(at(saltLength + nonceLength, tagLength));
    const text = at(saltLength + nonceLength + tagLength);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  };
  for (const one of costs) {
    try {
      return open(scryptSync(passphrase, at(0, saltLength), 32, one));
    } catch {
      // The next one may; what is said at last is the same for all.
    }
  }
  throw new CannotStart("BACKUP_PASSPHRASE is not the one that this backup's secret key was encrypted with.");
}
