import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toHex } from "../../../shared/client/hash.ts";
import { configurePage } from "../../../tests/kit/surfaces/configure.ts";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";

const login = "POST /api/auth/v1.0/authentication/login/password";
const challengeCall = "GET /api/auth/v1.0/authentication/challenge";
const work = { cost: 10, keyLength: 32 };
const salt = "ab".repeat(16);
const nonce = "cd".repeat(16);

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** The key that a counter leads to, by the library alone. */
function deriveAt(counter: number): string {
  const password = Uint8Array.from([...fromHex(nonce), 0, 0, 0, counter]);
  return toHex(pbkdf2(sha256, password, fromHex(salt), { c: work.cost, dkLen: work.keyLength }));
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function makeChallenge(counter: number) {
  const keyPrefix = deriveAt(counter).slice(0, 32);
  const parameters = { algorithm: "PBKDF2/SHA-256", nonce, salt, ...work, keyPrefix };
  return { parameters: { ...parameters, keySignature: "aa", expiresAt: 4_000_000_000 }, signature: "bb" };
}

async function logIn() {
  const api = startFakeApi({ [login]: failWith("wrong_credentials"), [challengeCall]: makeChallenge(7) });
  const { signIn } = await import("./signIn.ts");
  await signIn({ email: "ada@example.com", password: "wrong" }).catch(() => undefined);
  return api;
}

it("with the captcha on, signing in brings a new challenge with its answer each time", async () => {
  configurePage({ captcha: true });
  const api = await logIn();
  const header = api.last(login)?.headers.get("x-cplt-captcha") ?? "";
  expect(JSON.parse(atob(header))).toEqual({
    challenge: makeChallenge(7),
    solution: { counter: 7, derivedKey: deriveAt(7) },
  });
  const { signIn } = await import("./signIn.ts");
  await signIn({ email: "ada@example.com", password: "wrong" }).catch(() => undefined);
  expect(api.requests.filter(({ what }) => what === challengeCall)).toHaveLength(2);
});

it("with the captcha off, nothing is asked for and nothing is sent", async () => {
  const api = await logIn();
  expect(api.last(challengeCall)).toBeUndefined();
  expect(api.last(login)?.headers.has("x-cplt-captcha")).toBe(false);
});

it("with the captcha on, a call that asks for none brings none", async () => {
  configurePage({ captcha: true });
  const api = startFakeApi({ "GET /api/auth/v1.0/first-owner": { needed: false } });
  const { loadFirstOwner } = await import("./signIn.ts");
  await loadFirstOwner();
  expect(api.requests.map(({ what }) => what)).toEqual(["GET /api/auth/v1.0/first-owner"]);
});

it("a page without a secure context finds the same answer by the library", async () => {
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes });
  const { proveWork } = await import("./captcha.ts");
  const proof = await proveWork({ ...makeChallenge(3) } as never); // of the contract's literals these are strings
  expect(JSON.parse(atob(proof)).solution).toEqual({ counter: 3, derivedKey: deriveAt(3) });
});
