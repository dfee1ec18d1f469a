import type { Attributes, Identity } from "../shared/frame/messages.ts";
import { contactFields } from "../shared/domain/contactFields.ts";
import { writePhone } from "../shared/domain/phone.ts";
import { maxContextCharacters } from "../shared/domain/limits.ts";

/** What page code gave, as far as the server takes it, and the names of what was left out. */
export interface Vetted<Kept> {
  kept: Kept;
  ignored: string[];
}

/** Keeps what is valid of an identity: what is not would have the server refuse every message that comes with it. */
export function vetIdentity(given: Identity): Vetted<Identity> {
  const kept: Identity = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
    if (name === "attrs" && isRecord(value)) {
      const attrs = vetAttributes(value);
      kept.attrs = attrs.kept;
      ignored.push(...attrs.ignored.map((one) => `attrs.${one}`));
      continue;
    }
    // Many sites number their users; the signature is over the same text.
    const text = name === "userId" && typeof value === "number" ? String(value) : value;
    if (typeof text === "string" && isValid(name, text.trim())) Object.assign(kept, { [name]: text.trim() });
    else if (value !== undefined) ignored.push(name);
  }
  return { kept, ignored };
}

/** Tells what is valid of an identity; page code hears of the rest by the answer, and in the console. */
export async function tellIdentity(
  given: Identity,
  tell: (told: Identity) => Promise<{ verified: boolean } | false>,
): Promise<{ verified: boolean; ignored?: string[] }> {
  const { kept, ignored } = vetIdentity(given);
  tellIgnored("identify", ignored);
  return { ...((await tell(kept)) || { verified: false }), ...(ignored.length > 0 && { ignored }) };
}

/** Keeps of a context what can be written as JSON, as much as the server takes. */
export function vetContext(given: Record<string, unknown> | null): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(given ?? {})) {
    try {
      const text = JSON.stringify({ ...kept, [name]: value }, writeLarge);
      if (text.length > maxContextCharacters) throw new Error("There is no room for it.");
      const read = JSON.parse(text) as Record<string, unknown>; // it was written from a record
      if (name in read) kept[name] = read[name];
      else ignored.push(name);
    } catch {
      ignored.push(name);
    }
  }
  tellIgnored("setContext", ignored);
  return kept;
}

function tellIgnored(method: string, ignored: string[]): void {
  if (ignored.length > 0)
    console.warn(`Pilothouse: ${method} left out what is not valid: ${ignored.join(", ")}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function vetAttributes(given: Record<string, unknown>): Vetted<Attributes> {
  const kept: Attributes = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const isKept = name !== "" && name.length <= 60 && Object.keys(kept).length < 50 && isAttribute(value);
    if (isKept) kept[name] = value;
    else if (value !== undefined) ignored.push(name);
  }
  return { kept, ignored };
}

function isAttribute(value: unknown): value is Attributes[string] {
  if (typeof value === "string") return value.length <= 500;
  return value === null || typeof value === "boolean" || Number.isFinite(value);
}

const longest: Record<string, number> = { token: 4000, userId: 200, hash: 128, name: 120 };

/** The server's own checks, with the same words about addresses and telephone numbers. */
function isValid(name: string, text: string): boolean {
  const kind = Object.hasOwn(contactFields, name)
    ? contactFields[name as keyof typeof contactFields].kind // it has it
    : null;
  if (kind === "email")
    return text.length <= 254 && /^[\w+-]+(\.[\w+-]+)*@[\da-z]+([.-][\da-z]+)*\.[a-z]{2,}$/i.test(text);
  if (kind === "phone") return text.length <= 40 && /^\+[1-9]\d{6,14}$/.test(writePhone(text));
  return text !== "" && text.length <= (longest[name] ?? (kind === "text" ? 120 : -1));
}

function writeLarge(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
