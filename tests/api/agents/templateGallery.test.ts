import { beforeAll, describe, expect, it, vi } from "vitest";
import * as v from "valibot";
import { pickSkill } from "../../../server/answering/skills/pickSkill.ts";
import { asksOnlyForPerson } from "../../../server/answering/tools/wantsPerson.ts";
import { shippedFiles } from "../../../server/agents/templates/shipped.ts";
import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import { portableFile } from "../../../shared/contract/agents/portable.ts";
import {
  getOwnTemplate,
  getTemplate,
  importAgent,
  listTemplates,
  publishTemplate,
  unpublishTemplate,
  updateUsedCount,
} from "../../../shared/contract/agents/templates.ts";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import { personaLowerLimit } from "../../../shared/domain/limits.ts";
import { findBlockedTopic } from "../../../shared/domain/guidance.ts";
import { agentIcons } from "../../../shared/ui/agentIcons.ts";
import { getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import type { Member } from "../../kit/factories.ts";
import { makeFullAgent } from "../../kit/agents/portable.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";

describe("the shipped templates", () => {
  it("are at least twelve, each with a unique id and title", () => {
    expect(shippedFiles.length).toBeGreaterThanOrEqual(12);
    expect(new Set(shippedFiles.map(({ id }) => id)).size).toBe(shippedFiles.length);
    expect(new Set(shippedFiles.map(({ title }) => title)).size).toBe(shippedFiles.length);
  });

  it.each(shippedFiles.map((file) => [file.id, file] as const))("are complete: %s", (_, file) => {
    expect(v.parse(portableFile, file)).toEqual(file);
    const { agent, surfaces, knowledge } = file;
    const { suggestions = [], welcome = "" } = surfaces?.widget ?? {};
    expect([...agentIcons.keys()]).toContain(file.icon);
    expect(agent.instructions.length).toBeGreaterThan(300);
    expect(agent.guidance.length).toBeGreaterThanOrEqual(2);
    expect(agent.personality.text.length).toBeLessThanOrEqual(personaLowerLimit);
    expect(welcome).not.toBe("");
    expect(suggestions.length).toBeGreaterThanOrEqual(4);
    // What a template asks its visitors to ask must not be declined by its own rules.
    for (const suggestion of suggestions) {
      expect(findBlockedTopic(agent.guardrails.blockedTopics, suggestion), suggestion).toBeUndefined();
    }
    expect(knowledge?.sources.length).toBeGreaterThanOrEqual(1);
    // Each of its skills works without a key, and is what the built-in model picks for it.
    const skills = (file.skills?.skills ?? []).map((draft) => ({ ...draft, id: draft.name }));
    expect(skills.length).toBeGreaterThanOrEqual(1);
    for (const { id, config, title, examples } of skills) {
      expect(config.kind).toBe("form");
      for (const wish of [title, ...examples]) {
        expect(pickSkill(wish, skills)?.id, wish).toBe(id);
        // Else the conversation is handed over before any skill is looked at.
        expect(asksOnlyForPerson(wish, []), wish).toBe(false);
        expect(findBlockedTopic(agent.guardrails.blockedTopics, wish), wish).toBeUndefined();
      }
    }
  });
});

describe.each(stores())("templates on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
  });

  it.each(shippedFiles.map((file) => [file.id, file] as const))(
    "answer each of their own suggestions with a citation, by the built-in model: %s",
    async (exportId, file) => {
      const { data: template } = await server
        .anyone()
        .call(getTemplate, { params: { productAppId: exportId } });
      const fills = template.placeholders.map((placeholder) => {
        const [, text = ""] = /\[([^\]]*)\]/.exec(placeholder) ?? [];
        return { placeholder, text };
      });
      const body = { data: { readsTexts: true, fills } };
      const { data: agent } = await server.as(owner).call(importAgent, { params: { exportId }, body });
      const params = { productId: agent.id };
      const isRead = async () => {
        const { items } = await server.as(owner).call(listDataSources, { params });
        return items.every(({ status }) => status === "ready");
      };
      await vi.waitUntil(isRead);
      for (const content of file.surfaces?.widget.suggestions ?? []) {
        const visitor = await server.createVisitor(owner, agent.id);
        const { end, text } = await listen(say(server, visitor, { content }));
        expect(text, content).not.toContain("did not find");
        expect(end?.citations[0]?.quote, content).not.toBe("");
        // The quote is from below the heading that is the question.
        expect(text.split("\n")[0]?.replaceAll("\\", ""), text).toContain(`› ${content}`);
      }
    },
  );

  it("are public: the product's first, by page, search and category, without any organization's data", async () => {
    const anyone = server.anyone();
    const all = await anyone.call(listTemplates, { query: { limit: 100 } });
    expect(all.items.map(({ id }) => id).slice(0, shippedFiles.length)).toEqual(
      shippedFiles.map(({ id }) => id),
    );
    const second = await anyone.call(listTemplates, { query: { page: 2, limit: 10 } });
    expect(second.items[0]?.id).toBe(shippedFiles[10]?.id);
    expect(second.page.total).toBe(all.page.total);
    const found = await anyone.call(listTemplates, { query: { search: "LIBRARY" } });
    expect(found.items.map(({ id }) => id)).toEqual(["public-library"]);
    const health = await anyone.call(listTemplates, { query: { category: "health" } });
    expect(health.items.every(({ category }) => category === "health")).toBe(true);
    const response = await anyone.send(getTemplate, { params: { productAppId: "restaurant" } });
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    expect((await response.json()).data).toMatchObject({
      id: "restaurant",
      isShipped: true,
      model: "pilothouse-builtin",
      placeholders: expect.arrayContaining([expect.stringMatching(/^\[.+\]$/)]),
    });
  });

  it("are filled in by the facts that come along, and begin paused while one is missing", async () => {
    const anyone = server.anyone();
    const params = { productAppId: "restaurant" };
    const { data: template } = await anyone.call(getTemplate, { params });
    const [first, ...rest] = template.placeholders;
    expect(first).toBeDefined();
    const fill = (placeholder: string) => ({ placeholder, text: `Lucia $& (${placeholder.length})` });
    const make = (fills: object[]) =>
      server.as(owner).call(importAgent, {
        params: { exportId: template.exportId },
        body: { data: { fills: fills as { placeholder: string; text: string }[] } },
      });
    const { data: half } = await make(rest.map(fill));
    expect(half.status).toBe("paused");
    const { data: whole } = await make(template.placeholders.map(fill));
    expect(whole.status).toBe("live");
    const { data: widget } = await server.as(owner).call(getWidget, { params: { productId: whole.id } });
    expect(widget.settings.welcome).toContain("Lucia $& (");
    expect(widget.settings.welcome).not.toContain("[");
    expect(whole.configuration.instructions).not.toContain("[Restaurant name]");
    await expect(make([{ placeholder: "[a]", text: "x".repeat(301) }])).rejects.toThrow();
  });

  it("are published from an agent by owners and admins, seen and imported by others, and withdrawn", async () => {
    const agent = await makeFullAgent(server, owner, {
      configuration: { instructions: "The team's own words." },
      sources: [{ kind: "text", title: "Hours", text: "Nine to five." }],
    });
    const params = { productId: agent.id };
    const data = {
      title: "Harbour",
      description: "For harbours.",
      category: "other",
      icon: "anchor",
    } as const;
    const advisor = await server.createMember(owner.organizationId, "collaborator");
    await expect(server.as(advisor).call(publishTemplate, { params, body: { data } })).rejects.toMatchObject({
      status: 403,
    });
    const missing = server.anyone().call(getTemplate, { params: { productAppId: agent.id } });
    await expect(missing).rejects.toMatchObject({ status: 404 });

    const { data: mine } = await server.as(owner).call(publishTemplate, { params, body: { data } });
    expect(mine).toMatchObject({ id: agent.id, title: "Harbour", isShipped: false, usedCount: 0 });
    const { data: seen } = await server.anyone().call(getTemplate, { params: { productAppId: agent.id } });
    expect(seen).toMatchObject({ title: "Harbour", sources: [{ name: "Hours", kind: "text" }] });
    expect(JSON.stringify(seen)).not.toContain("own words");

    const stranger = await server.createOwner();
    const importing = { params: { exportId: mine.exportId }, body: { data: {} } };
    const { data: copy } = await server.as(stranger).call(importAgent, importing);
    expect(copy.configuration.instructions).toBe("The team's own words.");

    const { data: again } = await server.as(owner).call(publishTemplate, { params, body: { data } });
    expect(again.exportId).not.toBe(mine.exportId);
    expect(again.usedCount).toBe(1);
    await expect(server.as(stranger).call(importAgent, importing)).rejects.toMatchObject({ status: 404 });
    await server.as(owner).call(unpublishTemplate, { params });
    expect((await server.as(owner).call(getOwnTemplate, { params })).data).toBeNull();
    const gone = server
      .as(stranger)
      .call(importAgent, { params: { exportId: again.exportId }, body: { data: {} } });
    await expect(gone).rejects.toMatchObject({ status: 404 });
  });

  it("are removed with a deleted agent", async () => {
    const agent = await server.createAgent(owner);
    const params = { productId: agent.id };
    const data = { title: "Short life", description: "", category: "other", icon: "anchor" } as const;
    const { data: mine } = await server.as(owner).call(publishTemplate, { params, body: { data } });
    await server.as(owner).call(removeAgent, { params, query: { confirmed: "true" } });
    const reading = server.anyone().call(getTemplate, { params: { productAppId: agent.id } });
    await expect(reading).rejects.toMatchObject({ status: 404 });
    const importing = server
      .as(owner)
      .call(importAgent, { params: { exportId: mine.exportId }, body: { data: {} } });
    await expect(importing).rejects.toMatchObject({ status: 404 });
    expect((await server.anyone().call(listTemplates, { query: { search: "Short life" } })).items).toEqual(
      [],
    );
  });

  it("count each agent once, whether imported or created by hand, and only the organization's own", async () => {
    const client = server.as(owner);
    const count = async () =>
      (await server.anyone().call(getTemplate, { params: { productAppId: "event-faq" } })).data.usedCount;
    const before = await count();
    const { data: agent } = await client.call(importAgent, {
      params: { exportId: "event-faq" },
      body: { data: {} },
    });
    expect(await count()).toBe(before + 1);
    const use = (productId: string, productAppId = "event-faq") =>
      client.call(updateUsedCount, { params: { productAppId }, body: { data: { productId } } });
    expect((await use(agent.id)).data.usedCount).toBe(before + 1);
    const byHand = await server.createAgent(owner);
    await Promise.all([use(byHand.id), use(byHand.id)]);
    expect(await count()).toBe(before + 2);
    const foreign = await server.createAgent(await server.createOwner());
    await expect(use(foreign.id)).rejects.toMatchObject({ status: 404 });
    await expect(use(agent.id, agent.id)).rejects.toMatchObject({ status: 404 });
    expect(await count()).toBe(before + 2);
  });
});
