import { afterEach, describe, expect, it, vi } from "vitest";
import { getProfile } from "../../../shared/contract/accounts/accounts.ts";
import {
  endSession,
  forgotPassword,
  listSessions,
  loginWithPassword,
  setPassword,
  updatePassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { inviteMembers, listUserGroups, verifyInvite } from "../../../shared/contract/accounts/teams.ts";
import { testPassword } from "../../kit/factories.ts";
import { linkIn, startMailServer, type MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const password = "another password";
const opened: MailServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

async function setUp(store: ReturnType<typeof stores>[number]) {
  const mails = await startMailServer();
  opened.push(mails);
  const server = await startTestServer({ store, mail: { smtpUrl: mails.url, from: undefined } });
  const login = (email: string, given: string) =>
    server.anyone().send(loginWithPassword, { body: { email, password: given } });
  return {
    ...{ server, mails, login },
    async forget(email: string) {
      await server.anyone().call(forgotPassword, { body: { email } });
      await vi.waitFor(() => expect(mails.letters).not.toHaveLength(0), 5000);
      const letter = mails.letters.pop();
      if (!letter) throw new Error("No letter came.");
      return { letter, token: linkIn(letter).searchParams.get("token") ?? "" };
    },
  };
}

describe.each(stores())("passwords on $name", (store) => {
  it("are reset by a mailed link, which works once and ends every session", async () => {
    const { server, login, forget } = await setUp(store);
    const person = await server.createPerson();
    const { email } = person.user;
    const { letter, token } = await forget(email);
    expect(letter.to).toEqual([email]);
    expect(letter.source).toContain("From: Pilothouse <mail@example.com>");
    expect(letter.source).toContain("Choose a new password");
    const set = await server.anyone().call(setPassword, { body: { token, password } });
    expect(set).toEqual({ email });
    expect([(await login(email, testPassword)).status, (await login(email, password)).status]).toEqual([
      401, 200,
    ]);
    expect((await server.as(person).send(getProfile)).status).toBe(401);
    const again = server.anyone().call(setPassword, { body: { token, password } });
    await expect(again).rejects.toMatchObject({ status: 404, code: "password_link_invalid" });
  });

  it("D5: verify the address when they are reset by a link, which unlinks earlier identities", async () => {
    const { server, forget } = await setUp(store);
    const { user } = await server.createPerson({ emailVerifiedAt: null });
    const { id: userId, createdAt } = await findRow(server, user._id);
    const identity = { issuer: "https://login.example.com", subject: "1", userId, email: user.email };
    await server.store.db
      .insertInto("identities")
      .values({ ...identity, createdAt, lastUsedAt: createdAt })
      .execute();
    const { token } = await forget(user.email);
    await server.anyone().call(setPassword, { body: { token, password } });
    expect((await findRow(server, userId)).emailVerifiedAt).toBeGreaterThan(0);
    expect(await server.store.db.selectFrom("identities").selectAll().execute()).toEqual([]);
  });

  it("have reset links that expire after an hour, and by a newer one", async () => {
    const { server, forget } = await setUp(store);
    const { user } = await server.createPerson();
    const first = await forget(user.email);
    const second = await forget(user.email);
    const use = (token: string) => server.anyone().send(setPassword, { body: { token, password } });
    expect((await use(first.token)).status).toBe(404);
    server.clock.advance(61 * 60 * 1000);
    expect((await use(second.token)).status).toBe(404);
  });

  it("D3: are reset with the same answer, whether the address has an account or not", async () => {
    const { server, mails } = await setUp(store);
    const { user } = await server.createPerson();
    const ask = (email: string) => server.anyone().call(forgotPassword, { body: { email } });
    expect(await ask(user.email)).toEqual(await ask("nobody@example.com"));
    await vi.waitFor(() => expect(mails.letters).toHaveLength(1), 5000);
  });

  it("are changed with the old password or a recent proof of it, and other sessions end", async () => {
    const { server, login } = await setUp(store);
    const person = await server.createPerson();
    const { email } = person.user;
    const other = await login(email, testPassword);
    expect(other.status).toBe(200);
    expect((await server.as(person).call(listSessions)).items).toHaveLength(2);
    server.clock.advance(11 * 60 * 1000);
    const change = (body: { password: string; currentPassword?: string }) =>
      server.as(person).send(updatePassword, { body });
    expect((await (await change({ password })).json()).error.code).toBe("password_needed");
    expect((await change({ password, currentPassword: "wrong" })).status).toBe(403);
    expect(server.readLog()).toMatch(
      new RegExp(`"event":"proof failed","address":"[\\d.]+","account":"${email}"`),
    );
    expect((await change({ password, currentPassword: testPassword })).status).toBe(200);
    const { items } = await server.as(person).call(listSessions);
    expect(items).toMatchObject([{ isCurrent: true }]);
    expect((await login(email, password)).status).toBe(200);
  });

  it("can end one of the user's own sessions, and nobody else's", async () => {
    const { server, login } = await setUp(store);
    const person = await server.createPerson();
    const stranger = await server.createPerson();
    await login(person.user.email, testPassword);
    const { items } = await server.as(person).call(listSessions);
    const other = items.find(({ isCurrent }) => !isCurrent)?._id ?? "";
    const end = (by: typeof person) => server.as(by).send(endSession, { params: { sessionId: other } });
    expect([(await end(stranger)).status, (await end(person)).status]).toEqual([404, 204]);
    expect((await server.as(person).call(listSessions)).items).toHaveLength(1);
  });

  it("are reset, like members are invited, by mail, again after the mail server was busy, and nobody else sees the link", async () => {
    const { server, mails } = await setUp(store);
    mails.refuseNext(1);
    const owner = await server.createOwner("Harbour <b>");
    const { items } = await server.as(owner).call(listUserGroups);
    const body = { data: { emails: ["ben@example.com"], groupId: items[0]?._id ?? "" } };
    const query = { source: "copilot" };
    const { data } = await server.as(owner).call(inviteMembers, { query, body });
    expect(data.invites).toMatchObject([{ email: "ben@example.com", link: null }]);
    await vi.waitFor(() => {
      server.clock.advance(60_000);
      expect(mails.letters).toHaveLength(1);
    }, 15_000);
    const [letter] = mails.letters;
    if (!letter) throw new Error("No letter came.");
    expect(letter.source).toContain("Harbour &#60;b&#62;");
    const token = linkIn(letter).searchParams.get("token") ?? "";
    expect((await server.anyone().send(verifyInvite, { params: { token } })).status).toBe(200);
    const rows = await server.store.db.selectFrom("jobs").select("payload").execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("report plainly that nothing is sent without a mail server", async () => {
    const server = await startTestServer({ store });
    const { user } = await server.createPerson();
    expect(await server.anyone().call(forgotPassword, { body: { email: user.email } })).toEqual({
      isMailed: false,
    });
  });
});

function findRow({ store: { db } }: TestServer, userId: string) {
  return db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
}
