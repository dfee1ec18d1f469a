import { afterEach, describe, expect, it, vi } from "vitest";
import { createIdentitySecret } from "../../../shared/contract/surfaces/surfaces.ts";
import { getProfile, getSession, logout } from "../../../shared/contract/accounts/accounts.ts";
import {
  forgotPassword,
  loginWithPassword,
  setPassword,
  updatePassword,
} from "../../../shared/contract/accounts/signIn.ts";
import {
  acceptInvite,
  inviteMembers,
  listUserGroups,
  removeFromGroup,
  searchUsers,
  verifyInvite,
} from "../../../shared/contract/accounts/teams.ts";
import { signatureHeaders } from "../../../shared/domain/signature.ts";
import { nextAddress } from "../../kit/client.ts";
import { readCookie, testPassword } from "../../kit/factories.ts";
import type { Member, Person } from "../../kit/factories.ts";
import { linkIn, startMailServer, type MailServer } from "../../kit/network/mailServer.ts";
import { makeSide } from "../../kit/safety/matrix/world.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer, TestServerOptions } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const source = { source: "copilot" } as const;
const opened: MailServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

/** A server that sends mail, with everything that it answered and where that went. */
async function startWithMail(store: TestServerOptions["store"]) {
  const mails = await startMailServer();
  opened.push(mails);
  const server = await startTestServer({ store, mail: { smtpUrl: mails.url, from: undefined } });
  const readToken = async () => {
    await vi.waitFor(() => expect(mails.letters).not.toHaveLength(0), 5000);
    const letter = mails.letters.pop();
    if (!letter) throw new Error("No letter came.");
    return linkIn(letter).searchParams.get("token") ?? "";
  };
  return { server, mails, readToken };
}

/** All that somebody is told: status, headers and body, without what is of this one request. */
async function readWhole(response: Response, hidden: string[] = []) {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "x-request-id"));
  const text = hidden.reduce((all, one) => all.replaceAll(one, "?"), await response.text());
  return { status: response.status, headers, text: text.replace(/"requestId":"\w+"/, "") };
}

async function inviteTo(server: TestServer, owner: Member, email: string): Promise<Response> {
  const { items } = await server.as(owner).call(listUserGroups);
  const groupId = items.find(({ role }) => role === "support")?._id ?? "";
  return server
    .as(owner)
    .send(inviteMembers, { query: source, body: { data: { emails: [email], groupId } } });
}

async function tokenOf(invited: Response): Promise<string> {
  const { data } = await invited.json();
  return new URL(data.invites[0].link).searchParams.get("token") ?? "";
}

describe.each(stores())("signing in on $name", (store) => {
  it("D2: checks ten of ten thousand tries for one account, each from another address", async () => {
    const server = await startTestServer({ store });
    const { user } = await server.createPerson();
    let heard = 0;
    for (let batch = 0; batch < 20; batch += 1) {
      const attempts = Array.from({ length: 500 }, (_, index) =>
        server.anyone(`10.${200 + (batch % 50)}.${index >> 8}.${index & 255}`).send(loginWithPassword, {
          body: { email: batch % 2 ? user.email : user.email.toUpperCase(), password: `guess ${index}` },
          headers: { "x-forwarded-for": `198.51.${batch}.${index & 255}` },
        }),
      );
      for (const { status } of await Promise.all(attempts)) {
        expect([401, 429]).toContain(status);
        if (status === 401) heard += 1;
      }
      server.clock.advance((15 * 60_000) / 20);
    }
    expect(heard).toBeGreaterThan(0);
    expect(heard).toBeLessThanOrEqual(10);
  }, 120_000);

  it.each([
    ["with no proxy", 0, (index: number) => `198.51.100.${index}`],
    ["behind a proxy that adds the client", 1, (index: number) => `198.51.100.${index}, 203.0.113.9`],
  ])(
    "D2: checks only ten tries from one address for as many accounts, %s",
    async (_, trustedProxies, forward) => {
      const server = await startTestServer({ store, trustedProxies });
      let heard = 0;
      for (let minute = 0; minute < 15; minute += 1) {
        const attempts = Array.from({ length: 60 }, (_, index) =>
          server.anyone("192.0.2.7").send(loginWithPassword, {
            body: { email: `person${minute}-${index}@example.com`, password: "guess" },
            headers: { "x-forwarded-for": forward(index), forwarded: `for=198.51.100.${index}` },
          }),
        );
        for (const { status } of await Promise.all(attempts)) if (status === 401) heard += 1;
        server.clock.advance(60_000);
      }
      expect(heard).toBeGreaterThan(0);
      expect(heard).toBeLessThanOrEqual(10);
    },
  );

  it("D3: never reveals whether an address has an account: not by an invitation, a search or a reset", async () => {
    const { server } = await startWithMail(store);
    const owner = await server.createOwner();
    const known = (await server.createPerson({ email: "known@example.com" })).user.email;
    const unknown = "nobody@example.com";
    const ids = /"(_id|expiresAt|sentAt)":("\w+"|\d+)/g;
    const invited = async (email: string) => {
      const { status, text } = await readWhole(await inviteTo(server, owner, email), [email]);
      return { status, text: text.replace(ids, '"$1"') };
    };
    expect(await invited(known)).toEqual(await invited(unknown));

    const searched = (email: string) => server.as(owner).send(searchUsers, { query: { email } });
    expect(await readWhole(await searched(known))).toEqual(await readWhole(await searched(unknown)));
    const forgotten = (email: string) => server.anyone().send(forgotPassword, { body: { email } });
    expect(await readWhole(await forgotten(known), [known])).toEqual(
      await readWhole(await forgotten(unknown), [unknown]),
    );
    const login = (email: string) =>
      server.anyone().send(loginWithPassword, { body: { email, password: "wrong" } });
    expect(await readWhole(await login(known))).toEqual(await readWhole(await login(unknown)));
  });

  it("D4: leaves the token of a mailed link in no answer, header, log or row", async () => {
    const { server, readToken } = await startWithMail(store);
    const owner = await server.createOwner();
    const { user } = await server.createPerson();
    const told: string[] = [];
    const keep = async (response: Response) =>
      void told.push(JSON.stringify([...response.headers]), await response.text());
    await keep(await server.anyone().send(forgotPassword, { body: { email: user.email } }));
    const reset = await readToken();
    await keep(await inviteTo(server, owner, user.email));
    const invite = await readToken();
    await keep(await server.anyone().send(verifyInvite, { params: { token: invite } }));
    await keep(await server.anyone().send(verifyInvite, { params: { token: `${invite}x` } }));
    await keep(
      await server.anyone().send(setPassword, { body: { token: `${reset}x`, password: "a password" } }),
    );
    await keep(
      await server.anyone().send(setPassword, { body: { token: reset, password: "a new password" } }),
    );
    const rows = await dumpAll(server);
    for (const canary of [reset, invite, "a new password", testPassword]) {
      expect(canary.length).toBeGreaterThan(10);
      expect(told.join("\n")).not.toContain(canary);
      expect(server.readLog()).not.toContain(canary);
      expect(rows).not.toContain(canary);
    }
    expect(told.join("\n")).not.toContain("argon2");
  });

  describe("D6: an invitation", () => {
    async function setUp() {
      const server = await startTestServer({ store });
      const owner = await server.createOwner();
      const person = await server.createPerson();
      const token = await tokenOf(await inviteTo(server, owner, person.user.email));
      const accept = (by: Person) => server.as(by).send(acceptInvite, { params: { token } });
      return { server, owner, person, accept, token };
    }

    it("is accepted once, even by two at once, and never again", async () => {
      const { server, owner, person, accept } = await setUp();
      const raced = await Promise.all([accept(person), accept(person), accept(person)]);
      expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
      const held = await server.store.db
        .selectFrom("groupMembers")
        .selectAll()
        .where("organizationId", "=", owner.organizationId)
        .where("userId", "=", person.user._id)
        .execute();
      expect(held).toHaveLength(1);
      expect((await accept(person)).status).toBe(404);
    });

    it("doesn't readmit a removed member", async () => {
      const { server, owner, person, accept } = await setUp();
      expect((await accept(person)).status).toBe(200);
      const { items } = await server.as(owner).call(listUserGroups);
      const groupId = items.find(({ role }) => role === "support")?._id ?? "";
      await server.as(owner).call(removeFromGroup, { params: { groupId, email: person.user.email } });
      const again = await accept(person);
      expect([again.status, (await again.json()).error.code]).toEqual([404, "invite_invalid"]);
    });

    it("is closed to everybody else, and stays valid when they try", async () => {
      const { server, person, accept } = await setUp();
      const stranger = await server.createPerson();
      expect((await accept(stranger)).status).toBe(403);
      expect((await accept(person)).status).toBe(200);
    });
  });

  it("D8: accepts no write that another site can make a browser send", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const before = await dumpAll(server);
    const all = server.app.routes
      .map(({ call }) => call)
      .filter(({ method, redirects }) => method !== "GET" && !redirects);
    // Customers' pages count what visitors do with a message: it takes the site's own origin, and no account.
    expect(all.filter(({ isFromPages }) => isFromPages).map(({ path }) => path)).toEqual([
      "/v1/copilots/proactive",
    ]);
    const writes = all.filter(({ isFromPages }) => !isFromPages);
    expect(writes.length).toBeGreaterThan(40);
    for (const { family, path, method } of writes) {
      const url = `/api/${family}${path}`.replace("{orgId}", owner.organizationId).replace(/\{\w+\}/g, "x");
      const from = { cookie: owner.cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" };
      const bodies: [string, string][] = [
        ["application/x-www-form-urlencoded", "data=1"],
        ["text/plain", '{"data":{"name":"x"}}'],
        ["multipart/form-data; boundary=b", "--b--"],
        ["application/json", '{"data":{"name":"x"}}'],
      ];
      for (const [type, body] of bodies) {
        const headers = { ...from, "content-type": type };
        const answer = await server.request(url, { method, body, headers });
        expect([answer.status, (await answer.json()).error.code], `${method} ${url} ${type}`).toEqual([
          403,
          "cross_site",
        ]);
      }
    }
    expect(await dumpAll(server)).toBe(before);
  });

  it("D8: accepts no invitation through another site's picture, link or frame", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const person = await server.createPerson();
    const token = await tokenOf(await inviteTo(server, owner, person.user.email));
    for (const family of ["organisation", "panel"]) {
      for (const site of ["cross-site", "same-site", "none", null]) {
        const headers = { cookie: person.cookie, ...(site && { "sec-fetch-site": site }) };
        const { status } = await server.request(`/api/${family}/v1.0/org/accept-invite/${token}`, {
          headers,
        });
        expect([401, 403]).toContain(status);
      }
    }
    expect((await server.as(person).send(acceptInvite, { params: { token } })).status).toBe(200);
  });

  describe("D9: a session", () => {
    const enter = (server: TestServer, person: Person, headers: Record<string, string> = {}) =>
      server
        .anyone()
        .send(loginWithPassword, { body: { email: person.user.email, password: testPassword }, headers });

    it("is new at every sign-in, no matter what the browser had before", async () => {
      const server = await startTestServer({ store });
      const person = await server.createPerson();
      const planted = "p".repeat(43);
      const headers = {
        cookie: `__Host-cplt_session=${planted}; cplt_session=${planted}`,
        [signatureHeaders.session]: "01m000000000000000000000aa",
      };
      const response = await enter(server, person, headers);
      expect(response.status).toBe(200);
      const cookie = readCookie(response);
      expect(cookie).not.toContain(planted);
      const { session } = await response.json();
      expect(session.id).not.toBe("01m000000000000000000000aa");
      for (const name of ["__Host-cplt_session", "cplt_session"]) {
        const answer = await server.request("/api/auth/v1.0/session", {
          headers: { cookie: `${name}=${planted}` },
        });
        expect(answer.status).toBe(401);
      }
      // Of two cookies of one name none can be told to be ours.
      for (const both of [
        [cookie, `__Host-cplt_session=${planted}`],
        [`__Host-cplt_session=${planted}`, cookie],
      ]) {
        const headers = { cookie: both.join("; ") };
        expect((await server.request("/api/auth/v1.0/session", { headers })).status).toBe(401);
      }
    });

    it("ends where its browser signs in again, and others go on", async () => {
      const server = await startTestServer({ store });
      const person = await server.createPerson();
      const readSession = (cookie: string) =>
        server.request("/api/auth/v1.0/session", { headers: { cookie } }).then(({ status }) => status);
      const other = readCookie(await enter(server, person));
      const first = readCookie(await enter(server, person));
      const second = readCookie(await enter(server, person, { cookie: first }));
      expect(await Promise.all([first, second, other].map(readSession))).toEqual([401, 200, 200]);
    });

    it("ends alone at sign-out, and with all others at a password reset", async () => {
      const { server, readToken } = await startWithMail(store);
      const person = await server.createPerson();
      const open = async () => {
        const response = await enter(server, person);
        const { user, session } = await response.json();
        return { address: nextAddress(), user, session, cookie: readCookie(response) };
      };
      const [one, other, third] = [await open(), await open(), await open()];
      await server.as(one).call(logout);
      const isIn = async (by: Person) => (await server.as(by).send(getProfile)).status === 200;
      expect([await isIn(one), await isIn(other), await isIn(third)]).toEqual([false, true, true]);

      const body = { password: "a second password", currentPassword: testPassword };
      await server.as(other).call(updatePassword, { body });
      expect([await isIn(other), await isIn(third), await isIn(person)]).toEqual([true, false, false]);

      await server.anyone().call(forgotPassword, { body: { email: person.user.email } });
      const token = await readToken();
      await server.anyone().call(setPassword, { body: { token, password: "a third password" } });
      expect(await isIn(other)).toBe(false);
      expect((await server.as(other).send(getSession)).status).toBe(401);
    });

    it.each([
      [
        "https://agents.example.com",
        /^__Host-cplt_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; .*; Secure$/,
      ],
      [
        "http://192.168.1.5:3000",
        /^cplt_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; (?!.*Secure)/,
      ],
    ])("has the strictest cookie possible at %s", async (publicOrigin, expected) => {
      const server = await startTestServer({ store, publicOrigin });
      const person = await server.createPerson();
      const [set = ""] = (await enter(server, person)).headers.getSetCookie();
      expect(set).toMatch(expected);
    });
  });

  it("D16: can't be done with a stolen database, which has no secret in plain or in part", async () => {
    const server = await startTestServer({ store });
    const { owner, callers, ids } = await makeSide(server, "canary-ours");
    // The first one that makeSide made is as secret; of this one the text is known.
    const { secret } = await server
      .as(owner)
      .call(createIdentitySecret, { params: { productId: ids.productId } })
      .then(({ data }) => data);
    const invite = await tokenOf(await inviteTo(server, owner, "one@example.com"));
    const secrets = {
      "a password": testPassword,
      "a session's cookie": owner.cookie.split("=")[1],
      "a session's key": owner.session.key,
      "a visitor's key": callers.visitor.session?.key,
      "an organization's token": owner.bearer,
      "an API key": callers["API key"].bearer?.slice(8),
      "an identity secret": secret,
      "an invitation": invite,
    };
    const rows = await dumpAll(server);
    expect(rows).toContain("argon2id");
    for (const [name, canary] of Object.entries(secrets)) {
      expect(canary?.length, name).toBeGreaterThan(10);
      expect(rows, name).not.toContain(canary);
      expect(server.readLog(), name).not.toContain(canary);
    }
  });
});

/** Every row of every table, as somebody would read them who has the database. */
async function dumpAll({ store }: TestServer): Promise<string> {
  const tables = await store.db.introspection.getTables();
  const dump: string[] = [];
  for (const { name, isView } of tables) {
    if (isView) continue;
    const rows = await store.db
      .selectFrom(name as "members") // whichever table it is
      .selectAll()
      .execute();
    dump.push(name, ...rows.map((row) => JSON.stringify(row)).toSorted());
  }
  return dump.join("\n");
}
