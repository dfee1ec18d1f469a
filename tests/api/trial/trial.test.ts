import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { listAgents } from "../../../shared/contract/agents/agents.ts";
import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import { getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { beginTrial, claimTrial, getTrial, getTrialOffer } from "../../../shared/contract/trial/trial.ts";
import { createTestPlans } from "../../kit/billing/plans.ts";
import { stores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { serveBicycleShop } from "../../kit/knowledge/website.ts";
import type { Website } from "../../kit/knowledge/website.ts";
import { startTestServer } from "../../kit/server.ts";

const opened: Website[] = [];
afterEach(() => Promise.all(opened.splice(0).map((site) => site.stop())));

const hourMs = 60 * 60_000;
const newSecret = () => randomBytes(32).toString("base64url");
const refusal = { status: 404, code: "not_found" };

async function setUp(store: StoreKind) {
  const site = await serveBicycleShop();
  opened.push(site);
  const plans = createTestPlans();
  const server = await startTestServer({ store, plans, hasTrials: true, egressAllow: ["127.0.0.0/8"] });
  const begin = async (data: Record<string, string>, { id = randomUUID(), address = "192.0.2.1" } = {}) => {
    const secret = data["secret"] ?? newSecret();
    const params = { anonymousId: id };
    await server.anyone(address).call(beginTrial, { params, body: { data: { ...data, secret } } });
    return { id, secret };
  };
  const read = async (id: string) => (await server.anyone().call(getTrial, { params: { id } })).data;
  const beginReady = async (data: Record<string, string>) => {
    const begun = await begin(data);
    await expect.poll(async () => (await read(begun.id)).state).toBe("ready");
    return begun;
  };
  return { site, plans, server, begin, beginReady, read };
}

describe.each(stores())("trying an agent without an account, on $name", (store) => {
  it("reads a website, answers at an address of its own, and takes another name and color", async () => {
    const { site, server, begin, beginReady, read } = await setUp(store);
    const { id, secret } = await beginReady({ url: `${site.origin}/` });
    const trial = await read(id);
    expect(trial.pages).toBeGreaterThan(1);
    expect(trial.titles.length).toBeGreaterThan(0);
    expect(Object.keys(trial).toSorted()).toEqual([
      ...["anonymousId", "answers", "chatPath", "expiresAt", "name", "pages", "primary", "problem", "state"],
      ...["suggestions", "titles"],
    ]);
    // Whether its pages are read is looked at every second.
    await expect
      .poll(async () => {
        server.clock.advance(1000);
        return (await read(id)).answers?.length;
      })
      .toBe(3);
    for (const { question, answer, source } of (await read(id)).answers ?? []) {
      expect([question, answer, source.title]).not.toContain("");
      expect(answer).not.toMatch(/\[\d\]/);
      expect(source.url).toContain(site.origin);
    }
    await begin({ secret, name: "Spoke", primary: "#123456" }, { id });
    const page = await (await server.request(trial.chatPath ?? "")).text();
    expect(page).toContain("Spoke");
    expect(page).toContain("#123456");
    expect(page).toContain("noindex");
  });

  it("is claimed once by signing in, with its look and what it learned from, and retried after a failure or a lost answer", async () => {
    const { site, server, plans, beginReady, read } = await setUp(store);
    const { id, secret } = await beginReady({ url: `${site.origin.replace("http:", "https:")}/` });
    const { suggestions } = await read(id);
    const owner = await server.createOwner();
    const claim = () =>
      server.as(owner).call(claimTrial, { params: { uuid: id }, body: { data: { secret } } });
    plans.set({ plan: { ...(await plans.findSubscription("")).plan, features: [{ id: "app", units: 0 }] } });
    await expect(claim()).rejects.toMatchObject({ status: 402, code: "plan_limit" });
    plans.set({ plan: { ...(await plans.findSubscription("")).plan, features: [{ id: "app", units: 3 }] } });
    // Whatever fails in the middle of it, or ends the process, leaves nothing behind.
    await sql`alter table ${sql.ref("syncRuns")} rename to ${sql.ref("hidden")}`.execute(server.store.db);
    await expect(claim()).rejects.toMatchObject({ status: 500 });
    await sql`alter table ${sql.ref("hidden")} rename to ${sql.ref("syncRuns")}`.execute(server.store.db);
    const { data: agent } = await claim();
    const params = { productId: agent.id };
    const widget = (await server.as(owner).call(getWidget, { params })).data;
    expect(widget.settings.suggestions).toEqual(suggestions);
    const { items } = await server.as(owner).call(listDataSources, { params });
    expect(items).toMatchObject([{ config: { kind: "website", urls: [`${site.origin}/`] } }]);
    expect((await claim()).data.id).toBe(agent.id);
    const body = { data: { secret } };
    const other = server.as(await server.createOwner());
    await expect(other.call(claimTrial, { params: { uuid: id }, body })).rejects.toMatchObject(refusal);
    await expect(read(id)).rejects.toMatchObject(refusal);
    expect((await server.as(owner).call(listAgents)).page.total).toBe(1);
    await server.app.scheduler.catchUp();
    server.clock.advance(2 * 60_000);
    await expect
      .poll(() => server.store.db.selectFrom("agents").select("organizationId").execute())
      .toEqual([{ organizationId: owner.organizationId }]);
  });

  it("B20: belongs to the browser that holds its secret: others change and claim nothing, as if there were none", async () => {
    const { server, begin, read } = await setUp(store);
    const { id } = await begin({ type: "description", description: "We sell tea and open at nine." });
    await expect(begin({ name: "Mine", secret: newSecret() }, { id })).rejects.toMatchObject(refusal);
    const owner = await server.createOwner();
    for (const uuid of [id, randomUUID()]) {
      const body = { data: { secret: newSecret() } };
      await expect(server.as(owner).call(claimTrial, { params: { uuid }, body })).rejects.toMatchObject(
        refusal,
      );
    }
    expect((await read(id)).name).not.toBe("Mine");
    const kept = await server.store.db.selectFrom("trials").selectAll().execute();
    expect(JSON.stringify(kept)).not.toMatch(/"secret"/);
  });

  it("is the same one however often it is begun: an answer that was lost loses nothing, and counts once", async () => {
    const { server, begin } = await setUp(store);
    const typed = { type: "description", description: "We sell tea and open at nine.", secret: newSecret() };
    const id = randomUUID();
    await Promise.all([begin(typed, { id }), begin(typed, { id })]);
    for (let again = 0; again < 3; again += 1) await begin(typed, { id });
    const kept = await server.store.db.selectFrom("trials").select("id").execute();
    expect(kept).toEqual([{ id }]);
  });

  it("is bounded by network, and gone after a day", async () => {
    const { server, begin, read } = await setUp(store);
    const typed = { type: "description", description: "We sell tea and open at nine." };
    const trials = [await begin(typed), await begin(typed), await begin(typed)];
    await expect(begin(typed)).rejects.toMatchObject({ status: 429, code: "too_many" });
    await begin(typed, { address: "198.51.100.7" });
    for (const { id } of trials) await expect.poll(async () => (await read(id)).state).toBe("ready");
    server.clock.advance(25 * hourMs);
    await expect(read(trials[0]?.id ?? "")).rejects.toMatchObject(refusal);
    await expect.poll(() => server.store.db.selectFrom("trials").select("id").execute()).toEqual([]);
    await expect.poll(() => server.store.db.selectFrom("agents").select("id").execute()).toEqual([]);
    await begin(typed);
  });

  it("begins no more than one network may, also when they are sent at once", async () => {
    const { server, begin } = await setUp(store);
    const typed = { type: "description", description: "We sell tea and open at nine." };
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => begin(typed)));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const kept = await server.store.db.selectFrom("trials").select("id").execute();
    expect(kept).toHaveLength(3);
  });

  it("says why an address can't be read", async () => {
    const { begin, read } = await setUp(store);
    const { id } = await begin({ url: "http://127.0.0.1:9/" });
    await expect.poll(async () => (await read(id)).state).toBe("failed");
    expect((await read(id)).problem).not.toBe(null);
    await expect(begin({ url: "not an address" })).rejects.toMatchObject({ status: 400 });
  });

  it("is off unless the operator turns it on", async () => {
    const server = await startTestServer({ store });
    expect((await server.anyone().call(getTrialOffer)).data.isOn).toBe(false);
    const body = { data: { secret: newSecret(), url: "https://example.com" } };
    const begun = server.anyone().call(beginTrial, { params: { anonymousId: randomUUID() }, body });
    await expect(begun).rejects.toMatchObject(refusal);
  });
});
