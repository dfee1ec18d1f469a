import { describe, expect, it } from "vitest";
import { canonicalText, decodeParams, signatureHeaders } from "../domain/signature.ts";
import { openHashes } from "./hash.ts";
import { signRequest } from "./signRequest.ts";

const session = { id: "s1", key: "a key" };
const url = new URL("https://pilot.example/api/console/v1/org/o%201/copilotapps?page=2&limit=10");

describe("the hashes", () => {
  it.each([
    ["the platform's", globalThis.crypto.subtle],
    ["the library's, where there is no secure context", undefined],
  ])("of %s are those of RFC 4231 and FIPS 180", async (_, subtle) => {
    const hashes = await openHashes(subtle);
    expect(await hashes.sha256("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(await hashes.hmacSha256("Jefe", "what do ya want for nothing?")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });
});

describe("a signed request", () => {
  it("carries what the other end needs to make the same signature", async () => {
    const body = `{"data":{"name":"Ada"}}`;
    const headers = await signRequest({ method: "POST", url, body, session, now: 1234.5 });
    const names = decodeParams(headers[signatureHeaders.params] ?? "");
    expect(names).toEqual(["host", "x-cplt-nonce", "x-cplt-session", "x-cplt-timestamp"]);

    const hashes = await openHashes();
    const text = canonicalText({
      method: "POST",
      path: "/api/console/v1/org/o%201/copilotapps",
      query: "limit=10&page=2",
      headers: { ...headers, host: "pilot.example" },
      bodyHash: await hashes.sha256(body),
    });
    expect(headers[signatureHeaders.signature]).toBe(await hashes.hmacSha256(session.key, text));
    expect(headers[signatureHeaders.timestamp]).toBe("1235");
  });

  it("never uses a nonce twice", async () => {
    const signed = await Promise.all(
      Array.from({ length: 50 }, () => signRequest({ method: "GET", url, body: "", session, now: 1 })),
    );
    expect(new Set(signed.map((headers) => headers[signatureHeaders.nonce])).size).toBe(50);
  });
});
