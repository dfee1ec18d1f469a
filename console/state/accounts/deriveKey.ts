import type { DeriveKeyFunction } from "altcha-lib";

/** Derives a key by the platform; on a page without a secure context (plain http) by a library, a little at a time. */
export const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle; // not there on such a page, whatever the types say
  const derive = subtle ? deriveByPlatform(subtle) : deriveByLibrary;
  return { parameters: {}, derivedKey: await derive({ cost, keyLength, salt, password }) };
};

interface Derivation {
  cost: number;
  keyLength: number;
  salt: Uint8Array;
  password: Uint8Array;
}

type Derive = (derivation: Derivation) => Promise<Uint8Array>;

function deriveByPlatform(subtle: SubtleCrypto): Derive {
  return async ({ cost, keyLength, salt, password }) => {
    const key = await subtle.importKey("raw", Uint8Array.from(password), "PBKDF2", false, ["deriveBits"]);
    const how = { name: "PBKDF2", hash: "SHA-256", iterations: cost, salt: Uint8Array.from(salt) };
    return new Uint8Array(await subtle.deriveBits(how, key, keyLength * 8));
  };
}

const deriveByLibrary: Derive = async ({ cost, keyLength, salt, password }) => {
  const [{ pbkdf2Async }, { sha256 }] = await Promise.all([
    import("@noble/hashes/pbkdf2.js"),
    import("@noble/hashes/sha2.js"),
  ]);
  return pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength });
};
