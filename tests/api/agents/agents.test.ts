import { describe, expect, it } from "vitest";
import {
  createAgent,
  getAgent,
  listAgents,
  publishAgent,
  removeAgent,
  updateAgent,
  updateAgentStatus,
} from "../../../shared/contract/agents/agents.ts";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { listVersions } from "../../../shared/contract/agents/versions.ts";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("agents on $name", (store) => {
  it("are created with version 1 and a chat widget with their name", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const { data } = await server
      .as(owner)
      .call(createAgent, { body: { data: { name: "  Harbour help  " } } });
    expect(data).toMatchObject({
      name: "Harbour help",
      icon: "compass",
      status: "live",
      publishedVersion: 1,
      hasUnpublishedChanges: false,
    });
    const surface = await server.as(owner).call(getWidget, { params: { productId: data.id } });
    expect(surface.data).toMatchObject({ enabled: true, settings: { title: "Harbour help" } });
    expect(surface.data.token).toMatch(/^[0-9a-f]{32}$/);
  });

  it("are listed page by page, newest first, within the organization", async () => {
    const server = await startTestServer({ store });
    const [owner, stranger] = [await server.createOwner(), await server.createOwner()];
    for (const name of ["One", "Two", "Three"]) await server.createAgent(owner, name);
    await server.createAgent(stranger, "Foreign");
    const first = await server.as(owner).call(listAgents, { query: { page: 1, limit: 2 } });
    expect(first.items.map(({ name }) => name)).toEqual(["Three", "Two"]);
    expect(first.page).toEqual({ page: 1, limit: 2, total: 3 });
    const second = await server.as(owner).call(listAgents, { query: { page: 2, limit: 2 } });
    expect(second.items.map(({ name }) => name)).toEqual(["One"]);
  });

  it("save a draft that visitors see only after it is published", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner);
    const params = { productId: agent.id };
    const configuration = { ...agent.configuration, name: "New name", instructions: "Be brief." };
    const saved = await server
      .as(owner)
      .call(updateAgent, { params, body: { data: { revision: agent.revision, configuration } } });
    expect(saved.data).toMatchObject({ name: "New name", publishedVersion: 1, hasUnpublishedChanges: true });
    const published = await server.as(owner).call(publishAgent, { params });
    expect(published.data).toMatchObject({ publishedVersion: 2, hasUnpublishedChanges: false });
    const { items } = await server.as(owner).call(listVersions, { params });
    expect(items).toMatchObject([
      { version: 2, createdBy: "Test Person" },
      { version: 1, createdBy: "Test Person" },
    ]);
  });

  it("tell the second of two admins that the first one saved", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner);
    const save = () =>
      server.as(owner).call(updateAgent, {
        params: { productId: agent.id },
        body: { data: { revision: agent.revision, configuration: agent.configuration } },
      });
    const outcomes = await Promise.allSettled([save(), save()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(save()).rejects.toMatchObject({ status: 409, code: "conflict" });
  });

  it("pass a new name on to a chat titled with the old one, and leave a title of its own", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const agent = await server.createAgent(owner, "Harbour");
    const params = { productId: agent.id };
    const rename = async (name: string) => {
      const { data } = await client.call(getAgent, { params });
      const configuration = { ...data.configuration, name };
      await client.call(updateAgent, { params, body: { data: { revision: data.revision, configuration } } });
      return (await client.call(getWidget, { params })).data;
    };
    const widget = await rename("Lighthouse");
    expect(widget.settings.title).toBe("Lighthouse");
    const { revision, enabled, allowedDomains, allowsNullOrigin } = widget;
    const settings = { ...widget.settings, title: "Ask us" };
    const data = { revision, enabled, allowedDomains, allowsNullOrigin, settings };
    await client.call(updateWidget, { params, body: { data } });
    expect((await rename("Beacon")).settings.title).toBe("Ask us");
  });

  const rule: AgentConfiguration["guidance"][number] = {
    ...{ title: "Refunds", category: "style", text: "Offer a voucher.", isEnabled: true },
    when: { words: [], pages: [], audience: "everyone" },
  };
  const persona = (length: number) => ({ preset: "custom" as const, text: "x".repeat(length) });
  it.each<[string, Partial<AgentConfiguration>, string, string?]>([
    ["a model that does not exist", { model: "gpt-99" }, "model"],
    ["a fallback that does not exist", { fallbackModel: "gpt-99" }, "fallbackModel"],
    ["a persona longer than a small model takes", { personality: persona(2501) }, "personality.text", "2500"],
    [
      "a persona longer than any model takes",
      { model: "gpt-4o", personality: persona(5001) },
      "personality.text",
      "5000",
    ],
    [
      "a persona longer than its fallback takes",
      { model: "gpt-4o", fallbackModel: "gpt-3.5-turbo", personality: persona(2501) },
      "fallbackModel",
      "GPT-3.5 Turbo takes at most 2500 characters of a personality, and this one has 2501.",
    ],
    [
      "an unknown personality",
      { personality: { preset: "evil" as never, text: "" } },
      "personality.preset",
      "Use one of these: professional, sassy, empathetic, formal, humorous, friendly, custom.",
    ],
    ["a name that is too long", { name: "x".repeat(81) }, "name", "Use at most 80 characters."],
    ["no name", { name: "  " }, "name"],
    [
      "instructions that are too long",
      { instructions: "x".repeat(8001) },
      "instructions",
      "Use at most 8000 characters.",
    ],
    [
      "a guidance rule that is too long",
      { guidance: [{ ...rule, text: "x".repeat(2501) }] },
      "guidance.0.text",
    ],
    ["more guidance than fits", { guidance: Array(51).fill(rule) }, "guidance", "Use at most 50 entries."],
    [
      "a negative budget",
      { budget: { agentPerDay: -1, visitorPerDay: null } },
      "budget.agentPerDay",
      "Use 0 or more.",
    ],
    ["a retention of zero days", { retentionDays: 0 }, "retentionDays", "Use 1 or more."],
    ["a retention that is too long", { retentionDays: 3651 }, "retentionDays", "Use 3650 or less."],
    ["a retention of half a day", { retentionDays: 1.5 }, "retentionDays", "Use a whole number."],
    ["an unknown field", { tools: ["shell"] } as never, "tools", "Unknown field."],
  ])("refuse %s with the field's path", async (_, change, field, words = "") => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const agent = await server.createAgent(owner);
    const configuration = { ...agent.configuration, ...change };
    const params = { productId: agent.id };
    const told = (at: string) => ({
      status: 400,
      body: {
        error: {
          code: "invalid_input",
          fields: [{ path: `${at}.${field}`, message: expect.stringContaining(words) }],
        },
      },
    });
    const saving = client.call(updateAgent, {
      params,
      // The description beside it is right, and is not kept either.
      body: { data: { revision: agent.revision, configuration: { ...configuration, description: "Half" } } },
    });
    await expect(saving).rejects.toMatchObject(told("body.data.configuration"));
    expect((await client.call(getAgent, { params })).data).toEqual(agent);
    const creating = client.call(createAgent, { body: { data: configuration } });
    await expect(creating).rejects.toMatchObject(told("body.data"));
    expect((await client.call(listAgents)).page.total).toBe(1);
  });

  it("keep a long persona text that another preset hides, and refuse it once it is used", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const { id: productId, revision, configuration } = await server.createAgent(owner);
    const params = { productId };
    const { text } = persona(5001);
    const save = (at: number, preset: "formal" | "custom") => {
      const data = { revision: at, configuration: { ...configuration, personality: { preset, text } } };
      return client.call(updateAgent, { params, body: { data } });
    };
    const { data } = await save(revision, "formal");
    expect(data.configuration.personality).toEqual({ preset: "formal", text });
    await expect(save(data.revision, "custom")).rejects.toMatchObject({ status: 400, code: "invalid_input" });
    const copy = { ...configuration, personality: { preset: "formal" as const, text } };
    expect((await client.call(createAgent, { body: { data: copy } })).data.configuration).toMatchObject(copy);
  });

  it("keep a persona that was already too long for the fallback, until the fallback changes or it grows", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const { id: productId, revision, configuration } = await server.createAgent(owner);
    const legacy = {
      ...{ ...configuration, model: "gpt-4o", fallbackModel: "gpt-3.5-turbo", personality: persona(2510) },
    };
    await server.store.db
      .updateTable("agents")
      .set({ configuration: JSON.stringify(legacy) })
      .where("id", "=", productId)
      .execute();
    const save = (at: number, change: Partial<AgentConfiguration>) => {
      const data = { revision: at, configuration: { ...legacy, ...change } };
      return server.as(owner).call(updateAgent, { params: { productId }, body: { data } });
    };
    const { data } = await save(revision, { description: "Another one" });
    for (const change of [{ personality: persona(2511) }, { fallbackModel: "llama-3.3" }])
      await expect(save(data.revision, change)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
    const { data: shorter } = await save(data.revision, { personality: persona(2505) });
    await save(shorter.revision, { fallbackModel: "gpt-4o-mini", personality: persona(5000) });
  });

  it("are paused and set live again", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const params = { productId: (await server.createAgent(owner)).id };
    for (const status of ["paused", "live"] as const) {
      const { data } = await server.as(owner).call(updateAgentStatus, { params, body: { data: { status } } });
      expect(data.status).toBe(status);
    }
  });

  it("are deleted with all their data, after a confirmation", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner);
    const params = { productId: agent.id };
    await expect(server.as(owner).call(removeAgent, { params })).rejects.toMatchObject({ status: 400 });
    await deleteForGood(server.as(owner), agent.id);
    await expect(server.as(owner).call(getAgent, { params })).rejects.toMatchObject({ status: 404 });
    for (const table of ["agentVersions", "surfaces"] as const) {
      const rows = await server.store.db
        .selectFrom(table)
        .selectAll()
        .where("agentId", "=", agent.id)
        .execute();
      expect(rows).toEqual([]);
    }
  });

  it("can't be created by support, nor deleted by an advisor", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner);
    const support = await server.createMember(owner.organizationId, "support");
    const advisor = await server.createMember(owner.organizationId, "collaborator");
    const creating = server.as(support).call(createAgent, { body: { data: { name: "Mine" } } });
    await expect(creating).rejects.toMatchObject({ status: 403, code: "forbidden" });
    const removing = server
      .as(advisor)
      .call(removeAgent, { params: { productId: agent.id }, query: { confirmed: "true" } });
    await expect(removing).rejects.toMatchObject({ status: 403, code: "forbidden" });
  });
});
