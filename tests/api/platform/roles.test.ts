import { describe, expect, it } from "vitest";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { getInstallation } from "../../../shared/contract/installation/installation.ts";
import { startTestServer } from "../../kit/server.ts";
import { shareStore } from "../../kit/database/shareStore.ts";
import { bothStores } from "../../kit/database/stores.ts";

/** Jobs that wait for longer lack a worker. */
const doctorWaitsMs = 6 * 60_000;

// Two processes need Postgres.
const postgres = bothStores().filter(({ name }) => name === "postgres");

describe.skipIf(postgres.length === 0).each(postgres)("processes with roles on $name", (store) => {
  it("leave the jobs of a web process to a worker, and show what it does", async () => {
    const shared = await shareStore(store);
    const web = await startTestServer({ store: shared, role: "web" });
    const owner = await web.createOwner();
    const client = web.as(owner);
    const agent = await web.createAgent(owner);
    const params = { productId: agent.id };
    const body = { data: { config: { kind: "sample" as const } } };
    const { data: source } = await client.call(createDataSource, { params, body });
    const at = { ...params, datasourceId: source.id };
    web.clock.advance(doctorWaitsMs);
    await web.app.scheduler.catchUp();
    const jobs = await web.store.db.selectFrom("jobs").select(["state", "attempts"]).execute();
    expect(jobs.length).toBeGreaterThan(0);
    expect(new Set(jobs.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(["queued 0"]));

    await web.store.db.updateTable("users").set({ isSuperAdmin: 1 }).execute();
    const readCheck = async () =>
      (await client.call(getInstallation)).data.checks.find(({ name }) => name === "jobs");
    expect(await readCheck()).toMatchObject({ state: "error", lines: ["ROLE=worker npm start"] });

    const events = client.stream(watchEvents, { params });
    await events.next();
    await startTestServer({ store: shared, role: "worker" });
    for await (const event of events) {
      if (event.type !== "sync") continue;
      if ((await client.call(getDataSource, { params: at })).data.status === "ready") break;
    }
    await expect.poll(async () => (await readCheck())?.state).toBe("ok");
  });

  it("answer health and metrics as a worker, and nothing else", async () => {
    const token = "a token of metrics";
    const worker = await startTestServer({ store, role: "worker" });
    for (const path of ["/healthz", "/readyz", "/version"])
      expect((await worker.request(path)).status, path).toBe(200);
    // Without a token metrics are off, which is said.
    expect(await (await worker.request("/metrics", { headers: { authorization: token } })).text()).toMatch(
      /Metrics are off/,
    );
    for (const path of ["/", "/auth/login", "/api/docs", "/api/openapi.json", "/api/auth/v1.0/session"]) {
      const answer = await worker.request(path);
      expect(answer.status, path).toBe(404);
      expect((await answer.json()).error.message).toMatch(/ROLE=worker/);
    }
  });
});
