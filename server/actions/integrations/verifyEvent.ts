import { createHmac, timingSafeEqual } from "node:crypto";
import type { EventVerification } from "./Provider.ts";

export interface SignedEvent {
  headers: Headers;
  body: Buffer;
  /** The address that the provider sent it to. */
  url: string;
  secret: string;
  now: number;
}

/** Older ones are repeats of somebody who listened. */
const goodForMs = 5 * 60_000;

/** Whether an event is what its provider sent, just now. */
export function verifyEvent(verify: EventVerification, event: SignedEvent): boolean {
  const given = event.headers.get(verify.header) ?? "";
  if (verify.scheme === "token") return isSame(given, event.secret);
  const { time, signatures } = readSignature(verify, given, event.headers);
  if (verify.signed.includes("{time}") && !isRecent(time, event.now)) return false;
  const key = verify.isKeyBase64 ? Buffer.from(event.secret, "base64") : event.secret;
  const hmac = createHmac("sha256", key);
  for (const part of verify.signed.split(/(\{\w+\})/)) {
    if (part === "{body}") hmac.update(event.body);
    else hmac.update(part === "{time}" ? time : part === "{url}" ? event.url : part);
  }
  const expected = hmac.digest(verify.encoding);
  return signatures.some((signature) => isSame(signature, expected));
}

type Hmac = Extract<EventVerification, { scheme: "hmac" }>;

/** A header may hold several signatures while a secret is replaced. */
function readSignature(
  { form, timeHeader }: Hmac,
  given: string,
  headers: Headers,
): { time: string; signatures: string[] } {
  if (form === "t,v1") {
    const pairs = given.split(",").map((pair) => pair.trim().split("=", 2));
    const valuesOf = (name: string) =>
      pairs.flatMap(([key, value]) => (key === name && value ? [value] : []));
    return { time: valuesOf("t")[0] ?? "", signatures: valuesOf("v1") };
  }
  const prefix = form === "plain" ? "" : form;
  const signatures = given.startsWith(prefix) && given !== "" ? [given.slice(prefix.length)] : [];
  return { time: timeHeader ? (headers.get(timeHeader) ?? "") : "", signatures };
}

/** Seconds, milliseconds, or a date. */
function isRecent(time: string, now: number): boolean {
  const number = /^\d{1,16}$/.test(time) ? Number(time) : null;
  const at = number === null ? Date.parse(time) : number > 1e11 ? number : number * 1000;
  return Math.abs(now - at) <= goodForMs;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length > 0 && left.length === right.length && timingSafeEqual(left, right);
}
