import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { turnSecondFactorOff } from "../../../server/accounts/commands.ts";
import { getProfile } from "../../../shared/contract/accounts/accounts.ts";
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  loginWithSecondFactor,
  renewRecoveryCodes,
} from "../../../shared/contract/accounts/secondFactor.ts";
import { listSessions, loginWithPassword, updatePassword } from "../../../shared/contract/accounts/signIn.ts";
import { nextAddress } from "../../kit/client.ts";
import { readCookie, testPassword } from "../../kit/factories.ts";
import type { Person } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const step = 30_000;

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store });
  const codeOf = (secret: string, at = server.clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  const login = async ({ user }: Person) =>
    (
      await server.anyone().send(loginWithPassword, { body: { email: user.email, password: testPassword } })
    ).json();
  return {
    ...{ server, codeOf, login },
    show: (token: string, code: string, address = nextAddress()) =>
      server.anyone(address).send(loginWithSecondFactor, { body: { token, code } }),
    /** Turns it on for somebody; the next code is a fresh one. */
    async turnOn(person: Person) {
      const client = server.as(person);
      const { data } = await client.call(beginSecondFactor, { body: { currentPassword: testPassword } });
      const { secret, uri } = data;
      const enabled = await client.call(enableSecondFactor, { body: { code: codeOf(secret) } });
      server.clock.advance(step);
      return { secret, uri, recoveryCodes: enabled.data.recoveryCodes };
    },
    async errorOf(response: Response) {
      return { status: response.status, code: (await response.json()).error.code };
    },
  };
}

describe.each(stores())("two-factor sign-in on $name", (store) => {
  it("is turned on with the password and a right code, and is required from then on", async () => {
    const { server, login, show, turnOn, codeOf } = await setUp(store);
    const person = await server.createPerson();
    const { secret, uri, recoveryCodes } = await turnOn(person);
    const parsed = new URL(uri);
    expect([parsed.protocol, parsed.host, parsed.searchParams.get("secret")]).toEqual([
      "otpauth:",
      "totp",
      secret,
    ]);
    expect(decodeURIComponent(parsed.pathname)).toBe(`/Pilothouse:${person.user.email}`);
    expect(new Set(recoveryCodes).size).toBe(10);
    const answer = await login(person);
    expect(answer).toEqual({
      status: "second_factor_needed",
      token: expect.any(String),
      expiresAt: expect.any(Number),
    });
    const done = await show(answer.token, codeOf(secret));
    const { user, session } = await done.json();
    expect(user._id).toBe(person.user._id);
    const { data } = await server
      .as({ address: nextAddress(), session, cookie: readCookie(done) })
      .call(getProfile);
    expect(data.secondFactor).toEqual({ enabledAt: expect.any(Number), recoveryCodesLeft: 10 });
  });

  it("starts no session and sets no cookie before the code", async () => {
    const { server, turnOn } = await setUp(store);
    const person = await server.createPerson();
    await turnOn(person);
    const body = { email: person.user.email, password: testPassword };
    const response = await server.anyone().send(loginWithPassword, { body });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await server.as(person).call(listSessions)).items).toHaveLength(1);
  });

  it("can't be set up on an unattended screen, or with a wrong code", async () => {
    const { server, codeOf, errorOf } = await setUp(store);
    const person = await server.createPerson();
    const client = server.as(person);
    server.clock.advance(11 * 60_000);
    const begin = (body: { currentPassword?: string }) => client.send(beginSecondFactor, { body });
    const needed = { status: 403, code: "password_needed" };
    expect(await errorOf(await begin({}))).toEqual(needed);
    expect(await errorOf(await begin({ currentPassword: "wrong" }))).toEqual(needed);
    const { data } = await (await begin({ currentPassword: testPassword })).json();
    const enable = (code: string) => client.send(enableSecondFactor, { body: { code } });
    const old = codeOf(data.secret, server.clock.now() - 10 * step);
    expect(await errorOf(await enable(old))).toEqual({ status: 403, code: "code_wrong" });
    expect((await client.call(getProfile)).data.secondFactor).toBeNull();
    server.clock.advance(16 * 60_000);
    const late = await enable(codeOf(data.secret));
    expect(await errorOf(late)).toEqual({ status: 404, code: "code_ended" });
  });

  it("D7: accepts each code once, even when it comes three times at the same moment, and no earlier one", async () => {
    const { server, login, show, turnOn, codeOf } = await setUp(store);
    const person = await server.createPerson();
    const { secret } = await turnOn(person);
    const code = codeOf(secret);
    const tokens = [await login(person), await login(person), await login(person)].map(({ token }) => token);
    const spellings = [code, ` ${code.slice(0, 3)} ${code.slice(3)} `, code];
    const answers = await Promise.all(tokens.map((token, index) => show(token, spellings[index] ?? "")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    const { token } = await login(person);
    expect((await show(token, codeOf(secret, server.clock.now() - step))).status).toBe(403);
    server.clock.advance(step);
    expect((await show(token, codeOf(secret))).status).toBe(200);
  });

  it("accepts a code of the half minute before and after, and none further away", async () => {
    const { server, login, show, turnOn, codeOf } = await setUp(store);
    const person = await server.createPerson();
    const { secret } = await turnOn(person);
    server.clock.advance(5 * step);
    const statuses: number[] = [];
    for (const steps of [-2, 2, -1, 1]) {
      const { token } = await login(person);
      statuses.push((await show(token, codeOf(secret, server.clock.now() + steps * step))).status);
    }
    expect(statuses).toEqual([403, 403, 200, 200]);
  });

  it("accepts a recovery code instead, each once and in any spelling", async () => {
    const { server, login, show, turnOn } = await setUp(store);
    const person = await server.createPerson();
    const { recoveryCodes } = await turnOn(person);
    const [one = "", other = ""] = recoveryCodes;
    expect(one).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const first = await login(person);
    expect((await show(first.token, ` ${one.toUpperCase().replaceAll("-", " ")}`)).status).toBe(200);
    const second = await login(person);
    expect((await show(second.token, one)).status).toBe(403);
    expect((await show(second.token, other)).status).toBe(200);
    expect((await server.as(person).call(getProfile)).data.secondFactor?.recoveryCodesLeft).toBe(8);
  });

  it("D2: ends a sign-in after five wrong codes, and allows ten for one account in a quarter of an hour", async () => {
    const { server, login, show, turnOn, codeOf, errorOf } = await setUp(store);
    const person = await server.createPerson();
    const { secret } = await turnOn(person);
    const { token } = await login(person);
    const wrong = await Promise.all(Array.from({ length: 5 }, () => show(token, "000000")));
    expect(wrong.every(({ status }) => status === 403)).toBe(true);
    expect(await errorOf(await show(token, codeOf(secret)))).toEqual({ status: 403, code: "sign_in_again" });
    let tried = 5;
    for (let index = 0; index < 15; index += 1) {
      const { token: next } = await login(person);
      if ((await show(next, "000000")).status !== 429) tried += 1;
      server.clock.advance(60_000);
    }
    expect(tried).toBeLessThanOrEqual(10);
  });

  it("D9: refuses a sign-in started with the old password, an expired one, or another's token", async () => {
    const { server, login, show, turnOn, codeOf, errorOf } = await setUp(store);
    const person = await server.createPerson();
    const { secret } = await turnOn(person);
    const again = { status: 403, code: "sign_in_again" };
    const before = await login(person);
    await server.as(person).call(updatePassword, {
      body: { password: testPassword, currentPassword: testPassword },
    });
    expect(await errorOf(await show(before.token, codeOf(secret)))).toEqual(again);
    const late = await login(person);
    server.clock.advance(11 * 60_000);
    expect(await errorOf(await show(late.token, codeOf(secret)))).toEqual(again);
    expect(await errorOf(await show("nobody's", codeOf(secret)))).toEqual(again);
  });

  it("accepts only the user's own code", async () => {
    const { server, login, show, turnOn, codeOf } = await setUp(store);
    const [one, other] = [await server.createPerson(), await server.createPerson()];
    const [first, second] = [await turnOn(one), await turnOn(other)];
    const { token } = await login(one);
    expect((await show(token, codeOf(second.secret))).status).toBe(403);
    expect((await show(token, second.recoveryCodes[0] ?? "")).status).toBe(403);
    expect((await show(token, codeOf(first.secret))).status).toBe(200);
  });

  it("issues new recovery codes and is turned off only with a right code", async () => {
    const { server, login, show, turnOn, codeOf, errorOf } = await setUp(store);
    const person = await server.createPerson();
    const client = server.as(person);
    const { secret, recoveryCodes: old } = await turnOn(person);
    const wrong = { status: 403, code: "code_wrong" };
    const send = (call: typeof renewRecoveryCodes | typeof disableSecondFactor, code: string) =>
      client.send(call, { body: { code } });
    expect(await errorOf(await send(renewRecoveryCodes, "000000"))).toEqual(wrong);
    const { data } = await (await send(renewRecoveryCodes, codeOf(secret))).json();
    const { token } = await login(person);
    expect((await show(token, old[0] ?? "")).status).toBe(403);
    expect((await show(token, data.recoveryCodes[0])).status).toBe(200);
    expect(await errorOf(await send(disableSecondFactor, "000000"))).toEqual(wrong);
    expect((await send(disableSecondFactor, data.recoveryCodes[1])).status).toBe(204);
    expect(await login(person)).toMatchObject({ user: { _id: person.user._id } });
  });

  it("is turned off by the operator for a locked-out user", async () => {
    const { server, login, turnOn } = await setUp(store);
    const person = await server.createPerson();
    await turnOn(person);
    const { email } = person.user;
    await expect(turnSecondFactorOff(server.store, { email, state: "on" })).rejects.toThrow(/Say off/);
    const off = () => turnSecondFactorOff(server.store, { email, state: "off" });
    expect(await off()).toBe(`${email} signs in without a second factor now.`);
    expect(await off()).toBe(`${email} has no second factor.`);
    expect(await login(person)).toMatchObject({ user: { email } });
  });

  it("D16: leaves no secret, code or token in the database", async () => {
    const { server, login, turnOn } = await setUp(store);
    const person = await server.createPerson();
    const { secret, recoveryCodes } = await turnOn(person);
    const { token } = await login(person);
    const { db } = server.store;
    const rows = JSON.stringify([
      await db.selectFrom("secondFactors").selectAll().execute(),
      await db.selectFrom("recoveryCodes").selectAll().execute(),
      await db.selectFrom("pendingSignIns").selectAll().execute(),
    ]);
    for (const told of [
      secret,
      token,
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll("-", "")),
    ])
      expect(rows).not.toContain(told);
  });
});
