import { afterEach, describe, expect, it, vi } from "vitest";
import type { RegistrationSettings } from "../../../server/accounts/registration.ts";
import { getProfile } from "../../../shared/contract/accounts/accounts.ts";
import {
  completeRegistration,
  register,
  resendRegistrationCode,
} from "../../../shared/contract/accounts/registration.ts";
import { createFirstOwner, loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import type { TestInput } from "../../kit/client.ts";
import { nextAddress } from "../../kit/client.ts";
import { readCookie } from "../../kit/factories.ts";
import { codeIn, startMailServer, type MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const minute = 60_000;
const open: RegistrationSettings = { isOpen: true, domains: [] };
const ben = { email: "ben@example.com", password: "a long password", first_name: "Ben" };
const opened: MailServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

async function setUp(store: ReturnType<typeof stores>[number], registration = open) {
  const mails = await startMailServer();
  opened.push(mails);
  const mail = { smtpUrl: mails.url, from: undefined };
  const server = await startTestServer({ store, mail, registration });
  await makeOwner(server);
  return {
    ...{ server, mails },
    /** Begins an account in a browser of its own. */
    async begin(person: TestInput<typeof register>["body"] = ben) {
      const address = nextAddress();
      const response = await server.anyone(address).send(register, { body: person });
      const browser = server.as({ address, cookie: readCookie(response) });
      const enter = (code: string) => browser.send(completeRegistration, { body: { code } });
      return { response, browser, enter, setCookie: response.headers.getSetCookie().join() };
    },
    async readCode() {
      await vi.waitFor(() => expect(mails.letters).not.toHaveLength(0), 5000);
      const letter = mails.letters.shift();
      if (!letter) throw new Error("No letter came.");
      return codeIn(letter);
    },
    async codeOf(response: Response): Promise<string> {
      return (await response.json()).error.code;
    },
  };
}

/** Closes the set-up, as the first owner does. */
async function makeOwner(server: TestServer): Promise<void> {
  const { setupToken } = server.app;
  const body = { email: "owner@example.com", password: "a long password", first_name: "Owner", setupToken };
  await server.anyone("127.0.0.1").call(createFirstOwner, { body });
}

/** Another code than this one. */
const otherThan = (code: string) => (code === "111111" ? "222222" : "111111");

describe.each(stores())("open registration on $name", (store) => {
  it("creates an account by the mailed code, in the browser that requested it, and signs in", async () => {
    const { server, begin, readCode } = await setUp(store);
    const { response, enter, setCookie } = await begin();
    expect(await response.json()).toEqual({
      email: ben.email,
      resendAt: expect.any(Number),
      expiresAt: expect.any(Number),
    });
    expect(setCookie).toMatch(/^__Host-cplt_registration=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/);
    const { email, password } = ben;
    const login = () => server.anyone().send(loginWithPassword, { body: { email, password } });
    expect((await login()).status).toBe(401);
    const done = await enter(await readCode());
    expect(done.status).toBe(200);
    const { user, session } = await done.json();
    expect(user).toMatchObject({ email, first_name: "Ben" });
    const actor = { address: nextAddress(), session, cookie: readCookie(done) };
    const { data } = await server.as(actor).call(getProfile);
    expect(data.emailVerifiedAt).toBeGreaterThan(0);
    expect((await login()).status).toBe(200);
  });

  it("D3: answers alike for an existing address, and tells only its owner by mail", async () => {
    const { server, mails, begin, codeOf } = await setUp(store);
    const { user } = await server.createPerson();
    const taken = await begin({ ...ben, email: user.email });
    const free = await begin();
    const shape = async ({ response }: typeof taken) => ({
      status: response.status,
      headers: [...response.headers.keys()].toSorted(),
      body: Object.keys(await response.json()),
    });
    expect(await shape(taken)).toEqual(await shape(free));
    await vi.waitFor(() => expect(mails.letters).toHaveLength(2), 5000);
    const letter = mails.letters.find(({ to }) => to.includes(user.email));
    expect(letter?.source).toContain("already has one");
    expect(letter && codeIn(letter)).toBe("");
    expect([await codeOf(await taken.enter("123456")), await codeOf(await free.enter("123456"))]).toEqual([
      "code_wrong",
      "code_wrong",
    ]);
  });

  it("D5: gives nobody an account at an address whose mail they can't read", async () => {
    const { server, begin, readCode, codeOf } = await setUp(store);
    const attacker = await begin({ ...ben, password: "the attacker's own" });
    const code = await readCode();
    const victim = await begin();
    const other = await readCode();
    expect(await codeOf(await attacker.enter(otherThan(code)))).toBe("code_wrong");
    expect((await victim.enter(other)).status).toBe(200);
    expect(await codeOf(await attacker.enter(code))).toBe("name_taken");
    const body = { email: ben.email, password: "the attacker's own" };
    expect((await server.anyone().send(loginWithPassword, { body })).status).toBe(401);
  });

  it("D7: accepts a code in any spelling, once, even when it comes twice at the same moment", async () => {
    const { begin, readCode, codeOf } = await setUp(store);
    const { enter } = await begin();
    const code = await readCode();
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join("");
    const spellings = [` ${code.slice(0, 3)} ${code.slice(3)}\n`, wide, code];
    const answers = await Promise.all(spellings.map(enter));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await codeOf(await enter(code))).toBe("code_used");
  });

  it("D2: invalidates a code after five wrong ones, in a row or in parallel", async () => {
    const { server, begin, readCode, codeOf } = await setUp(store);
    const { browser, enter } = await begin();
    const code = await readCode();
    const wrong = otherThan(code);
    await Promise.all([enter(wrong), enter(wrong), enter(wrong)]);
    server.clock.advance(10 * minute);
    expect(await codeOf(await enter(wrong))).toBe("code_wrong");
    expect(await codeOf(await enter(wrong))).toBe("code_ended");
    expect(await codeOf(await enter(code))).toBe("code_ended");
    expect((await browser.send(resendRegistrationCode)).status).toBe(200);
    expect((await enter(await readCode())).status).toBe(200);
  });

  it("D2: allows at most ten codes in 15 minutes from one address, no matter what its headers say", async () => {
    const { server } = await setUp(store);
    const attempt = (index: number) =>
      server.anyone("192.0.2.9").send(completeRegistration, {
        body: { code: "123456" },
        headers: { "x-forwarded-for": `198.51.100.${index}` },
      });
    let tried = 0;
    for (let index = 0; index < 15; index += 1) {
      for (const one of [await attempt(index), await attempt(index)]) if (one.status !== 429) tried += 1;
      server.clock.advance(minute);
    }
    expect(tried).toBeLessThanOrEqual(10);
    expect(tried).toBeGreaterThanOrEqual(5);
  });

  it("invalidates a code after a quarter of an hour and by a newer one, sent after a minute at the earliest", async () => {
    const { server, mails, begin, readCode, codeOf } = await setUp(store);
    const { browser, enter } = await begin();
    const first = await readCode();
    const tooSoon = await browser.send(resendRegistrationCode);
    expect([tooSoon.status, Number(tooSoon.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    server.clock.advance(16 * minute);
    expect(await codeOf(await enter(first))).toBe("code_ended");
    const sent = await browser.call(resendRegistrationCode);
    expect(sent.email).toBe(ben.email);
    const second = await readCode();
    if (first !== second) expect(await codeOf(await enter(first))).toBe("code_wrong");
    expect((await enter(second)).status).toBe(200);
    expect(mails.letters).toHaveLength(0);
  });

  it("refuses the code in another browser", async () => {
    const { server, begin, readCode, codeOf } = await setUp(store);
    await begin();
    const code = await readCode();
    const elsewhere = await server.anyone().send(completeRegistration, { body: { code } });
    expect([elsewhere.status, await codeOf(elsewhere)]).toEqual([403, "code_elsewhere"]);
    expect(await codeOf(await server.anyone().send(resendRegistrationCode))).toBe("code_elsewhere");
  });

  it.each([
    ["", "Field is required"],
    ["no code!", "Invalid data"],
  ])("explains the invalid code %j in the specification's words", async (code, message) => {
    const { begin } = await setUp(store);
    const { enter } = await begin();
    const { error } = await (await enter(code)).json();
    expect(error).toMatchObject({ code: "invalid_input", fields: [{ path: "body.code", message }] });
  });

  it("accepts only addresses of the operator's domains, and lists them", async () => {
    const { begin } = await setUp(store, { isOpen: true, domains: ["example.com", "example.org"] });
    expect((await begin()).response.status).toBe(200);
    const { error } = await (await begin({ ...ben, email: "ben@sub.example.com" })).response.json();
    const message = "Use an address of example.com or example.org.";
    expect(error.fields).toEqual([{ path: "body.email", message }]);
  });

  it("signs in at once without a mail server, with the address unverified", async () => {
    const server = await startTestServer({ store, registration: open });
    const early = server.anyone().call(register, { body: ben });
    // The set-up link alone makes the first owner.
    await expect(early).rejects.toMatchObject({ status: 403, code: "registration_closed" });
    await makeOwner(server);
    const response = await server.anyone().send(register, { body: ben });
    const { session } = await response.json();
    const actor = { address: nextAddress(), session, cookie: readCookie(response) };
    expect((await server.as(actor).call(getProfile)).data).toMatchObject({
      email: ben.email,
      ...{ emailVerifiedAt: null, canVerifyEmail: false, hasPassword: true },
    });
    await expect(server.anyone().call(register, { body: ben })).rejects.toMatchObject({ code: "name_taken" });
  });

  it("D16: leaves no code or password in the database", async () => {
    const { server, begin, readCode } = await setUp(store);
    const { setCookie } = await begin();
    const code = await readCode();
    const rows = JSON.stringify(await server.store.db.selectFrom("mailedCodes").selectAll().execute());
    const key = /registration=([\w-]+)/.exec(setCookie)?.[1] ?? "";
    expect(rows).toContain(ben.email);
    for (const secret of [`"${code}"`, ben.password, "argon2", key]) expect(rows).not.toContain(secret);
  });
});
