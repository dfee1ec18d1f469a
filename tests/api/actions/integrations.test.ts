import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { exportAgent } from "../../../shared/contract/agents/templates.ts";
import {
  connectIntegration,
  createIntegration,
  getIntegration,
  listEventsAndOperations,
  listIntegrations,
  refreshIntegrationToken,
  removeIntegration,
  updateIntegration,
} from "../../../shared/contract/integrations/integrations.ts";
import type { Integration } from "../../../shared/contract/integrations/integrations.ts";
import { createSkill, testSkill } from "../../../shared/contract/skills/skills.ts";
import type { SkillDraft, SkillTestResult } from "../../../shared/contract/skills/skills.ts";
import { openSecrets } from "../../../server/database/secrets.ts";
import {
  addConnection,
  click,
  comeBack,
  connectTo,
  leaveFor,
  readConnection,
  readingSkill,
} from "../../kit/actions/connectedAgent.ts";
import type { ConnectingTeam } from "../../kit/actions/connectedAgent.ts";
import { json, startOAuthService } from "../../kit/actions/oauthService.ts";
import type { OAuthService, ServiceReply } from "../../kit/actions/oauthService.ts";
import { shareStore } from "../../kit/database/shareStore.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";

const calendar = "https://www.googleapis.com/calendar/v3";
const readCalendar = readingSkill("Calendar", `${calendar}/calendars/primary/events`);
const hourMs = 60 * 60_000;

type Team = ConnectingTeam & { owner: Member };

let service: OAuthService;
beforeAll(async () => {
  service = await startOAuthService();
});
afterEach(() => service.reset());
afterAll(() => service.stop());

const secretKey = "one key for all servers of this file's tests";

function start(store: StoreKind): Promise<TestServer> {
  const { override } = service;
  return startTestServer({
    ...{ store, egressAllow: ["127.0.0.0/8"] },
    integrations: { "google-calendar": override, slack: override, github: override },
    secrets: openSecrets({ dataDir: "unused", secretKey }),
  });
}

async function openTeam(server: TestServer): Promise<Team> {
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner);
  return { server, owner, client: server.as(owner), productId: agent.id };
}

async function connectCalendar(server: TestServer): Promise<Team & { calendar: Integration }> {
  const team = await openTeam(server);
  const added = await addConnection(team, { provider: "google-calendar", name: "Calendar" });
  return { ...team, calendar: await connectTo(team, added) };
}

async function run(
  { client, productId }: ConnectingTeam,
  skill: SkillDraft = readCalendar,
): Promise<SkillTestResult> {
  const body = { data: { skill, inputs: {}, mode: "real" as const } };
  return (await client.call(testSkill, { params: { productId }, body })).data;
}

describe.each(bothStores())("connections on $name", (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start(store);
  });
  const open = () => openTeam(server);
  const openConnected = () => connectCalendar(server);

  it("connects by the provider's page with PKCE, tells whose it is, and signs a skill's request", async () => {
    const team = await open();
    const added = await addConnection(team, { provider: "google-calendar", name: "Calendar" });
    expect(added).toMatchObject({ state: "unconnected", hasClient: true, account: null, reason: null });
    const connected = await connectTo(team, added);
    expect(connected).toMatchObject({ state: "connected", auth: "oauth", account: "ada@example.com" });
    const { form } = service.grants[0] ?? {};
    expect(form).toMatchObject({ grant_type: "authorization_code" });
    // No header of the request decides where the code is sent to.
    expect(form?.["redirect_uri"]).toBe(`${server.origin}/api/webhooks/v1/oauth-return`);
    const outcome = await run(team);
    expect(outcome).toMatchObject({ error: null, response: { status: 200 } });
    expect(service.requests.at(-1)?.path).toBe("/api/calendars/primary/events");
    // What signs in is nowhere to be seen.
    const [token] = service.accessTokens;
    const all = JSON.stringify([
      outcome,
      await team.client.call(listIntegrations, paramsOf(team)),
      connected,
    ]);
    expect(all).not.toContain(token);
    expect(all).not.toContain(service.clientSecret);
  });

  it("takes a way back once, in the browser and session that began it, and only for its own connection", async () => {
    const team = await open();
    const added = await addConnection(team, { provider: "google-calendar", name: "Calendar" });
    const { url, cookie } = await leaveFor(team, added);
    const link = await click(url, "Allow");
    const stranger = await comeBack(team, { link, cookie: "connecting=other" });
    expect(stranger.searchParams.get("signInError")).toBe("provider_expired");
    // Who came with another browser's has ended it.
    expect((await comeBack(team, { link, cookie })).search).toContain("provider_expired");
    const again = await leaveFor(team, added);
    const next = { link: await click(again.url, "Allow"), cookie: again.cookie };
    expect((await comeBack(team, next)).searchParams.get("connected")).toBe(added.id);
    expect((await comeBack(team, next)).search).toContain("provider_expired");
    const denied = await leaveFor(team, added);
    const back = { link: await click(denied.url, "Deny"), cookie: denied.cookie };
    expect((await comeBack(team, back)).searchParams.get("connectError")).toBe("provider_cancelled");
    expect((await readConnection(team, added)).state).toBe("connected");
  });

  it("is closed to another organization", async () => {
    const { calendar: own, productId } = await openConnected();
    const stranger = await server.createOwner("Other");
    const strangers = await server.createAgent(stranger);
    const client = server.as(stranger);
    for (const params of [
      { productId, integrationId: own.id },
      { productId: strangers.id, integrationId: own.id },
    ]) {
      await expect(client.call(getIntegration, { params })).rejects.toMatchObject({ status: 404 });
      const query = { confirmed: "true" };
      await expect(client.call(removeIntegration, { params, query })).rejects.toMatchObject({ status: 404 });
      const refresh = client.call(refreshIntegrationToken, { params, query });
      await expect(refresh).rejects.toMatchObject({ status: 404 });
    }
    const data = { agentId: strangers.id, integrationId: own.id, returnTo: "/" };
    const connect = client.call(connectIntegration, { params: { provider: own.provider }, body: { data } });
    await expect(connect).rejects.toMatchObject({ status: 404 });
  });

  it.each<[string, (tokens: Record<string, unknown>) => ServiceReply]>([
    ["pairs as a form", (tokens) => ({ type: "application/x-www-form-urlencoded", body: pairs(tokens) })],
    ["pairs as plain text", (tokens) => ({ type: "text/plain", body: pairs(tokens) })],
    ["JSON as plain text", (tokens) => ({ type: "text/plain", body: JSON.stringify(tokens) })],
    ["Slack's nested answer", (tokens) => json({ ok: true, team: { id: "T1" }, authed_user: tokens })],
    ["a lifetime written as text", (tokens) => json({ ...tokens, expires_in: "3600" })],
  ])("reads tokens that come as %s", async (_, write) => {
    service.write = write;
    const team = await openConnected();
    expect(team.calendar).toMatchObject({ state: "connected" });
    expect(team.calendar.expiresAt).toBeGreaterThan(Date.now());
    expect((await run(team)).error).toBeNull();
  });

  it.each<[string, ServiceReply, RegExp]>([
    [
      "an HTML page",
      { type: "text/html", body: "<!doctype html><h1>Oops</h1>" },
      /something other than tokens/,
    ],
    ["10 MB", { type: "application/json", body: Buffer.alloc(10_000_000, " ") }, /too large/],
    ["a connection that breaks off", { breaksOff: true }, /broke in the middle/],
    [
      "a redirect to a private address",
      { status: 302, headers: { location: "http://169.254.169.254/latest" } },
      /Google Calendar: /,
    ],
    ["an error of its own", { status: 503, type: "application/json", body: '{"error":"busy"}' }, /\(busy\)/],
  ])("says it where a provider answers the code with %s", async (_, reply, said) => {
    const team = await open();
    const added = await addConnection(team, { provider: "google-calendar", name: "Calendar" });
    service.interrupt(reply);
    const { url, cookie } = await leaveFor(team, added);
    const end = await comeBack(team, { link: await click(url, "Allow"), cookie });
    // What the service said stands with the connection, not in an address that anybody can write.
    expect(end.searchParams.get("connectError")).toBe("provider_failed");
    const { state, reason } = await readConnection(team, added);
    expect([state, reason]).toEqual(["unconnected", expect.stringMatching(said)]);
  });

  it("renews an access that has ended once for all who use it, and keeps the new pair", async () => {
    const team = await openConnected();
    server.clock.advance(2 * hourMs);
    service.accessTokens.clear();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => run(team)));
    expect(outcomes.map(({ error }) => error)).toEqual([null, null, null, null, null]);
    expect(grantTypes()).toEqual(["authorization_code", "refresh_token"]);
    server.clock.advance(2 * hourMs);
    service.accessTokens.clear();
    // Each refresh token is good once: with the old one this would fail.
    expect((await run(team)).error).toBeNull();
    expect(grantTypes()).toHaveLength(3);
  });

  it("renews once an access that the provider refuses before its time", async () => {
    const team = await openConnected();
    service.accessTokens.clear();
    expect((await run(team)).error).toBeNull();
    expect(grantTypes()).toEqual(["authorization_code", "refresh_token"]);
  });

  it("continues with the old refresh token if the response with the new one was lost", async () => {
    service.forgives = true;
    const team = await openConnected();
    server.clock.advance(2 * hourMs);
    service.accessTokens.clear();
    service.interrupt({ breaksOff: true });
    expect((await run(team)).error).toMatch(/broke in the middle/);
    expect(await readConnection(team, team.calendar)).toMatchObject({
      ...{ state: "expiring", reason: expect.stringMatching(/broke in the middle/) },
    });
    expect((await run(team)).error).toBeNull();
    expect(await readConnection(team, team.calendar)).toMatchObject({ state: "connected", reason: null });
  });

  it("says in words that an access was revoked, until somebody connects again", async () => {
    const team = await openConnected();
    service.revoke();
    expect((await run(team)).error).toMatch(/no longer accepts this access/);
    const broken = await readConnection(team, team.calendar);
    expect(broken).toMatchObject({
      state: "broken",
      reason: expect.stringMatching(/revoked, or it is too old/),
    });
    const asked = service.grants.length;
    expect((await run(team)).error).toMatch(/has to be connected again/);
    // What is broken is not asked for again and again.
    expect(service.grants).toHaveLength(asked);
    expect(await connectTo(team, broken)).toMatchObject({ state: "connected", reason: null });
    expect((await run(team)).error).toBeNull();
  });

  it("says what a renewal would do, and does it when that is confirmed", async () => {
    const team = await openConnected();
    const params = { productId: team.productId, integrationId: team.calendar.id };
    const { data: asked } = await team.client.call(refreshIntegrationToken, { params });
    expect(asked).toMatchObject({ isDone: false, message: expect.stringMatching(/Add confirmed=true/) });
    expect(grantTypes()).toEqual(["authorization_code"]);
    const query = { confirmed: "true" };
    const { data: done } = await team.client.call(refreshIntegrationToken, { params, query });
    expect(done).toMatchObject({ isDone: true, integration: { state: "connected" } });
    expect(grantTypes()).toEqual(["authorization_code", "refresh_token"]);
  });

  it("calls an access that ends by itself expiring in time, and broken afterwards", async () => {
    service.givesRefreshTokens = false;
    service.lifetime = 30 * 24 * 3600;
    const { calendar: own, owner, productId } = await openConnected();
    expect(own).toMatchObject({ state: "connected", reason: null });
    /** Somebody who signed in just now: sessions end before that. */
    const look = async () => {
      const client = server.as(await server.createMember(owner.organizationId, "admin"));
      return { client, connection: await readConnection({ server, client, productId }, own) };
    };
    server.clock.advance(25 * 24 * hourMs);
    expect((await look()).connection).toMatchObject({ state: "expiring", reason: expect.any(String) });
    server.clock.advance(6 * 24 * hourMs);
    const { client, connection } = await look();
    expect(connection.state).toBe("broken");
    expect((await run({ server, client, productId })).error).toMatch(/has to be connected again/);
    expect(grantTypes()).toEqual(["authorization_code"]);
  });

  it("stops waiting for a token endpoint that never answers", async () => {
    service.forgives = true;
    const team = await openConnected();
    server.clock.advance(2 * hourMs);
    const limit = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
    service.interrupt({ hangs: true });
    service.waits.before = async () => limit.abort(new DOMException("late", "TimeoutError"));
    const body = { data: { skill: readCalendar, inputs: {}, mode: "real" as const } };
    const outcome = await team.client.call(testSkill, { params: { productId: team.productId }, body });
    expect(outcome.data.error).toMatch(/Google Calendar/);
    service.waits.before = () => undefined;
    expect((await run(team)).error).toBeNull();
  });

  it("sends an access to its own service only", async () => {
    const team = await openConnected();
    const elsewhere = await startWebServer((_, response) => response.end("{}"));
    try {
      for (const url of [
        `${elsewhere.origin}/steal`,
        `${calendar}.example.com/x`,
        `${calendar}@example.com/x`,
      ]) {
        const skill = readingSkill("Calendar", url);
        expect((await run(team, skill)).error).toMatch(/The address must start with/);
        const { client, productId } = team;
        const saving = client.call(createSkill, { params: { productId }, body: { data: skill } });
        await expect(saving).rejects.toMatchObject({ status: 400 });
      }
      expect(elsewhere.hits).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  it("forgets the access when the client changes, and everything when it is disconnected", async () => {
    const team = await openConnected();
    const { client, productId, calendar: own } = team;
    const params = { productId, integrationId: own.id };
    const data = { settings: {}, clientId: "other", clientSecret: "secret", updatedAt: own.updatedAt };
    const { data: changed } = await client.call(updateIntegration, { params, body: { data } });
    expect(changed).toMatchObject({ state: "unconnected", clientId: "other" });
    expect(JSON.stringify(changed)).not.toContain('"secret"');
    const stale = client.call(updateIntegration, { params, body: { data } });
    await expect(stale).rejects.toMatchObject({ status: 409 });
    await client.call(removeIntegration, { params, query: { confirmed: "true" } });
    expect((await run(team)).error).toMatch(/There is no connection called Calendar/);
  });

  it("takes a key where the provider accepts it, and refuses it where not", async () => {
    const team = await open();
    service.accessTokens.add("ghp_good");
    service.answer = ({ path }) => json(path === "/api/user" ? { login: "ada" } : { number: 7 });
    const data = { provider: "github", name: "GitHub", settings: {} };
    const { client, productId } = team;
    const refused = client.call(createIntegration, {
      params: { productId },
      body: { data: { ...data, key: "ghp_bad" } },
    });
    await expect(refused).rejects.toMatchObject({ status: 400 });
    const added = await addConnection(team, { ...data, key: "ghp_good" });
    expect(added).toMatchObject({ state: "connected", auth: "key", account: "ada" });
    const skill = readingSkill("GitHub", "https://api.github.com/repos/a/b/issues/7");
    expect((await run(team, skill)).error).toBeNull();
    // A second connection has another name.
    const twice = client.call(createIntegration, { params: { productId }, body: { data } });
    await expect(twice).rejects.toMatchObject({ status: 409 });
  });

  it("keeps a key that one request was refused with, and ends it where the service confirms that", async () => {
    const team = await open();
    service.accessTokens.add("ghp_good");
    let refuses = "";
    service.answer = ({ path }) => {
      if (path.includes(refuses) && refuses !== "")
        return { ...json({ message: "Bad credentials" }), status: 401 };
      return json(path === "/api/user" ? { login: "ada" } : { number: 7 });
    };
    const added = await addConnection(team, {
      ...{ provider: "github", name: "GitHub", settings: {}, key: "ghp_good" },
    });
    const skill = readingSkill("GitHub", "https://api.github.com/repos/a/b/issues/7");
    refuses = "/repos/";
    expect((await run(team, skill)).error).toBe("The service answered with 401.");
    expect(await readConnection(team, added)).toMatchObject({ state: "connected" });
    refuses = "/api/";
    expect((await run(team, skill)).error).toMatch(/has to be connected again/);
    expect(await readConnection(team, added)).toMatchObject({ state: "broken" });
  });

  it("takes what a provider calls an error with 200 for one, and renews where it means a lost access", async () => {
    const team = await open();
    const slack = await connectTo(team, await addConnection(team, { provider: "slack", name: "Slack" }));
    const skill = readingSkill("Slack", "https://slack.com/api/conversations.list");
    service.answer = () => json({ ok: false, error: "channel_not_found" });
    expect(await run(team, skill)).toMatchObject({ error: "Slack said: channel_not_found", picked: null });
    service.answer = () => json({ ok: false, error: "token_expired" });
    await run(team, skill);
    expect(await readConnection(team, slack)).toMatchObject({ state: "broken" });
    expect(grantTypes()).toEqual(["authorization_code", "refresh_token"]);
  });

  it("lists services with what is to be set, and gives the operations of a connection as skills", async () => {
    const team = await open();
    const { client, productId } = team;
    const { data: all } = await client.call(listEventsAndOperations, { params: { productId } });
    expect(all.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["slack", "google-calendar", "hubspot", "stripe", "custom"]),
    );
    expect(all.every(({ operations }) => operations.length > 0)).toBe(true);
    const ready = all.filter(({ signIn }) => signIn?.hasClient).map(({ id }) => id);
    expect(ready).toEqual(["slack", "google-calendar", "github"]);
    const settings = { site: "harbor", email: "ada@example.com" };
    const { id: integrationId } = await addConnection(team, { provider: "zendesk", name: "Desk", settings });
    const query = { integrationId };
    const { data: own } = await client.call(listEventsAndOperations, { params: { productId }, query });
    for (const { draft } of own[0]?.operations ?? []) {
      expect(draft?.config).toMatchObject({
        url: expect.stringMatching(/^https:\/\/harbor\.zendesk\.com\/api\/v2\//),
        auth: { type: "connection", name: "Desk", owner: "team" },
      });
      if (draft) await client.call(createSkill, { params: { productId }, body: { data: draft } });
    }
    const wrong = { provider: "zendesk", name: "Two", settings: { site: "evil.example.com/" } };
    const refused = client.call(createIntegration, { params: { productId }, body: { data: wrong } });
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });

  it("travels by name, without secrets", async () => {
    const team = await openConnected();
    const { client, productId, calendar: own } = team;
    await client.call(createSkill, { params: { productId }, body: { data: readCalendar } });
    const params = { productId, integrationId: own.id };
    const data = { settings: {}, eventSecret: "an event secret", updatedAt: own.updatedAt };
    await client.call(updateIntegration, { params, body: { data } });
    const file = await client.call(exportAgent, { params: { productAppId: productId } });
    const text = JSON.stringify(file);
    expect(text).toContain('"connections":[{"provider":"google-calendar","name":"Calendar","settings":{}}]');
    expect(text).toContain('"auth":{"type":"connection","name":"Calendar","owner":"team"}');
    for (const secret of [...service.accessTokens, service.clientSecret, "an event secret", "refresh-"])
      expect(text).not.toContain(secret);
  });

  function grantTypes(): (string | undefined)[] {
    return service.grants.map(({ form }) => form["grant_type"]);
  }
});

describe.each(bothStores().filter(({ name }) => name === "postgres"))("two servers on one $name", (store) => {
  it("make one renewal of one access", async () => {
    const shared = await shareStore(store);
    const servers = [await start(shared), await start(shared)] as const;
    const { owner, productId } = await connectCalendar(servers[0]);
    for (const server of servers) server.clock.advance(2 * hourMs);
    service.accessTokens.clear();
    const bothCame = Promise.withResolvers<void>();
    service.waits.before = () => bothCame.promise;
    const runs = servers.map((server) => run({ server, client: server.as(owner), productId }));
    await vi.waitFor(() => expect(service.grants).toHaveLength(1));
    bothCame.resolve();
    expect((await Promise.all(runs)).map(({ error }) => error)).toEqual([null, null]);
    expect(service.grants.filter(({ form }) => form["grant_type"] === "refresh_token")).toHaveLength(1);
  });
});

function paramsOf({ productId }: ConnectingTeam) {
  return { params: { productId }, query: {} };
}

function pairs(tokens: Record<string, unknown>): string {
  return new URLSearchParams(Object.entries(tokens).map(([name, value]) => [name, String(value)])).toString();
}
