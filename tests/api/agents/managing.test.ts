import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAgents, removeAgent } from "../../../shared/contract/agents/agents.ts";
import { listChannels, updateChannel } from "../../../shared/contract/channels/channels.ts";
import {
  createDataSource,
  listDataSources,
  removeDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { createSkill, listSkills, removeSkill } from "../../../shared/contract/skills/skills.ts";
import { getWidget, listSurfaces } from "../../../shared/contract/surfaces/surfaces.ts";
import { getVideoAvatar } from "../../../shared/contract/voice/avatar.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { contactForm } from "../../kit/actions/shopApi.ts";
import { caseOf } from "../../kit/channels/channelCases.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { offerCalls } from "../../kit/voice/offerCalls.ts";

describe.each(stores())("a team on $name", (store) => {
  let providers: ProviderServer;
  beforeAll(async () => void (providers = await startProviderServer()));
  afterAll(() => providers.stop());

  it("manages its agents with their data sources, skills and surfaces", async () => {
    const talk = await startTalkingServer(store);
    const owner = talk.server.as(talk.owner);
    const [agent, other] = [await talk.createAgent(), await talk.createAgent()];
    const params = { productId: agent.id };
    const text = { kind: "text" as const, title: "Hours", text: "Nine to five." };
    const { data: source } = await owner.call(createDataSource, {
      params,
      body: { data: { name: "Hours", config: text } },
    });
    const { data: skill } = await owner.call(createSkill, { params, body: { data: contactForm() } });
    await offerCalls(talk, agent);
    const look = async (productId: string) => {
      const of = { params: { productId } };
      const sources = (await owner.call(listDataSources, of)).items.map(({ id }) => id);
      const skills = (await owner.call(listSkills, of)).items.map(({ id }) => id);
      return { sources, skills, hasCalls: (await owner.call(getWidget, of)).data.settings.hasCalls };
    };
    expect(await look(agent.id)).toEqual({ sources: [source.id], skills: [skill.id], hasCalls: true });
    expect(await look(other.id)).toEqual({ sources: [], skills: [], hasCalls: false });
    await owner.call(removeDataSource, {
      params: { ...params, datasourceId: source.id },
      query: { confirmed: "true" },
    });
    await owner.call(removeSkill, { params: { ...params, skillId: skill.id }, query: { confirmed: "true" } });
    expect(await look(agent.id)).toEqual({ sources: [], skills: [], hasCalls: true });
    await owner.call(removeAgent, { params: { productId: other.id }, query: { confirmed: "true" } });
    expect((await owner.call(listAgents)).items.map(({ id }) => id)).toEqual([agent.id]);
  });

  it("offers an agent by chat widget, hosted page, WhatsApp, telephone and other channels", async () => {
    const addresses = { ...channelAddresses, ...providers.addresses };
    const talk = await startTalkingServer(store, {
      channels: addresses,
      publicOrigin: "https://agents.example.com",
    });
    const owner = talk.server.as(talk.owner);
    const agent = await talk.createAgent();
    const params = { productId: agent.id };
    const own = (await owner.call(listSurfaces, { params })).items.map(({ type }) => type);
    const { items } = await owner.call(listChannels, { params });
    expect([...own, ...items.map(({ type }) => type)]).toEqual([
      ...["widget", "hosted-web", "telegram", "email", "whatsapp", "messenger", "instagram", "slack"],
      ...["sms", "call", "discord"],
    ]);
    expect((await owner.call(getVideoAvatar, { params })).data).toMatchObject({
      type: "video-avatar",
      state: "off",
    });
    const { settings, secrets } = caseOf("whatsapp");
    const { data } = await owner.call(updateChannel, {
      params: { ...params, surfaceType: "whatsapp" },
      body: { data: { revision: 0, enabled: true, settings, secrets } },
    });
    expect([data.state, data.account]).toEqual(["connected", "Shop +1 555"]);
  });
});
