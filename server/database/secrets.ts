import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { CannotStart } from "./cannotStart.ts";
import { makePrivateFolder } from "./privateFolder.ts";

/** What only this installation can do: keys of its own, and texts that the database alone doesn't tell. */
export interface Secrets {
  /** A key of 32 bytes for one purpose: always the same, and telling nothing of the others. */
  derive(purpose: string): Uint8Array;
  /** Seals a text. What was sealed for one purpose opens for no other. */
  seal(text: string, purpose: string): string;
  /** Opens it; throws when it was changed, or sealed for another purpose or by another key. */
  unseal(sealed: string, purpose: string): string;
}

/** The name of the key's file in the data folder; a backup without it can't open what is sealed. */
export const secretFileName = "secret.key";

const shortestSecret = 32;
const version = "s1.";
const nonceLength = 12;
const tagLength = 16;
const mostKeysKept = 100;

/** Opens the secrets by SECRET_KEY, else by the key in the data folder, which is made there at the first start. */
export function openSecrets({
  dataDir,
  secretKey,
}: {
  dataDir: string;
  secretKey?: string | undefined;
}): Secrets {
  const root = secretKey ?? readOrMakeKey(resolve(dataDir));
  if (root.length < shortestSecret) {
    throw new CannotStart(
      `The secret key ${secretKey === undefined ? `in ${join(resolve(dataDir), secretFileName)}` : "SECRET_KEY"} ` +
        `has fewer than ${shortestSecret} characters. Put back the one that was there before, from a backup.`,
    );
  }
  const derive = (purpose: string) => new Uint8Array(hkdfSync("sha256", root, "pilothouse", purpose, 32));
  // Every signed request unseals its session's key. Some purposes name a row, so not all are kept.
  const sealKeys = new Map<string, Uint8Array>();
  const sealKey = (purpose: string) => {
    const key = sealKeys.get(purpose) ?? derive(`seal:${purpose}`);
    if (sealKeys.size >= mostKeysKept) sealKeys.clear();
    sealKeys.set(purpose, key);
    return key;
  };
  return {
    derive: (purpose) => derive(`key:${purpose}`),
    seal: (text, purpose) => sealText(text, sealKey(purpose)),
    unseal: (sealed, purpose) => unsealText(sealed, sealKey(purpose)),
  };
}

/** The text, or null where it can't be opened: the install's secret key is another one now. */
export function unsealOrNull(
  { unseal }: Pick<Secrets, "unseal">,
  sealed: string,
  purpose: string,
): string | null {
  try {
    return unseal(sealed, purpose);
  } catch {
    return null;
  }
}

function readOrMakeKey(folder: string): string {
  const path = join(folder, secretFileName);
  try {
    makePrivateFolder(folder);
    return readKey(path) ?? makeKey(folder, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`The secret key ${path} can't be read or made: ${reason}.`);
  }
}

function readKey(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8").trim();
    chmodSync(path, 0o600);
    return text;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Makes the key under a name of its own first and then links it, so that of two servers that start at once both have
 * the same one, and neither a half of it. It is on the disk before anything is sealed with it.
 */
function makeKey(folder: string, path: string): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeDurably(draft, `${randomBytes(32).toString("base64url")}\n`);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  syncFolder(folder);
  return readFileSync(path, "utf8").trim();
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

function syncFolder(folder: string): void {
  // Windows can't open a folder, and keeps its entries by itself.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function sealText(text: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return version + body.toString("base64url");
}

function unsealText(sealed: string, key: Uint8Array): string {
  const body = Buffer.from(sealed.slice(version.length), "base64url");
  if (!sealed.startsWith(version) || body.length < nonceLength + tagLength)
    throw new Error("This is no sealed text.");
  const decipher = createDecipheriv("aes-256-gcm", key, body.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(body.subarray(-tagLength));
  const opened = [decipher.update(body.subarray(nonceLength, -tagLength)), decipher.final()];
  return Buffer.concat(opened).toString("utf8");
}
