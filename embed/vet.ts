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

/**
 * Keeps what can be written as JSON, as much as the server takes beside what is `there` already. Of what is nested, the parts
 * that can be written are kept.
 */
export function vetContext(
  given: unknown,
  there: Record<string, unknown> = {},
): Vetted<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
    const lost: string[] = [];
    const read = readJson(value, { path: name, above: [], lost, steps: { left: maxContextCharacters } });
    const text = JSON.stringify({ ...there, ...kept, [name]: read });
    const hasRoom = name.length <= longestName && text.length <= maxContextCharacters;
    if (hasRoom && read !== undefined) kept[name] = read;
    if (!hasRoom) ignored.push(name);
    else ignored.push(...lost);
  }
  return { kept, ignored };
}

/** Keeps the attributes that the server takes. */
export function vetAttributes(given: unknown): Vetted<Attributes> {
  const kept: Attributes = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
    const isNamed = name !== "" && name.length <= longestName;
    if (isNamed && Object.keys(kept).length < mostAttributes && isAttribute(value)) kept[name] = value;
    else if (value !== undefined) ignored.push(name);
  }
  return { kept, ignored };
}

/** What was left out, for page code: in the console at once, and in what its call resolves to. */
export function tellIgnored(method: string, ignored: string[]): { ignored?: string[] } {
  if (ignored.length === 0) return {};
  console.warn(`Pilothouse: ${method} left out what is not valid: ${ignored.join(", ")}`);
  return { ignored };
}

const longestName = 60;
const mostAttributes = 50;

interface Reading {
  path: string;
  /** What the value is in: one of these again is a cycle. */
  above: object[];
  /** The paths of what can't be written. */
  lost: string[];
  /** Objects of frameworks lead everywhere: what has more parts than a context has characters is not read to its end. */
  steps: { left: number };
}

/** Gives a value as JSON has it; undefined is nothing. */
function readJson(value: unknown, reading: Reading): unknown {
  const { path, above, lost, steps } = reading;
  const isWritten = typeof value !== "function" && typeof value !== "symbol";
  steps.left -= 1;
  if (typeof value === "bigint") return String(value);
  if (isWritten && (typeof value !== "object" || value === null)) return value;
  if (!isWritten || above.includes(value as object) || steps.left < 0) return void lost.push(path);
  const within = (name: string, one: unknown) =>
    readJson(one, { ...reading, path: `${path}.${name}`, above: [...above, value as object] });
  try {
    const { toJSON } = value as { toJSON?: unknown }; // as dates and addresses have it
    if (typeof toJSON === "function")
      return readJson(toJSON.call(value), { ...reading, above: [...above, value as object] });
    if (Array.isArray(value)) return value.map((one, at) => within(String(at), one) ?? null);
    return Object.fromEntries(
      Object.entries(value as object).map(([name, one]) => [name, within(name, one)]),
    );
  } catch {
    // A getter of the page's that throws.
    return void lost.push(path);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
