import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import {
  listVisitorMessages,
  listVisitorThreads,
  sendMessage,
} from "../../../shared/contract/conversations/conversations.ts";
import { getThread, listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  checkIdentity,
  closeSession,
  createIdentitySecret,
  createPreviewTicket,
  deleteIdentitySecret,
  getIdentity,
  getPublicConfiguration,
  getWidget,
  identifyVisitor,
  openChatWidget,
  setAttributes,
  updateIdentity,
  type FrameDocument,
  type Identity,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { SessionKey } from "../../../shared/contract/accounts/accounts.ts";
import { signExamples } from "../../../console/screens/surfaces/signExamples.ts";
import { nextAddress, type Actor } from "../../kit/client.ts";
import type { Member } from "../../kit/factories.ts";
import { encode, signJwt, signUserId } from "../../kit/surfaces/identities.ts";
import { startTestServer, type TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, newClientId } from "../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../kit/live/watching.ts";

const shop = "https://shop.test";
const day = 24 * 60 * 60;

interface Visitor extends Actor {
  session: SessionKey;
  contactId: string;
  userId: string | null;
}

/** An agent with one secret, and what a site and its visitors do with it. */
async function setUpSite(server: TestServer, owner: Member) {
  const agent = await server.createAgent(owner);
  const params = { productId: agent.id };
  const team = server.as(owner);
  const { token } = (await team.call(getWidget, { params })).data;
  const { secret } = (await team.call(createIdentitySecret, { params })).data;
  const inSeconds = (seconds: number) => Math.floor(server.clock.now() / 1000) + seconds;
  const jwt = (claims: Record<string, unknown> = {}, key = secret) =>
    signJwt({ claims: { sub: "u1", exp: inSeconds(600), ...claims }, secret: key });

  async function findTicket(): Promise<string> {
    const page = await server.request(`/embed/${token}`, { headers: { referer: `${shop}/` } });
    const [, json = "{}"] = /id="frame-document">(.*?)<\/script>/s.exec(await page.text()) ?? [];
    return (JSON.parse(json) as FrameDocument).ticket;
  }

  const site = {
    ...{ agent, params, token, secret, team, inSeconds, jwt, findTicket },
    async open(identity?: Identity, ticket?: string): Promise<Visitor> {
      const address = nextAddress();
      const { data } = await server.anyone(address).call(openChatWidget, {
        body: { data: { ticket: ticket ?? (await findTicket()), ...(identity && { identity }) } },
      });
      return { address, session: data.session, contactId: data.contactId, userId: data.userId };
    },
    identify: (visitor: Visitor, identity: Identity) =>
      server.as(visitor).call(identifyVisitor, { params, body: { data: identity } }),
    async say(visitor: Visitor, content: string, clientId = newClientId()) {
      const body = { data: { clientId, content } };
      return listen(server.as(visitor).stream(sendMessage, { params, body }));
    },
    threadsOf: async (visitor: Visitor) =>
      (await server.as(visitor).call(listVisitorThreads, { params })).items.map(({ title }) => title),
    contactOf: async (threadId: string) =>
      (await team.call(getThread, { params: { ...params, threadId } })).data.contact,
    requireIdentity: () => team.call(updateIdentity, { params, body: { data: { mode: "required" } } }),
  };
  return site;
}

describe.each(stores())("visitor identity on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  beforeAll(async () => {
    server = await startTestServer({
      store,
      findFrameScript: () => ({ file: "/assets/widget/frame.js", preload: [] }),
    });
    owner = await server.createOwner();
  });
  const setUp = () => setUpSite(server, owner);

  it("shows the team whose a token is, or why it would be refused, and creates no contact", async () => {
    const { team, params, jwt, inSeconds } = await setUp();
    const attempt = async (token: string) =>
      (await team.call(checkIdentity, { params, body: { data: { token } } })).data;
    const right = jwt({ name: "Ada", email: "ada@example.com", phone: "+49 30 123456" });
    expect(await attempt(right)).toEqual({
      problem: null,
      identity: { userId: "u1", name: "Ada", email: "ada@example.com", phone: "+4930123456", attrs: {} },
    });
    const other = jwt({}, "another-secret-of-somebody-else-0123456789");
    expect((await attempt(other)).problem).toContain("No secret of this widget signed it");
    expect((await attempt(jwt({ exp: inSeconds(-600) }))).problem).toContain("ended");
    expect((await attempt("nonsense")).problem).toContain("three parts");
    const contacts = await server.store.db.selectFrom("contacts").select("id").where("externalId", "=", "u1");
    expect(await contacts.where("agentId", "=", params.productId).execute()).toEqual([]);
  });

  describe("a secret", () => {
    it("is shown once, stored encrypted, and recognized by its last four characters", async () => {
      const { team, params, secret, agent } = await setUp();
      const { data } = await team.call(getIdentity, { params });
      expect(data).toMatchObject({ mode: "optional", secrets: [{ lastFour: secret.slice(-4) }] });
      expect(JSON.stringify(data)).not.toContain(secret);
      const row = await server.store.db
        .selectFrom("surfaces")
        .selectAll()
        .where("agentId", "=", agent.id)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(server.readLog()).not.toContain(secret);
    });

    it("can have a second one but no third, and deleting it ends its identities", async () => {
      const { team, params, secret, open, jwt } = await setUp();
      const { data } = await team.call(createIdentitySecret, { params });
      expect(data.identity.secrets).toHaveLength(2);
      await expect(team.call(createIdentitySecret, { params })).rejects.toMatchObject({
        status: 409,
        code: "conflict",
      });
      for (const key of [secret, data.secret])
        await expect(open({ token: jwt({}, key) })).resolves.toMatchObject({ userId: "u1" });
      const [first] = data.identity.secrets;
      const secretId = first?.id ?? "";
      await team.call(deleteIdentitySecret, { params: { ...params, secretId } });
      await expect(open({ token: jwt() })).rejects.toMatchObject({ code: "identity_refused" });
      await expect(open({ token: jwt({}, data.secret) })).resolves.toMatchObject({ userId: "u1" });
      const again = team.call(deleteIdentitySecret, { params: { ...params, secretId } });
      await expect(again).rejects.toMatchObject({ status: 404 });
    });

    it("B1, B2: is created by roles that may change surfaces, in their own organization", async () => {
      const { params } = await setUp();
      const support = server.as(await server.createMember(owner.organizationId, "support"));
      await expect(support.call(createIdentitySecret, { params })).rejects.toMatchObject({ status: 403 });
      const stranger = server.as(await server.createOwner("Other"));
      for (const call of [getIdentity, createIdentitySecret])
        await expect(stranger.call(call, { params })).rejects.toMatchObject({ status: 404 });
    });
  });

  describe("C2: a forged identity", () => {
    let site: Awaited<ReturnType<typeof setUp>>;
    beforeAll(async () => (site = await setUp()));

    const claims = () => ({ sub: "u1", exp: site.inSeconds(600) });
    const swap = (part: number, text: string) => {
      const parts = site.jwt().split(".");
      parts[part] = text;
      return parts.join(".");
    };
    const signatureOf = () => Buffer.from(site.jwt().split(".")[2] ?? "", "base64url");
    const withHeader = (header: unknown, hash?: "sha384" | "sha512") =>
      signJwt({ header, claims: claims(), secret: site.secret, ...(hash && { hash }) });
    const withClaims = (given: Record<string, unknown>) =>
      signJwt({ claims: { ...claims(), ...given }, secret: site.secret });

    it.each<[string, () => Identity]>([
      ["alg none, without a signature", () => ({ token: `${encode({ alg: "none" })}.${encode(claims())}.` })],
      ["alg none, with the right signature", () => ({ token: withHeader({ alg: "none", typ: "JWT" }) })],
      ["alg None", () => ({ token: withHeader({ alg: "None" }) })],
      ["alg RS256, signed as HS256", () => ({ token: withHeader({ alg: "RS256", typ: "JWT" }) })],
      ["alg HS384", () => ({ token: withHeader({ alg: "HS384", typ: "JWT" }, "sha384") })],
      ["alg HS512", () => ({ token: withHeader({ alg: "HS512", typ: "JWT" }, "sha512") })],
      ["alg hs256", () => ({ token: withHeader({ alg: "hs256" }) })],
      ["alg as a list", () => ({ token: withHeader({ alg: ["HS256"] }) })],
      ["no alg", () => ({ token: withHeader({ typ: "JWT" }) })],
      ["kid as a path", () => ({ token: withHeader({ alg: "HS256", kid: "../../../dev/null" }) })],
      ["kid as SQL", () => ({ token: withHeader({ alg: "HS256", kid: "' union select 'a" }) })],
      ["jku", () => ({ token: withHeader({ alg: "HS256", jku: "https://evil.test/keys" }) })],
      ["jwk", () => ({ token: withHeader({ alg: "HS256", jwk: { kty: "oct", k: "AA" } }) })],
      ["x5u", () => ({ token: withHeader({ alg: "HS256", x5u: "https://evil.test" }) })],
      ["crit", () => ({ token: withHeader({ alg: "HS256", crit: ["exp"] }) })],
      ["another secret", () => ({ token: site.jwt({}, "x".repeat(43)) })],
      ["an empty secret", () => ({ token: site.jwt({}, "") })],
      ["the public token as the secret", () => ({ token: site.jwt({}, site.token) })],
      [
        "other claims under the same signature",
        () => ({ token: swap(1, encode({ ...claims(), sub: "admin" })) }),
      ],
      ["no signature", () => ({ token: swap(2, "") })],
      ["half a signature", () => ({ token: swap(2, site.jwt().split(".")[2]?.slice(0, 20) ?? "") })],
      ["the signature in hex", () => ({ token: swap(2, signatureOf().toString("hex")) })],
      ["a signature with padding", () => ({ token: `${site.jwt()}=` })],
      ["two parts", () => ({ token: site.jwt().split(".").slice(0, 2).join(".") })],
      ["four parts", () => ({ token: `${site.jwt()}.AAAA` })],
      ["a space inside", () => ({ token: ` ${site.jwt()}` })],
      ["an empty token", () => ({ token: "" })],
      ["claims that are a text", () => ({ token: signJwt({ claims: '"u1"', secret: site.secret }) })],
      ["claims that are no JSON", () => ({ token: signJwt({ claims: "{", secret: site.secret }) })],
      ["a list of claims", () => ({ token: signJwt({ claims: [claims()], secret: site.secret }) })],
      ["no exp", () => ({ token: withClaims({ exp: undefined }) })],
      ["exp as a text", () => ({ token: withClaims({ exp: "9999999999" }) })],
      ["exp in eight days", () => ({ token: withClaims({ exp: site.inSeconds(8 * day) }) })],
      ["exp in milliseconds", () => ({ token: withClaims({ exp: site.inSeconds(600) * 1000 }) })],
      ["nbf in an hour", () => ({ token: withClaims({ nbf: site.inSeconds(3600) }) })],
      ["no sub", () => ({ token: withClaims({ sub: undefined }) })],
      ["an empty sub", () => ({ token: withClaims({ sub: " " }) })],
      ["sub as a number", () => ({ token: withClaims({ sub: 1 }) })],
      ["sub as an object", () => ({ token: withClaims({ sub: { id: "u1" } }) })],
      ["an invalid e-mail", () => ({ token: withClaims({ email: "nobody" }) })],
      ["a number without its country", () => ({ token: withClaims({ phone: "030 123456" }) })],
      ["attributes with a list inside", () => ({ token: withClaims({ attrs: { plan: ["gold"] } }) })],
      ["another userId beside it", () => ({ token: site.jwt(), userId: "admin" })],
      ["a wrong hash beside it", () => ({ token: site.jwt(), userId: "u1", hash: "0".repeat(64) })],
      ["a hash of another user", () => ({ userId: "admin", hash: signUserId("u1", site.secret) })],
      ["a hash by another secret", () => ({ userId: "u1", hash: signUserId("u1", "other") })],
      ["a hash without its user", () => ({ hash: signUserId("", site.secret) })],
      ["an empty hash", () => ({ userId: "u1", hash: "" })],
      ["a short hash", () => ({ userId: "u1", hash: signUserId("u1", site.secret).slice(0, 62) })],
      ["a hash in base64", () => ({ userId: "u1", hash: encode("u1") })],
    ])("%s is refused, and nobody gets in as anonymous instead", async (_, forge) => {
      const sessions = () => server.store.db.selectFrom("visitorSessions").selectAll().execute();
      const before = (await sessions()).length;
      await expect(site.open(forge())).rejects.toMatchObject({ status: 401, code: "identity_refused" });
      expect(await sessions()).toHaveLength(before);
    });

    it("shows nothing of the person that it names, and leaves the session unchanged", async () => {
      const victim = await site.open({ token: site.jwt({ sub: "victim" }) });
      await site.say(victim, "My secret order");
      const thief = await site.open();
      const forged = site.identify(thief, { token: site.jwt({ sub: "victim" }, "guessed") });
      await expect(forged).rejects.toMatchObject({ status: 401, code: "identity_refused" });
      expect(await site.threadsOf(thief)).toEqual([]);
      const unsigned = await site.identify(thief, { userId: "victim", email: "victim@shop.test" });
      expect(unsigned.data).toEqual({ contactId: thief.contactId, userId: null });
      expect(await site.threadsOf(thief)).toEqual([]);
    });

    it("is not valid for another agent", async () => {
      const other = await setUp();
      await expect(other.open({ token: site.jwt() })).rejects.toMatchObject({ code: "identity_refused" });
      const visitor = await site.open({ token: site.jwt({ sub: "same id" }) });
      await site.say(visitor, "Next door");
      const namesake = await other.open({ token: other.jwt({ sub: "same id" }) });
      expect(await other.threadsOf(namesake)).toEqual([]);
    });

    it("expires after a minute's grace, which a forged one is not told", async () => {
      await expect(site.open({ token: site.jwt({ exp: site.inSeconds(-61) }) })).rejects.toMatchObject({
        status: 401,
        code: "identity_expired",
      });
      await expect(site.open({ token: site.jwt({ exp: site.inSeconds(-30) }) })).resolves.toBeDefined();
      const forged = site.open({ token: site.jwt({ exp: site.inSeconds(-3600) }, "guessed") });
      await expect(forged).rejects.toMatchObject({ code: "identity_refused" });
    });
  });

  it("is verified by a token or by a hash, with the site's data about them", async () => {
    const { open, say, contactOf, jwt, secret } = await setUp();
    const token = jwt({
      email: "Ada@Shop.test",
      phone: "+49 30 123456",
      name: "Ada",
      attrs: { plan: "gold", gone: null },
    });
    const ada = await open({ token, attrs: { page: 3 } });
    expect(ada.userId).toBe("u1");
    const { threadId } = await say(ada, "Hello");
    expect(await contactOf(threadId)).toEqual({
      id: ada.contactId,
      name: "Ada",
      verified: true,
      email: "ada@shop.test",
      phone: "+4930123456",
      attributes: { plan: "gold", page: 3 },
    });
    const hashed = await open({ userId: "u1", hash: signUserId("u1", secret).toUpperCase() });
    expect(hashed.contactId).toBe(ada.contactId);
    expect(await contactOf(threadId)).toMatchObject({ email: "ada@shop.test", phone: "+4930123456" });
  });

  it.each([
    ["node", (code: string) => `${code}\nconsole.log(signVisitor({ id: 7, email: null, name: "Ada" }));`],
    ["python", (code: string) => `${code}\nprint(sign_visitor({"id": 7, "email": None, "name": "Ada"}))`],
  ])("is verified by Deploy's example for %s", async (language, write) => {
    const { open, say, contactOf, secret } = await setUp();
    const example = signExamples.find(({ value }) => value === language);
    const program = language === "node" ? [process.execPath, "--input-type=module", "-"] : ["python3", "-"];
    const [command = "", ...args] = program;
    const run = spawnSync(command, args, {
      input: write(example?.code ?? ""),
      env: { ...process.env, PILOTHOUSE_SECRET: secret },
      encoding: "utf8",
    });
    // A machine without Python shows nothing about its example.
    if (run.error && language === "python") return;
    const visitor = await open({ token: run.stdout.trim() });
    expect(visitor.userId).toBe("7");
    const { threadId } = await say(visitor, "Hello");
    expect(await contactOf(threadId)).toMatchObject({ name: "Ada", verified: true });
  });

  it("accepts null and missing values for what a backend doesn't know", async () => {
    const { open, say, contactOf, jwt } = await setUp();
    const visitor = await open({ token: jwt({ email: null, phone: "", name: "", attrs: null }) });
    const { threadId } = await say(visitor, "Hello");
    expect(await contactOf(threadId)).toMatchObject({ name: "u1", email: null, verified: true });
  });

  it("C2: keeps typed data as unverified, beside a verified person with the same address", async () => {
    const { open, say, identify, contactOf, threadsOf, jwt } = await setUp();
    const real = await open({ token: jwt({ email: "ada@shop.test", name: "Ada" }) });
    await say(real, "For Ada alone");
    const said = await open({ email: "ada@shop.test", name: "Ada", attrs: { plan: "free" } });
    expect(said.userId).toBeNull();
    const { threadId } = await say(said, "I am Ada");
    expect(await contactOf(threadId)).toMatchObject({
      id: said.contactId,
      name: "Ada",
      email: "ada@shop.test",
      verified: false,
      attributes: { plan: "free" },
    });
    expect(await threadsOf(said)).toEqual(["I am Ada"]);
    await identify(said, { name: "Really Ada" });
    expect(await contactOf(threadId)).toMatchObject({ name: "Really Ada", email: "ada@shop.test" });
  });

  it("passes earlier messages to a person who is new", async () => {
    const { open, say, identify, contactOf, threadsOf, jwt } = await setUp();
    const visitor = await open({
      email: "eve@evil.test",
      phone: "+4930123456",
      name: "Eve",
      attrs: { cart: 2 },
    });
    const { threadId } = await say(visitor, "Before");
    const { data } = await identify(visitor, { token: jwt({ name: "Ada" }) });
    expect(data).toEqual({ contactId: visitor.contactId, userId: "u1" });
    // What was said stands beside "verified" no more.
    expect(await contactOf(threadId)).toMatchObject({
      ...{ name: "Ada", email: null, phone: null, verified: true, attributes: { cart: 2 } },
    });
    expect(await threadsOf(visitor)).toEqual(["Before"]);
  });

  it("moves all earlier conversations to a known person, once, and tells the team", async () => {
    const { open, say, identify, contactOf, threadsOf, jwt, agent, params, secret } = await setUp();
    const phone = await open({ token: jwt({ attrs: { plan: "gold" } }) });
    await say(phone, "On the phone");
    const laptop = await open({ attrs: { cart: 2 } });
    const { threadId, message } = await say(laptop, "On the laptop");
    const heard = watch(owner, { server, agentId: agent.id });
    await heard.ready;
    const { data } = await identify(laptop, { userId: "u1", hash: signUserId("u1", secret) });
    expect(data).toEqual({ contactId: phone.contactId, userId: "u1" });
    const moved = {
      type: "thread",
      thread: { id: threadId, contact: { id: phone.contactId, verified: true } },
    };
    const events = await heard.until((all) => all.some(({ type }) => type === "thread"));
    expect(events.find((event) => event.type === "thread" && event.thread.id === threadId)).toMatchObject(
      moved,
    );
    heard.stop();
    for (const visitor of [phone, laptop])
      expect((await threadsOf(visitor)).sort()).toEqual(["On the laptop", "On the phone"]);
    expect(await contactOf(threadId)).toMatchObject({ attributes: { plan: "gold", cart: 2 } });
    const contacts = await server.store.db
      .selectFrom("contacts")
      .select("id")
      .where("agentId", "=", agent.id)
      .execute();
    expect(contacts.map(({ id }) => id)).toEqual([phone.contactId]);
    // It goes on where it was, and a repeat is still the same message.
    const repeat = await say(laptop, "On the laptop", message?.clientId ?? "");
    expect(repeat.message?.id).toBe(message?.id);
    const { items } = await server.as(laptop).call(listVisitorMessages, { params: { ...params, threadId } });
    expect(items.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it("keeps both messages that a client sent under one id, once as anonymous and once as the person", async () => {
    const { open, say, identify, threadsOf, jwt, agent } = await setUp();
    const clientId = newClientId();
    const person = await open({ token: jwt() });
    await say(person, "Hello", clientId);
    const anonymous = await open();
    const { threadId } = await say(anonymous, "Hello", clientId);
    const heard = watch(owner, { server, agentId: agent.id });
    await heard.ready;
    await identify(anonymous, { token: jwt() });
    // The team hears of it, though nothing else is known of the person now.
    await heard.until((events) => events.some((one) => one.type === "thread" && one.thread.id === threadId));
    heard.stop();
    expect(await threadsOf(person)).toEqual(["Hello", "Hello"]);
    const repeat = await say(anonymous, "Hello", clientId);
    expect(repeat.events[0]?.type).toBe("accepted");
    expect(await threadsOf(person)).toHaveLength(2);
  });

  it("is one contact no matter how many sessions of a person start at once", async () => {
    const { open, say, identify, jwt, findTicket } = await setUp();
    const ticket = await findTicket();
    const anonymous = await Promise.all([open(undefined, ticket), open(undefined, ticket)]);
    for (const visitor of anonymous) await say(visitor, "Hello");
    const token = jwt();
    const [opened, identified] = await Promise.all([
      Promise.all([1, 2, 3].map(() => open({ token }, ticket))),
      Promise.all(anonymous.map((visitor) => identify(visitor, { token }))),
    ]);
    const ids = [
      ...opened.map(({ contactId }) => contactId),
      ...identified.map(({ data }) => data.contactId),
    ];
    const last = await open({ token }, ticket);
    expect(new Set([...ids, last.contactId]).size).toBe(1);
  });

  it("C3: never changes to another person within a session", async () => {
    const { open, say, identify, threadsOf, jwt } = await setUp();
    const first = await open({ token: jwt({ sub: "first" }) });
    await say(first, "The first one's");
    for (const next of [
      { token: jwt({ sub: "second" }) },
      { email: "second@shop.test" },
      { phone: "+4930123456" },
      { name: "Second" },
    ]) {
      await expect(identify(first, next)).rejects.toMatchObject({ status: 409, code: "identity_changed" });
    }
    // Attributes say nothing of who somebody is, and the same person may be told again.
    expect((await identify(first, { attrs: { step: 2 } })).data.userId).toBe("first");
    expect((await identify(first, { token: jwt({ sub: "first" }) })).data.userId).toBe("first");
    const second = await open({ token: jwt({ sub: "second" }) });
    expect(await threadsOf(second)).toEqual([]);
  });

  it("C3: ends with the session, whose key signs nothing from then on", async () => {
    const { open, say, jwt, params } = await setUp();
    const visitor = await open({ token: jwt() });
    const { threadId } = await say(visitor, "Hello");
    await server.as(visitor).call(closeSession, { params });
    for (const ask of [
      () => server.as(visitor).call(listVisitorThreads, { params }),
      () => server.as(visitor).call(listVisitorMessages, { params: { ...params, threadId } }),
      () => server.as(visitor).call(closeSession, { params }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 401, code: "unauthenticated" });
    }
  });

  it("C1: can't be found with a guessed session, another agent's path or another session's key", async () => {
    const { open, say, params, findTicket, token } = await setUp();
    const other = await setUp();
    const visitor = await open();
    await say(visitor, "Hello");
    const stranger = await open();
    const guessed = { ...visitor, session: { ...visitor.session, id: "0".repeat(26) } };
    await expect(server.as(guessed).call(listVisitorThreads, { params })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const mixed = {
      ...visitor,
      session: { ...visitor.session, key: stranger.session.key },
    };
    await expect(server.as(mixed).call(listVisitorThreads, { params })).rejects.toMatchObject({
      code: "signature_refused",
    });
    const next = server.as(visitor).call(listVisitorThreads, { params: other.params });
    await expect(next).rejects.toMatchObject({ status: 404 });
    // 128 bits, and nothing of it in the log, where addresses stand.
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    await findTicket();
    for (const secret of [token, visitor.session.key]) expect(server.readLog()).not.toContain(secret);
  });

  describe("attributes", () => {
    it("are merged, removed by null, and shown to the team at once", async () => {
      const { open, say, contactOf, params } = await setUp();
      const visitor = await open({ attrs: { plan: "free", seats: 3 } });
      const { threadId } = await say(visitor, "Hello");
      const set = (data: Record<string, string | number | boolean | null>) =>
        server.as(visitor).call(setAttributes, { params, body: { data } });
      await set({ plan: "gold", trial: true });
      await set({ seats: null, unknown: null });
      expect((await contactOf(threadId)).attributes).toEqual({ plan: "gold", trial: true });
    });

    it("are limited to fifty in total", async () => {
      const { open, params } = await setUp();
      const visitor = await open();
      const many = (from: number) =>
        Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`a${from + index}`, index]));
      const set = (data: Record<string, number | null>) =>
        server.as(visitor).call(setAttributes, { params, body: { data } });
      await set(many(0));
      await expect(set(many(26))).rejects.toMatchObject({ status: 400, code: "invalid_input" });
      await set({ a0: null, a1: null });
      await set(many(26));
    });

    it("E8: refuse keys that every object has", async () => {
      const { open, params } = await setUp();
      const visitor = await open();
      const body = JSON.parse('{"data":{"__proto__":"x","constructor":"y"}}');
      await server.as(visitor).send(setAttributes, { params, body });
      expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
      const row = await server.store.db
        .selectFrom("contacts")
        .select("attributes")
        .where("id", "=", visitor.contactId)
        .executeTakeFirstOrThrow();
      expect(Object.getPrototypeOf(JSON.parse(row.attributes))).toBe(Object.prototype);
      expect(row.attributes).not.toContain("__proto__");
    });
  });

  describe("when a signed identity is required", () => {
    it("refuses a session for anybody else, and says so beforehand", async () => {
      const { open, requireIdentity, jwt, token } = await setUp();
      await requireIdentity();
      const query = { surface: "widget", token };
      const configuration = await server.anyone().call(getPublicConfiguration, { query });
      expect(configuration.isIdentityRequired).toBe(true);
      for (const identity of [undefined, { email: "ada@shop.test" }, { userId: "u1" }])
        await expect(open(identity)).rejects.toMatchObject({ status: 401, code: "identity_required" });
      await expect(open({ token: jwt({}, "guessed") })).rejects.toMatchObject({ code: "identity_refused" });
      await expect(open({ token: jwt() })).resolves.toMatchObject({ userId: "u1" });
    });

    it("refuses messages of an earlier session, until its visitor is verified", async () => {
      const { open, say, identify, requireIdentity, jwt, params, threadsOf } = await setUp();
      const visitor = await open();
      await say(visitor, "Before");
      await requireIdentity();
      await expect(say(visitor, "After")).rejects.toMatchObject({ status: 401, code: "identity_required" });
      await server.as(visitor).call(setAttributes, { params, body: { data: { plan: "gold" } } });
      await identify(visitor, { email: "ada@shop.test" });
      await expect(say(visitor, "After")).rejects.toMatchObject({ code: "identity_required" });
      await identify(visitor, { token: jwt() });
      await say(visitor, "After");
      expect((await threadsOf(visitor)).sort()).toEqual(["After", "Before"]);
    });
  });

  it("is anonymous in the console's preview, no matter what its page says", async () => {
    const { team, params, open, identify, say, jwt, requireIdentity } = await setUp();
    await requireIdentity();
    const { ticket } = (await team.call(createPreviewTicket, { params })).data;
    for (const identity of [undefined, { token: jwt() }, { token: "forged" }]) {
      const preview = await open(identity, ticket);
      expect(preview.userId).toBeNull();
      expect((await identify(preview, { token: jwt() })).data.userId).toBeNull();
      await say(preview, "Hello");
    }
    expect((await team.call(listThreads, { params })).items).toEqual([]);
  });

  it("sends events of one session to every other session of the person", async () => {
    const { open, say, identify, jwt, agent } = await setUp();
    const person = await open({ token: jwt() });
    const visitor = await open();
    await identify(visitor, { token: jwt() });
    const heard = watch(visitor, { server, agentId: agent.id });
    await heard.ready;
    await say(person, "From the other device");
    await heard.until((events) => events.some((event) => isMessage(event, "From the other device")));
    heard.stop();
  });
});
