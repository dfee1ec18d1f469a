/** SHA-256 and HMAC-SHA256 in lower-case hex, by the platform where it has them for this page. */
export interface Hashes {
  sha256(text: string): Promise<string>;
  hmacSha256(key: string, text: string): Promise<string>;
}

const encoder = new TextEncoder();

/** Gives the platform's hashes; on a page without a secure context (plain http, not localhost) a small library. */
export async function openHashes(
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<Hashes> {
  return subtle ? platformHashes(subtle) : libraryHashes();
}

function platformHashes(subtle: SubtleCrypto): Hashes {
  return {
    async sha256(text) {
      return toHex(await subtle.digest("SHA-256", encoder.encode(text)));
    },
    async hmacSha256(key, text) {
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const imported = await subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign"]);
      return toHex(await subtle.sign("HMAC", imported, encoder.encode(text)));
    },
  };
}

async function libraryHashes(): Promise<Hashes> {
  const [{ hmac }, { sha256 }] = await Promise.all([
    import("@noble/hashes/hmac.js"),
    import("@noble/hashes/sha2.js"),
  ]);
  return {
    async sha256(text) {
      return toHex(sha256(encoder.encode(text)));
    },
    async hmacSha256(key, text) {
      return toHex(hmac(sha256, encoder.encode(key), encoder.encode(text)));
    },
  };
}

/** Gives bytes as lower-case hex. */
export function toHex(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
