import { describe, expect, it } from "vitest";
import { insertSource } from "../../../server/knowledge/sources.ts";
import { getAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent, AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { getReplacement, importAgent, replaceAgent } from "../../../shared/contract/agents/templates.ts";
import { exportOf, lookInto, makeFullAgent, sendFile } from "../../kit/agents/portable.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const hoursText = { kind: "text", title: "Hours", text: "We open at nine." } as const;
const pricesText = { kind: "text", title: "Prices", text: "A berth costs 20 a night." } as const;
const team = "01m0000000000000000000team";
const week = Array.from({ length: 7 }, () => ({ opens: "09:00", closes: "17:00" }));

/** What an agent's own team set, that no import may change. */
const own = {
  budget: { agentPerDay: 100, visitorPerDay: 5 },
  retentionDays: 365,
  assignment: { mode: "turns", teamId: team, capacity: 3, returnAfterMinutes: 10, tellsPlace: true },
  sla: { firstReplyMinutes: 5, nextReplyMinutes: 15 },
  hours: { timeZone: "Europe/Lisbon", week },
} satisfies Partial<AgentConfiguration>;

/** What a file would have in its place. */
const others = {
  budget: { agentPerDay: null, visitorPerDay: null },
  retentionDays: 1,
  assignment: { ...own.assignment, mode: "leastBusy", teamId: "01m00000000000000000foreign", capacity: 50 },
  sla: { firstReplyMinutes: 600, nextReplyMinutes: null },
  hours: null,
} satisfies Partial<AgentConfiguration>;

describe.each(stores())("replacing an agent from a file on $name", (store) => {
  it("does what its summary says: keeps the agent's name, sets the look, and adds only missing sources", async () => {
    const { client, owner, server, target, read, replace } = await setUp();
    const before = (await client.call(getWidget, { params: { productId: target.id } })).data;
    const summary = await read();
    expect(summary.configuration).toMatchObject({ name: "Harbour help", instructions: "Be brief." });
    expect(summary.surfaces?.widget.title).toBe("Harbour help");
    expect(summary.knowledge?.sources.map(({ name }) => name)).toEqual(["Prices"]);
    expect(summary.conflicts).toMatchObject([{ kind: "source", name: "Hours" }]);
    const replaced = await replace();
    expect([replaced.name, replaced.configuration]).toEqual(["Harbour help", summary.configuration]);
    const after = await lookInto(server, owner, target);
    expect(after.settings).toEqual({ ...before.settings, ...summary.surfaces?.widget });
    expect(after.sources.map(({ name }) => name)).toEqual(["Hours", "Prices"]);
  });

  it("changes nothing when somebody changed the look after the comparison", async () => {
    const { client, server, owner, target, params } = await setUp();
    const place = { params: { productId: target.id } };
    const { revision: lookRevision, ...look } = (await client.call(getWidget, place)).data;
    const { enabled, allowedDomains, allowsNullOrigin } = look;
    const settings = { ...look.settings, welcome: "Welcome back!" };
    const data = { enabled, allowedDomains, allowsNullOrigin, settings, revision: lookRevision };
    const { data: changed } = await client.call(updateWidget, { ...place, body: { data } });
    const before = await lookInto(server, owner, target);
    const replaceAt = (one: number) =>
      client.send(replaceAgent, {
        ...{ params, body: { data: { revision: target.revision, lookRevision: one } } },
      });
    expect((await replaceAt(lookRevision)).status).toBe(409);
    expect(await lookInto(server, owner, target)).toEqual(before);
    expect((await client.call(getAgent, place)).data.configuration).toEqual(target.configuration);
    expect((await replaceAt(changed.revision)).status).toBe(200);
    expect((await lookInto(server, owner, target)).settings.welcome).toBe("Ahoy!");
  });

  it("accepts any look revision when the look is left out", async () => {
    const { client, target, params } = await setUp();
    const data = { revision: target.revision, lookRevision: 99, look: false };
    expect((await client.send(replaceAgent, { params, body: { data } })).status).toBe(200);
  });

  it("keeps the agent's budgets, retention, assignment, SLA and opening hours", async () => {
    const { read, replace } = await setUp();
    expect((await read()).configuration).toMatchObject(own);
    expect((await replace()).configuration).toMatchObject(own);
  });

  it("adds no second copy of a source that the agent reads through its own account", async () => {
    const { server, owner, target, replace } = await setUp();
    const { organizationId } = owner;
    const items = [{ id: "a1", name: "Handbook", type: "page" as const }];
    const config = { kind: "notion" as const, connectionId: null, maxItems: 100, items };
    await server.store.transaction(async (tx) => {
      const connected = { ...config, connectionId: "01m000000000000000connected" };
      const row = { organizationId, agentId: target.id, name: "Handbook", config: connected, now: 0 };
      await insertSource(tx, row);
    });
    const handbook = { name: "Handbook", config };
    await replace({ knowledge: { sources: [handbook], left: [] } });
    const { sources } = await lookInto(server, owner, target);
    expect(sources.map(({ name }) => name)).toEqual(["Handbook", "Hours"]);
  });

  it("drops a team that doesn't exist here, when the file creates a new agent", async () => {
    const { client, exportId } = await setUp();
    const { data } = await client.call(importAgent, { params: { exportId }, body: { data: {} } });
    expect(data.configuration).toMatchObject({
      ...others,
      assignment: { ...others.assignment, teamId: null },
    });
  });

  /** An agent with settings of its own, and a file with quite others that somebody wrote by hand. */
  async function setUp() {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const target = await makeFullAgent(server, owner, {
      configuration: own,
      settings: { panelWidth: 440 },
      sources: [hoursText],
    });
    const file = await writeFile(target);
    const { exportId } = await sendFile(server, owner, file);
    const params = { productId: target.id, exportId };
    const read = async () => (await client.call(getReplacement, { params })).data;
    const replace = async (part: Partial<PortableFile> = {}) => {
      const sent = await sendFile(server, owner, { ...file, ...part });
      const to = { ...params, exportId: sent.exportId };
      const body = { data: { revision: target.revision } };
      return (await client.call(replaceAgent, { params: to, body })).data;
    };
    return { server, owner, client, target, exportId, params, read, replace };

    async function writeFile(like: Agent): Promise<PortableFile> {
      const right = await exportOf(server, owner, like);
      return {
        ...right,
        agent: { ...right.agent, ...others, name: "First line", instructions: "Be brief." },
        surfaces: { widget: { title: "First line", welcome: "Ahoy!" } },
        knowledge: {
          sources: [hoursText, pricesText].map((config) => ({ name: config.title, config })),
          left: [],
        },
      };
    }
  }
});
