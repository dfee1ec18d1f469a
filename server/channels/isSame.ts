import { createHash, timingSafeEqual } from "node:crypto";

/** Compares a secret in constant time, whatever was sent in its place. */
export function isSame(given: string, secret: string): boolean {
  if (secret === "") return false;
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}
