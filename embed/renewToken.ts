import type { RawOptions } from "./raw.ts";

/** Asks page code for a fresh token, and tells it. */
export async function renewToken(
  { onTokenExpired }: RawOptions,
  tell: (token: string) => Promise<unknown>,
): Promise<void> {
  const fresh = typeof onTokenExpired === "function" && (await onTokenExpired());
  if (fresh) await tell(fresh);
}
