import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const hashWith = promisify(argon2);

/** Memory in KiB, rounds and lanes of argon2id; a hash carries its own, so these may grow. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** Hashes a password by argon2id, off the main thread, into the usual `$argon2id$...` text. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashWith("argon2id", { message: password.normalize("NFKC"), nonce, tagLength, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/**
 * Whether the password is the one that was hashed. Without a hash (nobody has this address) it takes as long as with
 * one and gives false, so that time does not tell who has an account.
 */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = shape.exec(hash ?? nobodysHash);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = "", tag = ""] = parts;
  const expected = Buffer.from(tag, "base64");
  const given = await hashWith("argon2id", {
    message: password.normalize("NFKC"),
    nonce: Buffer.from(salt, "base64"),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(given, expected) && hash !== null;
}

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const nobodysHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(randomBytes(16))}$${encode(randomBytes(tagLength))}`;

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
