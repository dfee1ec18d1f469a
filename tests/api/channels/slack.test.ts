import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { signSlack, slackSecret, slackToken, writeSlackEvent } from "../../kit/channels/slackFake.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";

const within = { interval: 100 };

describe.each(bothStores())("Slack on $name", (store) => {
  let providers: ProviderServer;
  let talk: TalkingServer;
  let agent: Agent;
  let webhookUrl: string;
  beforeAll(async () => {
    providers = await startProviderServer();
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, ...providers.addresses },
      publicOrigin: "https://agents.example.com",
    });
  });
  afterAll(() => providers.stop());
  beforeEach(async () => {
    providers.taken.length = 0;
    Object.assign(providers.slack, { refusal: null, busy: 0, unscoped: [] });
    agent = await talk.createAgent("pilothouse-builtin");
    webhookUrl = await connect();
  });

  const team = () => talk.server.as(talk.owner);
  const inChannel = () => ({ params: { productId: agent.id, surfaceType: "slack" as const } });

  async function connect(revision = 0): Promise<string> {
    const secrets = { botToken: slackToken, signingSecret: slackSecret };
    const body = { data: { revision, enabled: true, secrets } };
    const { data } = await team().call(updateChannel, { ...inChannel(), body });
    return data.webhookUrl ?? "";
  }

  async function post(body: string): Promise<void> {
    const headers = signSlack(body, { at: talk.server.clock.now() });
    const { status } = await talk.server.request(new URL(webhookUrl).pathname, {
      ...{ method: "POST", body, headers },
    });
    expect(status).toBe(200);
  }

  const find = async () => (await team().call(getChannel, inChannel())).data;

  it.each([
    { type: "app_uninstalled", problem: /removed from Slack\. Install it again/ },
    { type: "tokens_revoked", tokens: { oauth: [], bot: ["UBOT"] }, problem: /revoked the bot token/ },
  ])("marks the channel broken by $type until it is connected again", async ({ problem, ...event }) => {
    await post(writeSlackEvent(event, { workspace: "T2" }));
    await post(writeSlackEvent({ type: "tokens_revoked", tokens: { oauth: ["U1"] } }));
    const told = writeSlackEvent(event);
    await post(told);
    await vi.waitFor(async () => expect((await find()).state).toBe("broken"), within);
    const { revision, ...broken } = await find();
    expect(broken.problem).toMatch(problem);
    talk.server.clock.advance(1000);
    await connect(revision);
    await post(told);
    expect(await find()).toMatchObject({ state: "connected", problem: null });
    talk.server.clock.advance(-1000);
  });
});
