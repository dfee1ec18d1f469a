import { argon2Sync, randomBytes } from "node:crypto";

/**
 * Hashes a password as the server does, at the least cost that argon2id has: a hash carries its own. Signing in a person
 * of a test then takes no 40 ms of a core; what registers or changes a password hashes at the product's cost.
 */
export function hashQuickly(password: string): string {
  const [memory, passes, parallelism, tagLength] = [8, 1, 1, 32];
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", { message: password, nonce, tagLength, memory, passes, parallelism });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
