import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { solveChallenge } from "altcha-lib";
import { describe, expect, it } from "vitest";
import { getChallenge } from "../../../shared/contract/accounts/captcha.ts";
import type { Challenge } from "../../../shared/contract/accounts/captcha.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const login = "/api/auth/v1.0/authentication/login/password";
const wrong = { email: "ada@example.com", password: "wrong password" };
/** What asks for it, with what it answers once the captcha is out of the way. */
const forms: [string, Record<string, string>, string | undefined][] = [
  [login, wrong, "wrong_credentials"],
  ["/api/auth/v1.0/authentication/forgot-password", { email: "ada@example.com" }, undefined],
  ["/api/auth/v1.0/authentication/register", { ...wrong, first_name: "Ada" }, "registration_closed"],
];

describe.each(stores())("the captcha on $name", (store) => {
  it.each(forms)("is off by default: %s needs none", async (path, body, code) => {
    const server = await startTestServer({ store });
    expect((await server.anyone().send(getChallenge)).status).toBe(404);
    expect((await post(server, path, { body })).code).toBe(code);
  });

  it.each(forms)(
    "is required by %s once it is on, and accepts the form with a solution",
    async (path, body, code) => {
      const server = await startTestServer({ store, console: { captcha: true } });
      expect(await post(server, path, { body })).toMatchObject({ status: 403, code: "captcha_needed" });
      const proof = await solve(await server.anyone().call(getChallenge));
      expect((await post(server, path, { body, proof })).code).toBe(code);
    },
  );

  it("accepts a solution once, even when the second one comes at the same moment", async () => {
    const server = await startTestServer({ store, console: { captcha: true } });
    const proof = await solve(await server.anyone().call(getChallenge));
    const answers = await Promise.all([1, 2].map(() => post(server, login, { body: wrong, proof })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["captcha_refused", "wrong_credentials"]);
    expect(await post(server, login, { body: wrong, proof })).toMatchObject({ code: "captcha_refused" });
  });

  it("refuses an expired solution", async () => {
    const server = await startTestServer({ store, console: { captcha: true } });
    const proof = await solve(await server.anyone().call(getChallenge));
    server.clock.advance(5 * 60_000 + 2000);
    expect(await post(server, login, { body: wrong, proof })).toMatchObject({
      status: 403,
      code: "captcha_expired",
    });
  });

  it("refuses foreign or changed challenges, and unsolved answers", async () => {
    const server = await startTestServer({ store, console: { captcha: true } });
    const challenge = await server.anyone().call(getChallenge);
    const solved = unpack(await solve(challenge));
    const { parameters, signature } = challenge;
    const easier = { parameters: { ...parameters, keyPrefix: "00" }, signature };
    const longer = { parameters: { ...parameters, expiresAt: parameters.expiresAt + 9999 }, signature };
    const derivedKey = parameters.keyPrefix.padEnd(64, "0");
    const proofs = [
      "nothing",
      pack({}),
      pack({ ...solved, challenge: easier }),
      pack({ ...solved, challenge: longer }),
      pack({ ...solved, challenge: { ...challenge, signature: signature.replaceAll(/./g, "0") } }),
      pack({ challenge, solution: { counter: 1, derivedKey } }),
    ];
    for (const [index, proof] of proofs.entries()) {
      const address = `192.0.2.${100 + index}`;
      expect(await post(server, login, { body: wrong, proof, address }), proof).toMatchObject({
        status: 403,
        code: "captcha_refused",
      });
    }
    expect(await post(server, login, { body: wrong, proof: pack(solved) })).toMatchObject({
      code: "wrong_credentials",
    });
  });

  it("is announced to the console in its document", async () => {
    const server = await startTestServer({ store, console: { captcha: true } });
    const html = await (await server.request("/auth/login")).text();
    expect(html).toContain('"captcha":true');
  });
});

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("The challenge was not solved.");
  return pack({ challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } });
}

function pack(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

function unpack(proof: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(proof, "base64").toString("utf8"));
}

interface Posting {
  body: Record<string, string>;
  proof?: string;
  address?: string;
}

async function post(server: TestServer, path: string, { body, proof, address }: Posting) {
  const headers = new Headers({ "content-type": "application/json", origin: server.origin });
  if (proof) headers.set("x-cplt-captcha", proof);
  const init = { method: "POST", headers, body: JSON.stringify(body), ...(address && { address }) };
  const response = await server.request(path, init);
  const answer = await response.json();
  return { status: response.status, code: answer.error?.code };
}
