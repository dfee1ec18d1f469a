import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createOrganization, getProfile } from "../../../shared/contract/accounts/accounts.ts";
import { createApiKey, listApiKeys } from "../../../shared/contract/accounts/apiKeys.ts";
import { beginSecondFactor } from "../../../shared/contract/accounts/secondFactor.ts";
import {
  createFirstOwner,
  forgotPassword,
  loginWithPassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { cloneAgent, exportAgent, getReplacement } from "../../../shared/contract/agents/templates.ts";
import { createAgent } from "../../../shared/contract/agents/agents.ts";
import { acceptSecretKey, checkSecretKey } from "../../../server/accounts/secretKeyCheck.ts";
import { CannotStart } from "../../../server/database/cannotStart.ts";
import { openSecrets } from "../../../server/database/secrets.ts";
import type { Secrets } from "../../../server/database/secrets.ts";
import type { Store } from "../../../server/database/store.ts";
import { nextAddress } from "../../kit/client.ts";
import { register } from "../../../shared/contract/accounts/registration.ts";
import { inviteMembers, listUserGroups } from "../../../shared/contract/accounts/teams.ts";
import type { Member, Person } from "../../kit/factories.ts";
import { testPassword } from "../../kit/factories.ts";
import { startMailServer, type MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer, TestServerOptions } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const opened: MailServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

const publicOrigin = "https://agents.example.com";
/** What an attacker sends beside a request, directly and behind a proxy. */
const poison = {
  host: "evil.example",
  origin: "http://evil.example",
  "sec-fetch-site": "same-origin",
};
const poisonedProxy = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };

async function startWithMail(store: TestServerOptions["store"], options: Partial<TestServerOptions> = {}) {
  const mails = await startMailServer();
  opened.push(mails);
  const server = await startTestServer({
    ...{ store, mail: { smtpUrl: mails.url, from: undefined }, ...options },
  });
  return {
    server,
    async readMail() {
      await vi.waitFor(() => expect(mails.letters).not.toHaveLength(0), 5000);
      return mails.letters.pop()?.source ?? "";
    },
    mails,
  };
}

/** Leaves the store no room for new pages, as a full disk does, until the function that it gives is called. */
async function fillDisk(store: Store): Promise<() => Promise<void>> {
  const run = (statement: string) =>
    store.transaction(async (tx) => void (await sql.raw(statement).execute(tx)));
  if (store.dialect === "sqlite") {
    await run("pragma max_page_count = 1");
    return () => run("pragma max_page_count = 4294967294");
  }
  await run(
    `create function "refuseFull"() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await run(`create trigger "full" before insert on "agents" execute function "refuseFull"()`);
  return () => run(`drop trigger "full" on "agents"`);
}

async function inviteBy(server: TestServer, owner: Member, headers: Record<string, string> = {}) {
  const { items } = await server.as(owner).call(listUserGroups);
  const groupId = items.find(({ role }) => role === "support")?._id ?? "";
  const body = { data: { emails: ["bo@example.com"], groupId } };
  return server.as(owner).send(inviteMembers, { query: { source: "copilot" }, body, headers });
}

describe.each(stores())("security holes on $name", (store) => {
  describe("hole 1: links in mails", () => {
    it.each([
      ["Host", { ...poison, origin: "https://evil.example" }, 0],
      ["a forwarded host", { ...poisonedProxy, origin: "https://evil.example" }, 1],
    ])("lead to PUBLIC_URL no matter what %s says", async (_, headers, trustedProxies) => {
      const registration = { isOpen: true, domains: [] };
      const { server, readMail } = await startWithMail(store, { publicOrigin, trustedProxies, registration });
      const { setupToken } = server.app;
      const first = { email: "first@example.com", password: testPassword, first_name: "First", setupToken };
      await server.anyone().call(createFirstOwner, { body: first });
      const body = { email: first.email };
      expect((await server.anyone().send(forgotPassword, { body, headers })).status).toBe(200);
      const reset = await readMail();
      expect(reset).toContain(`${publicOrigin}/auth/set-password?token=`);
      const bo = { email: "new@example.com", password: testPassword, first_name: "Bo" };
      expect((await server.anyone().send(register, { body: bo, headers })).status).toBe(200);
      const code = await readMail();
      expect(code).toContain(`${publicOrigin}/auth/register/complete`);
      expect(reset + code).not.toContain("evil");
    });

    it("lead to where the first owner was created, when no setting says it, permanently", async () => {
      const { server, readMail } = await startWithMail(store, { publicOrigin: null });
      const { setupToken } = server.app;
      const first = { email: "first@example.com", password: testPassword, first_name: "First", setupToken };
      await server.anyone().call(createFirstOwner, { body: first });
      await server.anyone().call(forgotPassword, { body: { email: first.email }, headers: poison });
      expect(await readMail()).toContain("http://localhost:4300/auth/set-password?token=");
    });

    it("are refused with the reason while their address is unknown", async () => {
      const { server, mails } = await startWithMail(store, { publicOrigin: null });
      const owner = await server.createOwner();
      const forgotten = await server.anyone().send(forgotPassword, { body: { email: owner.user.email } });
      expect([forgotten.status, (await forgotten.json()).message]).toEqual([
        409,
        expect.stringContaining("PUBLIC_URL"),
      ]);
      expect((await inviteBy(server, owner)).status).toBe(409);
      expect(mails.letters).toEqual([]);
    });

    it("lead to the printed address on a screen, when no mail is sent", async () => {
      const server = await startTestServer({ store });
      const owner = await server.createOwner();
      const { data } = await (await inviteBy(server, owner)).json();
      expect(data.invites[0].link).toMatch(/^http:\/\/localhost:4300\/accept-invite\?token=/);
    });
  });

  it("hole 6: the secret key is checked at the start, and a different one needs a confirmation", async () => {
    const { store: data } = await store.open();
    const now = Date.now;
    const [first, other] = ["a", "b"].map((letter) =>
      openSecrets({ dataDir: "unused", secretKey: letter.repeat(40) }),
    ) as [Secrets, Secrets];
    await checkSecretKey({ store: data, secrets: first, now });
    await checkSecretKey({ store: data, secrets: first, now });
    const refused = checkSecretKey({ store: data, secrets: other, now });
    await expect(refused).rejects.toThrow(/not the one that this data was sealed with/);
    await acceptSecretKey({ store: data, secrets: other, now });
    await checkSecretKey({ store: data, secrets: other, now });
    await expect(checkSecretKey({ store: data, secrets: first, now })).rejects.toThrow(CannotStart);
  });

  it("hole 8: a full disk is reported with its reason by answers and readiness, and clears by itself", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const create = () => server.as(owner).send(createAgent, { body: { data: { name: "A".repeat(60) } } });
    const isReady = async () => {
      const response = await server.request("/readyz");
      return [response.status, (await response.json()).checks.disk];
    };
    const makeRoom = await fillDisk(server.store);
    let refused = await create();
    for (let at = 0; at < 100 && refused.ok; at += 1) refused = await create();
    expect([refused.status, refused.headers.get("retry-after"), (await refused.json()).message]).toEqual([
      ...[503, "30", expect.stringContaining("disk is full")],
    ]);
    expect(await isReady()).toEqual([503, false]);
    expect((await server.as(owner).send(getProfile)).status).toBe(200);
    await makeRoom();
    expect((await create()).status).toBe(200);
    server.clock.advance(16_000);
    expect(await isReady()).toEqual([200, true]);
  });

  it("hole 13: a malformed forwarded host is ignored on every path", async () => {
    const server = await startTestServer({ store, trustedProxies: 1 });
    for (const host of ["a b", "[", "a/b", "%", "a:b:c", "x".repeat(5000)]) {
      for (const path of ["/healthz", "/auth/login", "/api/auth/v1.0/first-owner"]) {
        const { status } = await server.request(path, { headers: { "x-forwarded-host": host } });
        expect([host.slice(0, 9), path, status]).toEqual([host.slice(0, 9), path, 200]);
      }
    }
  });
});

describe.each(stores())("sign-in limits on $name", (store) => {
  const login = (server: TestServer, email: string, password: string, cookie = "") =>
    server
      .anyone()
      .send(loginWithPassword, { body: { email, password }, ...(cookie && { headers: { cookie } }) });

  it("hole 4: strangers who request a new password, or guess at it, lock nobody out", async () => {
    const { server } = await startWithMail(store);
    const { user } = await server.createPerson();
    for (let index = 0; index < 10; index += 1) {
      await server.anyone().send(forgotPassword, { body: { email: user.email } });
      await login(server, user.email, `guess ${index}`);
    }
    expect((await login(server, user.email, "one more guess")).status).toBe(429);
    const right = await login(server, user.email, testPassword);
    expect(right.status).toBe(200);
    const cookie = right.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    expect(cookie).toContain("_device=");
    // A known browser is counted by itself: a slip of its own is told as one.
    expect((await login(server, user.email, "a slip", cookie)).status).toBe(401);
    expect((await login(server, user.email, testPassword, cookie)).status).toBe(200);
  });

  it("hole 5: a right password or code doesn't reset the tries", async () => {
    const server = await startTestServer({ store });
    const person = await server.createPerson();
    const { address } = person;
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const body = { email: `person${index}@example.com`, password: "Spring2026" };
      statuses.push((await server.anyone(address).send(loginWithPassword, { body })).status);
      await server.as(person).send(beginSecondFactor, { body: { currentPassword: testPassword } });
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });

  it("hole 18: failures are logged with address and account, and no password", async () => {
    const server = await startTestServer({ store });
    await server.anyone("192.0.2.44").send(loginWithPassword, {
      body: { email: "nobody@example.com", password: "a secret guess" },
    });
    expect(server.readLog()).toContain(
      '"message":"security","event":"sign-in failed","address":"192.0.2.44","account":"nobody@example.com"',
    );
    expect(server.readLog()).not.toContain("a secret guess");
  });

  it("refusals are logged with address, call and reason", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const support = await server.createMember(owner.organizationId, "support");
    expect((await server.as(support).send(listApiKeys)).status).toBe(403);
    expect(server.readLog()).toMatch(
      /"message":"security","event":"refused","address":"[\d.]+","code":"forbidden","what":"GET [^"]*{orgId}\/keys"/,
    );
  });

  it("hole 18: common passwords, and names of the product and the person, are refused as a new one", async () => {
    const server = await startTestServer({ store });
    const { setupToken } = server.app;
    const email = "harbour@bikes.example";
    for (const password of [
      "Password1",
      "1qazxsw2",
      "Startrek",
      "qwerty123!",
      "12345678",
      "pilothouse1",
      "Harbour2026",
      "abababab",
    ]) {
      const body = { email, password, first_name: "Ana", setupToken };
      const refused = await server.anyone().send(createFirstOwner, { body });
      const { error } = await refused.json();
      expect([password, refused.status, error.fields[0]?.path]).toEqual([password, 400, "body.password"]);
    }
    const body = { email, password: "nine green boats", first_name: "Ana", setupToken };
    expect((await server.anyone().send(createFirstOwner, { body })).status).toBe(200);
  });

  it("hole 18: a session ends after 90 days, no matter how often it is used", async () => {
    const server = await startTestServer({ store });
    const person = await server.createPerson();
    const ask = async () => (await server.as(person).send(getProfile)).status;
    const statuses: number[] = [];
    for (let day = 0; day <= 90; day += 10) {
      statuses.push(await ask());
      server.clock.advance(10 * 24 * 60 * 60_000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 401]);
  });

  it("hole 18: reserved paths never answer with the console's page", async () => {
    const server = await startTestServer({ store });
    for (const path of [
      "/metrics",
      "/metrics/x",
      "/.git",
      "/.well-known/x",
      "/actuator/env",
      "/server-status",
    ]) {
      expect([path, (await server.request(path)).status]).toEqual([path, 404]);
    }
  });

  it("hole 11: an organization's name has no line breaks and no links", async () => {
    const server = await startTestServer({ store });
    const person = await server.createPerson();
    for (const name of ["Acme\nOpen this", "Acme\u2028x", "https://evil.example", "Go to www.evil.example"]) {
      const made = await server.as(person).send(createOrganization, { body: { data: { name } } });
      expect([name, made.status]).toEqual([name, 400]);
    }
  });

  it("hole 12: an account creates at most twenty organizations, and none when only the operator may", async () => {
    const open = await startTestServer({ store });
    const make = (server: TestServer, person: Person) =>
      server.as(person).send(createOrganization, { body: { data: { name: "Acme" } } });
    const person = await open.createPerson();
    for (let index = 0; index < 20; index += 1) expect((await make(open, person)).status).toBe(200);
    expect((await make(open, person)).status).toBe(403);
    const shut = await startTestServer({ store, organizationMakers: "operator" });
    expect((await make(shut, await shut.createPerson())).status).toBe(403);
  });

  it("hole 15: a key for one agent creates no other, and reads no export of another", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const [own, other] = [await server.createAgent(owner, "Own"), await server.createAgent(owner, "Other")];
    const { id: exportId } = await server.as(owner).call(exportAgent, { params: { productAppId: other.id } });
    const scopes = ["agents.create" as const, "agents.read" as const, "agents.update" as const];
    const { data } = await server.as(owner).call(createApiKey, {
      body: { data: { name: "One", scopes, agentIds: [own.id] } },
    });
    const { organizationId } = owner;
    const program = server.as({ address: nextAddress(), bearer: data.key, organizationId });
    const read = await program.send(getReplacement, { params: { productId: own.id, exportId } });
    expect(read.status).toBe(404);
    const made = await program.send(cloneAgent, { params: { productId: own.id }, body: { data: {} } });
    expect(made.status).toBe(403);
  });
});
