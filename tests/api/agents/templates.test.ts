import { describe, expect, it } from "vitest";
import { insertSource } from "../../../server/knowledge/sources.ts";
import { createAgent, getAgent, publishAgent } from "../../../shared/contract/agents/agents.ts";
import { listVersions, restoreVersion } from "../../../shared/contract/agents/versions.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { listDataSources, syncDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  cloneAgent,
  exportAgent,
  getExport,
  getImport,
  getReplacement,
  importAgent,
  replaceAgent,
} from "../../../shared/contract/agents/templates.ts";
import { createTestPlans } from "../../kit/billing/plans.ts";
import { exportOf, lookInto, makeFullAgent, sendFile, writeModelKey } from "../../kit/agents/portable.ts";
import type { AgentText } from "../../kit/agents/portable.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";

const full: AgentText = {
  configuration: {
    description: "Helps sailors.",
    icon: "anchor",
    personality: { preset: "custom", text: "Speaks like a harbour master." },
    instructions: "Be brief.",
    language: "de",
    knowledge: "general",
    guidance: [
      {
        ...{ title: "Storm", category: "handover", text: "Call the harbour.", isEnabled: false },
        when: { words: ["storm"], pages: ["/sea*"], audience: "verified" },
      },
    ],
    guardrails: {
      blockedTopics: [{ name: "Pirates", words: ["pirate*"] }],
      refusal: "Not that.",
      hidesPersonalData: true,
    },
    budget: { agentPerDay: 100, visitorPerDay: 5 },
  },
  settings: {
    title: "Harbour chat",
    welcome: "Ahoy!",
    suggestions: ["When do you open?"],
    primary: "#123456",
    words: { de: { "composer.send": "Los" } },
    links: [{ label: "Privacy", url: "https://example.com/privacy" }],
  },
  sources: [
    { kind: "text", title: "Hours", text: "## When do you open?\n\nWe open at nine and close at five." },
    { kind: "text", title: "Prices", text: "A berth costs 20 a night." },
  ],
};

describe.each(stores())("exported agents on $name", (store) => {
  it("are the same after the import, with drafts for sources and their own id and token", async () => {
    const server = await startTestServer({ store });
    const [here, there] = [await server.createOwner(), await server.createOwner()];
    const agent = await makeFullAgent(server, here, full);
    const file = await exportOf(server, here, agent);
    const { exportId, conflicts, missing } = await sendFile(server, there, file);
    expect(exportId).not.toBe(file.id);
    expect([conflicts, missing]).toEqual([[], []]);
    const { data: copy } = await server
      .as(there)
      .call(importAgent, { params: { exportId }, body: { data: {} } });
    expect(copy).toMatchObject({ configuration: agent.configuration, publishedVersion: 1, status: "live" });
    expect(copy.id).not.toBe(agent.id);
    const [before, after] = [await lookInto(server, here, agent), await lookInto(server, there, copy)];
    expect(after.settings).toEqual(before.settings);
    expect(after.sources).toEqual(before.sources.map((source) => ({ ...source, status: "draft" })));
    const again = await exportOf(server, there, copy);
    const { id: _, createdAt: __, ...same } = file;
    expect(again).toMatchObject(same);
  });

  it("are a file that a browser saves, and that can be downloaded again by its id", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await makeFullAgent(server, owner, full);
    const params = { productAppId: agent.id };
    const response = await server
      .as(owner)
      .send(exportAgent, { params, query: { sources: "false", look: "false" } });
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="harbour-help.agent.json"',
    );
    const file = await response.json();
    expect(file).toMatchObject({ format: "pilothouse-agent", formatVersion: 1, title: "Harbour help" });
    expect(file).not.toHaveProperty("knowledge");
    expect(file).not.toHaveProperty("surfaces");
    const again = await server.as(owner).call(getExport, { params, query: { exportId: file.id } });
    expect(again).toEqual(file);
  });

  it("get a free name on import, and report a missing model, provider or file", async () => {
    const server = await startTestServer({ store });
    const [owner, stranger] = [await server.createOwner(), await server.createOwner()];
    const keyId = await writeModelKey(server, owner, "llama3.1");
    const agent = await makeFullAgent(server, owner, {
      configuration: { model: `own/${keyId}/llama3.1`, fallbackModel: "gpt-4o" },
    });
    await writeFileSource(server, owner.organizationId, agent.id);
    const file = await exportOf(server, owner, agent);
    expect(file).toMatchObject({
      agent: { model: null, fallbackModel: "gpt-4o" },
      requires: { models: ["llama3.1"], providers: ["openai"] },
      knowledge: { sources: [], left: [{ name: "Papers", kind: "files", files: ["rules.pdf"] }] },
    });
    expect(JSON.stringify(file)).not.toContain(keyId);
    const { data } = await server.as(owner).call(getImport, { params: { exportId: file.id } });
    expect(data.conflicts).toMatchObject([
      { kind: "name", name: "Harbour help", suggestion: "Harbour help 2" },
    ]);
    expect(data.missing).toMatchObject([
      {
        ...{ kind: "model", name: "llama3.1" },
        message: "The model llama3.1 is unknown here. Choose a model, otherwise the built-in one is used.",
      },
      {
        ...{ kind: "provider", name: "openai" },
        message:
          "There is no key for the fallback GPT-4o here: the built-in model answers until you add one.",
      },
      { kind: "source", name: "Papers" },
    ]);
    expect(data.configuration.model).toBe("pilothouse-builtin");
    const sent = await sendFile(server, stranger, {
      ...file,
      agent: { ...file.agent, model: `own/${keyId}/llama3.1` },
    });
    expect(sent.missing).toContainEqual(expect.objectContaining({ kind: "model", name: "llama3.1" }));
    const elsewhere = await sendFile(server, stranger, {
      ...file,
      agent: { ...file.agent, model: "claude-4-opus", instructions: "The password is: 4Sail-harbour!" },
    });
    expect(elsewhere.missing.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        "There is no key for Claude 4 Opus here: its fallback answers until you add one.",
        "Instructions: a secret was removed. Enter your own.",
      ]),
    );
    const { data: chosen } = await server
      .as(stranger)
      .call(importAgent, { params: { exportId: sent.exportId }, body: { data: { model: "gpt-4o-mini" } } });
    expect(chosen.configuration).toMatchObject({ model: "gpt-4o-mini", fallbackModel: "gpt-4o" });
  });

  it("drop a fallback whose limit is below the personality's length, and report it", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await makeFullAgent(server, owner, {
      configuration: { model: "gpt-4o", fallbackModel: "gpt-4o-mini" },
    });
    const file = await exportOf(server, owner, agent);
    const personality = { preset: "custom" as const, text: "Kind. ".repeat(500) };
    const sent = await sendFile(server, owner, {
      ...file,
      agent: { ...file.agent, fallbackModel: "gpt-3.5-turbo", personality },
    });
    expect(sent.missing).toContainEqual(
      expect.objectContaining({ kind: "model", name: findModel("gpt-3.5-turbo")?.label }),
    );
    const { data: made } = await server
      .as(owner)
      .call(importAgent, { params: { exportId: sent.exportId }, body: { data: {} } });
    expect(made.configuration).toMatchObject({ model: "gpt-4o", fallbackModel: null, personality });
  });

  it("contact nothing on import: sources wait for a person, and texts are read only on request", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await makeFullAgent(server, owner, full);
    const file = await exportOf(server, owner, agent);
    const limits = { include: [], exclude: [], maxDepth: 5, maxPages: 500 };
    const config = {
      kind: "website",
      scope: "site",
      urls: ["https://nowhere.example/"],
      ...limits,
    } satisfies DataSourceConfig;
    const sources = [...(file.knowledge?.sources ?? []), { name: "Site", config }];
    const { exportId } = await sendFile(server, owner, { ...file, knowledge: { sources, left: [] } });
    const body = { data: { readsTexts: true } };
    const { data: copy } = await server.as(owner).call(importAgent, { params: { exportId }, body });
    const params = { productId: copy.id };
    const runs = await server.store.db
      .selectFrom("syncRuns")
      .innerJoin("dataSources", "dataSources.id", "syncRuns.sourceId")
      .select("dataSources.kind")
      .where("dataSources.agentId", "=", copy.id)
      .execute();
    expect(runs.map(({ kind }) => kind)).toEqual(["text", "text"]);
    const { items } = await server.as(owner).call(listDataSources, { params });
    const site = items.find(({ name }) => name === "Site");
    expect(site).toMatchObject({ status: "draft", lastRun: null });
    await server.as(owner).call(syncDataSource, { params: { ...params, datasourceId: site?.id ?? "" } });
    const after = await server.as(owner).call(listDataSources, { params });
    expect(after.items.find(({ name }) => name === "Site")?.lastRun).not.toBeNull();
  });

  it("replace the draft, with a backup, and keep tokens, conversations and what visitors see", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const source = await makeFullAgent(server, owner, full);
    const file = await exportOf(server, owner, source);
    const { data: target } = await client.call(createAgent, {
      body: { data: { name: "Old hand", instructions: "As before." } },
    });
    const params = { productId: target.id };
    const before = (await client.call(getWidget, { params })).data;
    const visitor = await server.createVisitor(owner, target.id);
    const first = await listen(say(server, visitor, { content: "Hello" }));

    const at = { ...params, exportId: file.id };
    const { data: summary } = await client.call(getReplacement, { params: at });
    expect(summary.conflicts).toEqual([]);
    const body = { data: { revision: target.revision } };
    const { data: replaced } = await client.call(replaceAgent, { params: at, body });
    expect(replaced).toMatchObject({
      name: "Old hand",
      configuration: { instructions: "Be brief.", personality: { preset: "custom" } },
      publishedVersion: 1,
      hasUnpublishedChanges: true,
    });
    const after = (await client.call(getWidget, { params })).data;
    expect(after).toMatchObject({ token: before.token, settings: { welcome: "Ahoy!" } });
    expect((await client.call(listThreads, { params })).items).toHaveLength(1);
    const readFrame = async () => (await server.request(`/embed/${before.token}`)).text();
    expect(await readFrame()).toMatch(/"welcome":"(?!Ahoy!)/);
    // The same sources are not added a second time.
    const again = await client.call(getReplacement, { params: at });
    expect(again.data.conflicts.map(({ kind, name }) => [kind, name])).toEqual([
      ["source", "Hours"],
      ["source", "Prices"],
    ]);
    await client.call(replaceAgent, { params: at, body: { data: { revision: replaced.revision } } });
    expect((await lookInto(server, owner, target)).sources).toHaveLength(2);
    const stale = client.call(replaceAgent, { params: at, body });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "conflict" });

    await client.call(publishAgent, { params });
    expect(await readFrame()).toContain('"welcome":"Ahoy!"');
    // Who was here before goes on where they were.
    const answer = await listen(say(server, visitor, { threadId: first.threadId, content: "Prices?" }));
    expect(answer.end?.status).toBe("sent");

    const { items: versions } = await client.call(listVersions, { params });
    expect(versions.map(({ reason }) => reason)).toEqual(["publish", "backup", "backup", "publish"]);
    const { revision } = (await client.call(getAgent, { params })).data;
    const back = { params: { ...params, version: "2" }, body: { data: { revision, withKnowledge: false } } };
    const { data: restored } = await client.call(restoreVersion, back);
    expect(restored.configuration).toEqual(target.configuration);
    expect((await client.call(getWidget, { params })).data).toMatchObject({
      token: before.token,
      settings: before.settings,
    });
  });

  it("are cloned with the chosen parts, under a free name", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await makeFullAgent(server, owner, full);
    await writeFileSource(server, owner.organizationId, agent.id);
    const params = { productId: agent.id };
    const clone = async (data: object) =>
      (await server.as(owner).call(cloneAgent, { params, body: { data } })).data;

    const whole = await clone({});
    const inside = await lookInto(server, owner, whole);
    expect(whole.configuration).toEqual({ ...agent.configuration, name: "Harbour help 2" });
    expect(inside.settings).toMatchObject({ title: "Harbour chat", welcome: "Ahoy!" });
    expect(inside.sources.map(({ name, status }) => [name, status])).toEqual([
      ["Hours", "draft"],
      ["Papers", "draft"],
      ["Prices", "draft"],
    ]);
    const bare = await clone({ name: "Bare", settings: false, look: false, sources: false });
    expect(bare.configuration).toMatchObject({ name: "Bare", instructions: "", guidance: [] });
    expect(await lookInto(server, owner, bare)).toMatchObject({ sources: [], settings: { title: "Bare" } });
  });

  it("count toward the plan like created ones, and leave nothing when it is full", async () => {
    const server = await startTestServer({ store, plans: createTestPlans() });
    const owner = await server.createOwner();
    const agent = await makeFullAgent(server, owner, full);
    const file = await exportOf(server, owner, agent);
    const importing = server
      .as(owner)
      .call(importAgent, { params: { exportId: file.id }, body: { data: {} } });
    await expect(importing).rejects.toMatchObject({ status: 402, code: "plan_limit" });
    const cloning = server
      .as(owner)
      .call(cloneAgent, { params: { productId: agent.id }, body: { data: {} } });
    await expect(cloning).rejects.toMatchObject({ status: 402, code: "plan_limit" });
    const rows = await server.store.db.selectFrom("dataSources").select("id").execute();
    expect(rows).toHaveLength(2);
  });

  it("are isolated: another organization's exports and files are missing", async () => {
    const server = await startTestServer({ store });
    const [owner, stranger] = [await server.createOwner(), await server.createOwner()];
    const agent = await makeFullAgent(server, owner, full);
    const file = await exportOf(server, owner, agent);
    const { exportId: sent } = await sendFile(server, owner, file);
    const mine = await server.createAgent(stranger);
    for (const exportId of [file.id, sent]) {
      const importing = server.as(stranger).call(importAgent, { params: { exportId }, body: { data: {} } });
      await expect(importing).rejects.toMatchObject({ status: 404 });
      const reading = server.as(stranger).call(getImport, { params: { exportId } });
      await expect(reading).rejects.toMatchObject({ status: 404 });
      const replacing = server.as(stranger).call(replaceAgent, {
        params: { productId: mine.id, exportId },
        body: { data: { revision: mine.revision } },
      });
      await expect(replacing).rejects.toMatchObject({ status: 404 });
    }
    const exporting = server
      .as(stranger)
      .call(exportAgent, { params: { productAppId: agent.id }, query: {} });
    await expect(exporting).rejects.toMatchObject({ status: 404 });
  });

  it("leave out what is too large, so that every file can be imported", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const text = (title: string) => ({
      kind: "text" as const,
      title,
      text: `${title} ${"word ".repeat(39_000)}`,
    });
    const agent = await makeFullAgent(server, owner, { sources: ["A", "B", "C", "D"].map(text) });
    const file = await exportOf(server, owner, agent);
    expect(file.knowledge?.sources.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    expect(file.knowledge?.left).toEqual([{ name: "D", kind: "text", files: [] }]);
    const { missing } = await sendFile(server, owner, file);
    expect(missing).toMatchObject([{ kind: "source", name: "D" }]);
  });

  it("are limited to the newest hundred exports, and a sent file to a day", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner);
    const first = await exportOf(server, owner, agent);
    const { exportId } = await sendFile(server, owner, first);
    const isThere = async (id: string) =>
      (await server.as(owner).send(getImport, { params: { exportId: id } })).status === 200;
    server.clock.advance(25 * 60 * 60 * 1000);
    await exportOf(server, owner, agent);
    expect([await isThere(first.id), await isThere(exportId)]).toEqual([true, false]);
    for (let made = 0; made < 99; made += 1) await exportOf(server, owner, agent);
    expect(await isThere(first.id)).toBe(false);
    const { data } = await server.as(owner).call(getAgent, { params: { productId: agent.id } });
    expect(data.name).toBe(agent.name);
  });
});

/** A source of a file, which a test need not upload to export it by its name. */
async function writeFileSource(server: TestServer, organizationId: string, agentId: string): Promise<void> {
  const createdAt = server.clock.now();
  const id = "01m00000000000000000file01";
  await server.store.db
    .insertInto("files")
    .values({
      ...{ organizationId, id, name: "rules.pdf", contentType: "application/pdf", sizeBytes: 10 },
      ...{ status: "stored", createdBy: null, createdAt },
    })
    .execute();
  await server.store.transaction(async (tx) => {
    const config = { kind: "files" as const, fileIds: [id] };
    await insertSource(tx, { organizationId, agentId, name: "Papers", config, now: createdAt });
  });
}
