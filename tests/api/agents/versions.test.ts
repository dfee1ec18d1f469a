import { afterEach, describe, expect, it } from "vitest";
import { getAgent, publishAgent, removeAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import { removeDeletedAgent } from "../../../shared/contract/agents/deletedAgents.ts";
import {
  createDataSource,
  listDataSources,
  listPages,
  removeDataSource,
  removePage,
  syncDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  compareVersions,
  getVersion,
  listVersions,
  restoreVersion,
} from "../../../shared/contract/agents/versions.ts";
import { maxVersions } from "../../../shared/domain/limits.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";
import { htmlPage, serveWebsite, type Website } from "../../kit/knowledge/website.ts";

const sites: Website[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

/** An agent with a small website, published as version 2 with the ferry at noon. */
async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"] });
  const owner = await server.createOwner();
  const client = server.as(owner);
  const agent = await server.createAgent(owner);
  const params = { productId: agent.id };
  const site = await serveWebsite({
    "/": home("The ferry leaves at noon."),
    "/tides": htmlPage("Tides", "<p>High tide is at seven in the morning.</p>"),
  });
  sites.push(site);
  const config = {
    ...{ kind: "website" as const, scope: "site" as const, urls: [`${site.origin}/`] },
    ...{ include: [], exclude: [], maxDepth: 3, maxPages: 20 },
  };

  const sources = async () => (await client.call(listDataSources, { params })).items;
  const idle = () =>
    expect
      .poll(async () => (await sources()).every(({ lastRun }) => lastRun?.endedAt), {
        interval: 20,
      })
      .toBe(true);
  const sync = async () => {
    for (const { id } of await sources()) {
      await client.call(syncDataSource, { params: { ...params, datasourceId: id } });
    }
    await idle();
  };
  const revision = async () => (await client.call(getAgent, { params })).data.revision;
  const kit = {
    ...{ server, owner, client, agent, params, site, sources, idle, sync, revision },
    publish: async (note = "") =>
      (await client.call(publishAgent, { params, body: { data: { note } } })).data,
    list: async () => (await client.call(listVersions, { params })).items,
    changes: async (from: number, to: number | "draft") =>
      (await client.call(compareVersions, { params: { ...params, version: String(from) }, query: { to } }))
        .data,
    restore: async (version: number, withKnowledge: boolean) => {
      const body = { data: { revision: await revision(), withKnowledge } };
      const { data } = await client.call(restoreVersion, {
        params: { ...params, version: String(version) },
        body,
      });
      await idle();
      return data;
    },
    instruct: async (instructions: string) => {
      const { data } = await client.call(getAgent, { params });
      const configuration = { ...data.configuration, instructions };
      await client.call(updateAgent, {
        params,
        body: { data: { revision: data.revision, configuration } },
      });
    },
    ask: async (content: string) => {
      const visitor = await server.createVisitor(owner, agent.id);
      const { end } = await listen(say(server, visitor, { content }));
      return { text: end?.content ?? "", urls: end?.citations.map(({ url }) => url) ?? [] };
    },
    count: async (table: "pageRevisions" | "keptSources" | "passages" | "pages") =>
      (
        await server.store.db
          .selectFrom(table)
          .select("id")
          .where("organizationId", "=", owner.organizationId)
          .execute()
      ).length,
  };
  await client.call(createDataSource, { params, body: { data: { name: "Island", config } } });
  await idle();
  await kit.publish("Ferry at noon");
  return kit;
}

function home(text: string, links: Record<string, string> = { "/tides": "Tides" }): string {
  return htmlPage("Ferry", `<p>${text}</p>`, links);
}

/** The site changes as sites do: a page says something else, one is gone, one is new. */
function changeSite({ pages }: Website): void {
  pages.set("/", home("The ferry leaves at midnight.", { "/cafe": "Café" }));
  pages.delete("/tides");
  pages.set("/cafe", htmlPage("Café", "<p>The café opens at nine.</p>"));
}

describe.each(stores())("versions on $name", (store) => {
  it("are listed with author, reason, note and a summary of the changes", async () => {
    const agent = await setUp(store);
    await agent.instruct("Be brief.");
    await agent.publish("Shorter");
    const items = await agent.list();
    expect(items).toMatchObject([
      {
        ...{ version: 3, reason: "publish", note: "Shorter", isPublic: true, createdBy: "Test Person" },
        summary: ["Instructions"],
      },
      { version: 2, note: "Ferry at noon", isPublic: false, summary: ["Data source “Island”"] },
      { version: 1, note: "", summary: null },
    ]);
  });

  it("are returned whole, and compared in both directions", async () => {
    const agent = await setUp(store);
    await agent.instruct("Be brief.");
    const widget = (await agent.client.call(getWidget, { params: agent.params })).data;
    await agent.client.call(updateWidget, {
      params: agent.params,
      body: {
        data: {
          ...{ revision: widget.revision, enabled: true, allowedDomains: [], allowsNullOrigin: false },
          settings: { ...widget.settings, welcome: "Ahoy!" },
        },
      },
    });
    changeSite(agent.site);
    await agent.sync();
    expect((await agent.changes(2, "draft")).changes.map(({ label }) => label)).toEqual([
      "Instructions",
      "Welcome message",
      "Data source “Island”",
    ]);
    await agent.publish();
    const forwards = await agent.changes(2, 3);
    expect(forwards.pages).toMatchObject({
      ...{ added: 1, changed: 1, removed: 1, isWhole: true },
      pages: [
        { kind: "added", title: "Café", source: "Island" },
        { kind: "changed", title: "Ferry" },
        { kind: "removed", title: "Tides" },
      ],
    });
    const backwards = await agent.changes(3, 2);
    expect(backwards.pages).toMatchObject({ added: 1, changed: 1, removed: 1 });
    expect(backwards.pages?.pages.find(({ kind }) => kind === "removed")?.title).toBe("Café");
    expect(await agent.changes(3, "draft")).toMatchObject({ changes: [], pages: { added: 0, changed: 0 } });
    const { data } = await agent.client.call(getVersion, { params: { ...agent.params, version: "3" } });
    expect(data).toMatchObject({
      configuration: { instructions: "Be brief." },
      look: { welcome: "Ahoy!" },
      sources: [{ name: "Island", kind: "website", pages: 2 }],
    });
  });

  it("restore their pages: answers use and cite the earlier text", async () => {
    const agent = await setUp(store);
    const before = await agent.ask("When does the ferry leave?");
    expect(before.text).toContain("noon");
    changeSite(agent.site);
    await agent.instruct("Be brief.");
    await agent.sync();
    expect((await agent.ask("When does the ferry leave?")).text).toContain("midnight");
    await agent.publish();

    const draft = await agent.restore(2, true);
    expect(draft).toMatchObject({ hasUnpublishedChanges: true, publishedVersion: 3 });
    expect(draft.configuration.instructions).toBe("");
    const after = await agent.ask("When does the ferry leave?");
    expect(after.text).toContain("noon");
    expect(after.text).not.toContain("midnight");
    expect(after.urls).toEqual([expect.stringMatching(/^http:.*\/#.*noon/)]);
    expect((await agent.ask("When is high tide?")).text).toContain("seven");
    expect((await agent.ask("When does the café open?")).text).not.toContain("nine");
    expect((await agent.changes(2, "draft")).pages).toMatchObject({ added: 0, changed: 0, removed: 0 });

    const [source] = await agent.sources();
    expect(source).toMatchObject({ restoredVersion: 2, lastRun: { trigger: "restore", status: "done" } });
    expect(source?.lastRun?.counts).toMatchObject({ added: 1, changed: 1, removed: 1 });
    await agent.sync();
    const [synced] = await agent.sources();
    expect(synced).toMatchObject({
      restoredVersion: null,
      lastRun: { counts: { added: 1, changed: 1, removed: 1 } },
    });
    expect((await agent.ask("When does the ferry leave?")).text).toContain("midnight");
  });

  it("leave the pages unchanged when they are restored without knowledge", async () => {
    const agent = await setUp(store);
    changeSite(agent.site);
    await agent.instruct("Be brief.");
    await agent.sync();
    await agent.publish();
    const draft = await agent.restore(2, false);
    expect(draft.configuration.instructions).toBe("");
    expect((await agent.ask("When does the ferry leave?")).text).toContain("midnight");
    expect((await agent.sources())[0]).toMatchObject({ restoredVersion: null });
  });

  it("keep the earlier draft, so that a restore can be undone with its pages", async () => {
    const agent = await setUp(store);
    changeSite(agent.site);
    await agent.instruct("Only in the draft.");
    await agent.sync();
    await agent.restore(2, true);
    const [kept] = await agent.list();
    expect(kept).toMatchObject({ version: 3, reason: "restore", isPublic: false });
    expect(kept?.note).toBe("Before version 2 was restored");
    const draft = await agent.restore(3, true);
    expect(draft.configuration.instructions).toBe("Only in the draft.");
    expect((await agent.ask("When does the ferry leave?")).text).toContain("midnight");
    expect((await agent.ask("When does the café open?")).text).toContain("nine");
  });

  it("restore a deleted source, and remove a later one", async () => {
    const agent = await setUp(store);
    const [island] = await agent.sources();
    const params = { ...agent.params, datasourceId: island?.id ?? "" };
    await agent.client.call(removeDataSource, { params, query: { confirmed: "true" } });
    const text = { kind: "text" as const, title: "Ferry", text: "The ferry never leaves." };
    await agent.client.call(createDataSource, { params: agent.params, body: { data: { config: text } } });
    await agent.idle();
    expect((await agent.ask("When does the ferry leave?")).text).toContain("never");
    for (const turn of [1, 2]) {
      await agent.restore(2, true);
      expect(
        (await agent.sources()).map(({ name }) => name),
        `turn ${turn}`,
      ).toEqual(["Island"]);
      const answer = await agent.ask("When does the ferry leave?");
      expect(answer.text).toContain("noon");
      expect(answer.text).not.toContain("never");
    }
    // Version 3 is the draft before the first restore.
    await agent.restore(3, true);
    expect((await agent.sources()).map(({ name }) => name)).toEqual(["Ferry"]);
    expect((await agent.ask("When does the ferry leave?")).text).toContain("never");
  });

  it("keep only what they used of a deleted source", async () => {
    const agent = await setUp(store);
    changeSite(agent.site);
    await agent.sync();
    const [island] = await agent.sources();
    const params = { ...agent.params, datasourceId: island?.id ?? "" };
    await agent.client.call(removeDataSource, { params, query: { confirmed: "true" } });
    // The ferry at noon and the tides are kept; the ferry at midnight and the café were never published.
    await expect.poll(() => agent.count("pages")).toBe(0);
    expect(await agent.count("passages")).toBe(2);
    await agent.restore(2, true);
    expect((await agent.ask("When does the ferry leave?")).text).toContain("noon");
    expect((await agent.ask("When is high tide?")).text).toContain("seven");
  });

  it("don't restore a page that a person deleted", async () => {
    const agent = await setUp(store);
    const [source] = await agent.sources();
    const params = { ...agent.params, datasourceId: source?.id ?? "" };
    changeSite(agent.site);
    await agent.sync();
    const { items } = await agent.client.call(listPages, { params });
    const pageId = items.find(({ title }) => title === "Ferry")?.id ?? "";
    await agent.client.call(removePage, { params: { ...params, pageId } });
    await agent.restore(2, true);
    expect((await agent.ask("When does the ferry leave?")).text).not.toContain("noon");
    expect((await agent.ask("When is high tide?")).text).toContain("seven");
  });

  it("tell the second of two admins that the draft was saved since", async () => {
    const agent = await setUp(store);
    const seen = await agent.revision();
    await agent.instruct("Saved by the other admin.");
    const restoring = agent.client.call(restoreVersion, {
      params: { ...agent.params, version: "1" },
      body: { data: { revision: seen, withKnowledge: false } },
    });
    await expect(restoring).rejects.toMatchObject({ status: 409, code: "conflict" });
    const publishing = agent.client.call(publishAgent, {
      params: agent.params,
      body: { data: { revision: seen } },
    });
    await expect(publishing).rejects.toMatchObject({ status: 409, code: "conflict" });
    expect(await agent.list()).toHaveLength(2);
  });

  it("from before page snapshots are restored without pages", async () => {
    const agent = await setUp(store);
    await agent.server.store.db
      .updateTable("agentVersions")
      .set({ keepsKnowledge: 0, summary: null, parts: "{}" })
      .where("agentId", "=", agent.agent.id)
      .where("version", "=", 2)
      .execute();
    await agent.instruct("Be brief.");
    await expect(agent.restore(2, true)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
    expect((await agent.restore(2, false)).configuration.instructions).toBe("");
    expect((await agent.changes(2, "draft")).pages).toBeNull();
  });

  it("store each text once, and drop it when no version uses it", async () => {
    const agent = await setUp(store);
    for (const text of [
      "The ferry leaves at one.",
      "The ferry leaves at noon.",
      "The ferry leaves at one.",
    ]) {
      agent.site.pages.set("/", home(text));
      await agent.sync();
      await agent.publish();
    }
    // Noon twice and one: two texts are kept for three revisions, beside what is there now.
    expect(await agent.count("pageRevisions")).toBe(3);
    const contents = await agent.server.store.db
      .selectFrom("pageRevisions")
      .select("contentId")
      .distinct()
      .execute();
    expect(contents).toHaveLength(2);
    expect(await agent.count("passages")).toBe((await agent.count("pages")) + 2);
    await agent.server.store.db
      .updateTable("agentVersions")
      .set({ keepsKnowledge: 0 })
      .where("agentId", "=", agent.agent.id)
      .execute();
    await agent.publish();
    await expect.poll(() => agent.count("pageRevisions")).toBe(0);
    expect(await agent.count("passages")).toBe(await agent.count("pages"));
    expect((await agent.ask("When does the ferry leave?")).text).toContain("one");
  });

  it("are dropped beyond the limit, oldest first, but never the public one", async () => {
    const agent = await setUp(store);
    const { db } = agent.server.store;
    const row = await db
      .selectFrom("agentVersions")
      .selectAll()
      .where("agentId", "=", agent.agent.id)
      .where("version", "=", 2)
      .executeTakeFirstOrThrow();
    for (let version = 3; version <= maxVersions; version += 1) {
      await db
        .insertInto("agentVersions")
        .values({ ...row, version })
        .execute();
    }
    await db
      .updateTable("agents")
      .set({ lastVersion: maxVersions })
      .where("id", "=", agent.agent.id)
      .execute();
    await agent.publish();
    const { page } = await agent.client.call(listVersions, { params: agent.params });
    expect(page.total).toBe(maxVersions);
    await expect(agent.changes(1, "draft")).rejects.toMatchObject({ status: 404 });
    expect(await agent.changes(2, "draft")).toBeDefined();
  });

  it("are deleted with their agent, and so are their texts", async () => {
    const agent = await setUp(store);
    changeSite(agent.site);
    await agent.sync();
    await agent.publish();
    const [source] = await agent.sources();
    const params = { ...agent.params, datasourceId: source?.id ?? "" };
    await agent.client.call(removeDataSource, { params, query: { confirmed: "true" } });
    expect(await agent.count("keptSources")).toBe(1);
    await agent.client.call(removeAgent, { params: agent.params, query: { confirmed: "true" } });
    await agent.client.call(removeDeletedAgent, {
      params: { deletedId: agent.agent.id },
      query: { confirmed: "true" },
    });
    for (const table of ["keptSources", "pageRevisions", "passages", "pages"] as const) {
      await expect.poll(() => agent.count(table)).toBe(0);
    }
  });

  it.each(["2x", "0", "-1", "99", "1e9"])("treat %s as a missing version", async (version) => {
    const agent = await setUp(store);
    const params = { ...agent.params, version };
    await expect(agent.client.call(getVersion, { params })).rejects.toMatchObject({ status: 404 });
  });
});
