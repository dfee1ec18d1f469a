import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { getChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import {
  signSlack,
  slackSecret,
  slackToken,
  writePress,
  writeSlackEvent,
} from "../../kit/channels/slackFake.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";

const within = { interval: 100 };
const hourMs = 60 * 60_000;
let written = 0;
const newTs = () => `1700000200.${String((written += 1)).padStart(6, "0")}`;

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

  async function connect(revision = 0, settings: Record<string, string> = {}): Promise<string> {
    const secrets = { botToken: slackToken, signingSecret: slackSecret };
    const body = { data: { revision, enabled: true, secrets, settings } };
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

  /** What Slack was told by a method, once there are `count` of them. */
  async function taken(path: string, count: number) {
    const found = () => providers.taken.filter((one) => one.path === path).map(({ body }) => body);
    await vi.waitFor(() => expect(found()).toHaveLength(count), within);
    return found();
  }

  const writeDirect = (text: string, more: object = {}) =>
    writeSlackEvent({
      ...{ type: "message", channel_type: "im", channel: "D1", user: "U1", text },
      ...{ ts: newTs(), ...more },
    });

  /** The messages of the only conversation. */
  async function listSaid() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    expect(items).toHaveLength(1);
    const params = { productId: agent.id, threadId: items[0]?.id ?? "" };
    return (await team().call(listMessages, { params })).items;
  }

  it("takes thumbs under its answers as ratings, from the person who asked only", async () => {
    await post(writeDirect("How do I return a bike?"));
    const [answer] = await taken("chat.postMessage", 1);
    expect(answer).toMatchObject({
      channel: "D1",
      blocks: [{ type: "markdown" }, { type: "context_actions" }],
    });
    const said = (await listSaid()).find(({ role }) => role === "assistant");
    const ts = providers.slack.lastTs;
    const press = (user: string, value: string) =>
      post(writePress({ ...{ user, channel: "D1", ts, value }, button: "pilothouse_rating" }));
    const rating = async () => (await listSaid()).find(({ id }) => id === said?.id)?.feedback?.value;
    await press("U1", "1");
    await vi.waitFor(async () => expect(await rating()).toBe(1), within);
    await press("U2", "-1");
    await press("U1", "1");
    await post(writeDirect("And a helmet?"));
    await taken("chat.postMessage", 2);
    expect(await rating()).toBe(1);
    await press("U1", "1");
    await post(
      writePress({ ...{ user: "U1", channel: "D1", ts, value: "-1" }, button: "pilothouse_rating" }),
    );
    await vi.waitFor(async () => expect(await rating()).toBe(-1), within);
  });

  it("shows no thumbs if they are off, or under the team's replies", async () => {
    const { revision } = await find();
    await connect(revision, { ratings: "off" });
    await post(writeDirect("How do I return a bike?"));
    expect((await taken("chat.postMessage", 1))[0]).not.toHaveProperty("blocks");
    await connect(revision + 1, { ratings: "on" });
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const params = { productId: agent.id, threadId: items[0]?.id ?? "" };
    const data = { clientId: newClientId(), content: "We pick it up." };
    await team().call(sendReply, { params, body: { data } });
    expect((await taken("chat.postMessage", 2))[1]).toMatchObject({ markdown_text: "We pick it up." });
  });

  it("greets in an assistant thread, with suggestions, a title and its status", async () => {
    const inAgent = { params: { productId: agent.id } };
    const { data } = await team().call(getWidget, inAgent);
    const suggestions = ["One?", "Two?", "Three?", "Four?", "Five?"];
    const { revision, enabled, allowedDomains, allowsNullOrigin } = data;
    const settings = { ...data.settings, welcome: "Hello!", suggestions };
    const body = { data: { revision, enabled, allowedDomains, allowsNullOrigin, settings } };
    await team().call(updateWidget, { ...inAgent, body });
    await team().call(publishAgent, inAgent);
    const thread = newTs();
    const opened = { user_id: "U1", context: {}, channel_id: "D1", thread_ts: thread };
    const started = writeSlackEvent({ type: "assistant_thread_started", assistant_thread: opened });
    await Promise.all([post(started), post(started), post(started)]);
    const [prompts] = await taken("assistant.threads.setSuggestedPrompts", 1);
    const prompt = (title: string) => ({ title, message: title });
    expect(prompts?.["prompts"]).toEqual(suggestions.slice(0, 4).map(prompt));
    expect(await taken("chat.postMessage", 1)).toEqual([
      { channel: "D1", thread_ts: thread, markdown_text: "Hello!" },
    ]);
    await post(writeDirect("One?", { thread_ts: thread }));
    await taken("chat.postMessage", 2);
    const place = { channel_id: "D1", thread_ts: thread };
    expect(await taken("assistant.threads.setTitle", 1)).toEqual([{ ...place, title: "One?" }]);
    expect(await taken("assistant.threads.setStatus", 1)).toEqual([{ ...place, status: "is writing…" }]);
    await post(writeDirect("Two?", { thread_ts: thread }));
    await taken("chat.postMessage", 3);
    await taken("assistant.threads.setStatus", 2);
    await taken("assistant.threads.setTitle", 1);
  });

  it("answers in an assistant thread without the scope for titles and status", async () => {
    providers.slack.unscoped = ["assistant.threads.setStatus", "assistant.threads.setTitle"];
    await post(writeDirect("One?", { thread_ts: newTs() }));
    await taken("chat.postMessage", 1);
    expect((await find()).state).toBe("connected");
  });

  it("names people by their Slack profile, asks for it once, and answers people without one", async () => {
    const contacts = async () => {
      const { items } = await team().call(listThreads, { params: { productId: agent.id } });
      return items.map(({ contact }) => contact.name);
    };
    providers.slack.people = [{ id: "U1", email: "ada@example.com", name: "Ada Lovelace" }];
    await post(writeDirect("How do I return a bike?"));
    await vi.waitFor(async () => expect(await contacts()).toEqual(["Ada Lovelace"]), within);
    providers.slack.people = [{ id: "U1", email: "ada@example.com", name: "Another" }];
    await post(writeDirect("And a helmet?"));
    await post(writeDirect("Hello", { channel: "D2", user: "U2" }));
    await taken("chat.postMessage", 3);
    expect((await contacts()).toSorted()).toEqual(["Ada Lovelace", expect.stringMatching(/^Visitor /)]);
  });

  const find = async () => (await team().call(getChannel, inChannel())).data;

  it.each([
    { type: "app_uninstalled", problem: /removed from Slack\. Install it again/ },
    { type: "tokens_revoked", tokens: { oauth: [], bot: ["UBOT"] }, problem: /revoked the bot token/ },
  ])("marks the channel broken by $type until it is connected again", async ({ problem, ...event }) => {
    await post(writeSlackEvent(event, { workspace: "T2" }));
    await post(writeSlackEvent({ type: "tokens_revoked", tokens: { oauth: ["U1"] } }));
    await vi.waitFor(async () => expect(await listSkipped()).toHaveLength(2), within);
    expect((await find()).state).toBe("connected");
    await post(writeSlackEvent(event));
    await vi.waitFor(async () => expect((await find()).state).toBe("broken"), within);
    const { revision, ...broken } = await find();
    expect(broken.problem).toMatch(problem);
    // The next event was stored before the channel was connected again.
    talk.server.clock.advance(hourMs);
    await connect(revision);
    talk.server.clock.advance(-hourMs);
    await post(writeSlackEvent(event));
    await vi.waitFor(
      async () => expect((await listSkipped()).at(-1)?.note).toBe("The channel was set up again since."),
      within,
    );
    expect(await find()).toMatchObject({ state: "connected", problem: null });
  });

  const listSkipped = () =>
    talk.server.store.db
      .selectFrom("channelUpdates")
      .select("note")
      .where("agentId", "=", agent.id)
      .where("state", "=", "skipped")
      .orderBy("id")
      .execute();
});
