import { createHmac, timingSafeEqual } from "node:crypto";
import { readCookie, setCookie } from "./cookies.ts";
import type { RequestFacts } from "./handle.ts";

const cookieName = "device";
const goodForMs = 365 * 24 * 60 * 60 * 1000;

interface Around {
  key: Uint8Array;
  now: number;
}

/** Remembers in this browser that this user has signed in with it. It lets nobody in; it only counts tries apart from strangers'. */
export function noteKnownDevice(request: RequestFacts, userId: string, { key, now }: Around): void {
  const named = `${userId}.${now + goodForMs}`;
  setCookie(request, { name: cookieName, value: `${named}.${sign(named, key)}`, maxAgeMs: goodForMs });
}

/** The user who last signed in with this browser; null for one that is not known. */
export function readKnownUser(
  request: Pick<RequestFacts, "headers" | "reachedOrigin" | "basePath">,
  { key, now }: Around,
): string | null {
  const [userId = "", expiresAt = "", mac = ""] = (readCookie(request, cookieName) ?? "").split(".");
  const [given, right] = [Buffer.from(mac), Buffer.from(sign(`${userId}.${expiresAt}`, key))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return Number(expiresAt) > now ? userId : null;
}

function sign(text: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
