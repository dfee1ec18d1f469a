import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { updateChannel } from "../../../shared/contract/channels/channels.ts";
import { removeThread } from "../../../shared/contract/conversations/threads/removals.ts";
import {
  listMessages,
  listThreads,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { signSlack, slackSecret, slackToken, writeSlackEvent } from "../../kit/channels/slackFake.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { holdReply } from "../../kit/models/modelProvider.ts";

const within = { interval: 100 };
const thread = "1700000200.000001";

describe.each(stores())("answers that grow in Slack on $name", (store) => {
  let providers: ProviderServer;
  let talk: TalkingServer;
  let agent: Agent;
  let path: string;
  beforeEach(async () => {
    providers = await startProviderServer();
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, ...providers.addresses },
      publicOrigin: "https://agents.example.com",
    });
    agent = await talk.createAgent();
    const params = { productId: agent.id, surfaceType: "slack" as const };
    const secrets = { botToken: slackToken, signingSecret: slackSecret };
    const body = { data: { revision: 0, enabled: true, settings: {}, secrets } };
    const { data } = await team().call(updateChannel, { params, body });
    path = new URL(data.webhookUrl ?? "").pathname;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await providers.stop();
  });

  const team = () => talk.server.as(talk.owner);
  const inThread = { type: "message", channel_type: "im", channel: "D1", thread_ts: thread };
  const direct = { type: "message", channel_type: "im", channel: "D1" };
  const mention = { type: "app_mention", channel: "C1", ts: thread };

  /** Has somebody ask, and gives the answer that is being written long enough to be shown. */
  async function ask(event: object) {
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(held.reply);
    const body = writeSlackEvent({
      user: "U1",
      text: "How do I return a bike?",
      ts: "1700000200.000002",
      ...event,
    });
    const headers = signSlack(body, { at: talk.server.clock.now() });
    expect((await talk.server.request(path, { method: "POST", body, headers })).status).toBe(200);
    await held.asked;
    vi.useFakeTimers({ toFake: ["Date"] });
    talk.server.clock.advance(2000);
    return held;
  }
  const texts = () => providers.slack.shown.map(({ text }) => text);
  const seen = (text: string) => vi.waitFor(() => expect(texts()).toEqual([text]), within);
  const drafts = () => talk.server.store.db.selectFrom("channelDrafts").select(["place", "busyUntil"]);
  const methods = () => providers.taken.map((one) => one.path).filter((one) => one.startsWith("chat."));

  /** The answer is the only message that people see, as it is stored, and may be rated. */
  async function expectWhole(text: string, where: object = { channel: "D1", thread }) {
    vi.useRealTimers();
    await vi.waitFor(
      () =>
        expect(providers.slack.shown).toMatchObject([
          { ...where, text, hasThumbs: true, isStreaming: false },
        ]),
      within,
    );
    const [found] = (await team().call(listThreads, { params: { productId: agent.id } })).items;
    const params = { productId: agent.id, threadId: found?.id ?? "" };
    const { items } = await team().call(listMessages, { params });
    expect(items.filter(({ role }) => role === "assistant").map(({ content }) => content.trim())).toEqual([
      text,
    ]);
  }

  it("streams an answer in a thread, and ends as the stored one", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    expect(providers.slack.shown).toMatchObject([{ thread, isStreaming: true }]);
    talk.server.clock.advance(2000);
    held.say(" to **our shop**.");
    await vi.waitFor(() => expect(texts()[0]).toMatch(/our shop\*\*\.$/), within);
    held.end();
    await expectWhole("Bring it to **our shop**.");
    expect(methods()).toEqual([
      ...["chat.startStream", "chat.appendStream", "chat.appendStream"],
      ...["chat.stopStream", "chat.update"],
    ]);
  });

  it("streams to the person who asked in a channel", async () => {
    const held = await ask(mention);
    held.say("Bring it");
    await seen("Bring it");
    const started = providers.taken.find((one) => one.path === "chat.startStream")?.body;
    expect(started).toMatchObject({ channel: "C1", recipient_team_id: "T1", recipient_user_id: "U1" });
    held.end();
    await expectWhole("Bring it", { channel: "C1", thread });
  });

  it.each([
    { where: "outside of threads", event: direct, thread: undefined, refused: null },
    {
      where: "if Slack has no streams there",
      event: inThread,
      thread,
      refused: "channel_type_not_supported",
    },
    { where: "if the app may not stream", event: inThread, thread, refused: "missing_scope" },
  ])("updates a message instead $where", async ({ event, thread: at, refused }) => {
    if (refused) providers.slack.refused.set("chat.startStream", refused);
    const held = await ask(event);
    held.say("Bring it");
    await seen("Bring it");
    talk.server.clock.advance(2000);
    held.say(" to our shop.");
    await seen("Bring it to our shop.");
    held.end();
    await expectWhole("Bring it to our shop.", { channel: "D1", thread: at });
    expect(methods()).toEqual(["chat.postMessage", ...Array.from({ length: 3 }, () => "chat.update")]);
    // If Slack's answer to it is lost, no half answer is left.
    expect(providers.taken.find((one) => one.path === "chat.postMessage")?.body).toMatchObject({ text: "…" });
  });

  it.each(["message_not_in_streaming_state", "stopped_by_user"])(
    "completes a stream that is over before the answer (%s)",
    async (error) => {
      const held = await ask(inThread);
      held.say("Bring it");
      await seen("Bring it");
      for (const message of providers.slack.shown) message.isStreaming = false;
      for (const method of ["chat.appendStream", "chat.stopStream"])
        providers.slack.refused.set(method, error);
      talk.server.clock.advance(2000);
      held.say(" to our shop.");
      held.end();
      await expectWhole("Bring it to our shop.");
    },
  );

  it("sends a message if what was shown was deleted or can't be changed", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    providers.slack.refused.set("chat.update", "cant_update_message");
    held.end();
    await expectWhole("Bring it");
    expect(methods().slice(-3)).toEqual(["chat.stopStream", "chat.delete", "chat.postMessage"]);
  });

  it("waits as long as Slack asks, and goes on", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    talk.server.clock.advance(2000);
    providers.slack.busy = 1;
    held.say(" to");
    await vi.waitFor(() => expect(providers.slack.busy).toBe(0), within);
    // The pause that Slack asks for begins when the server has read that, and ends with a piece that comes after it.
    let pieces = 0;
    await vi.waitFor(() => {
      talk.server.clock.advance(2000);
      held.say(" us");
      pieces += 1;
      expect(texts()[0]).toMatch(/^Bring itto us/);
    }, within);
    held.end();
    await expectWhole(`Bring it to${" us".repeat(pieces)}`);
  });

  it("sends a short answer at once, as one message", async () => {
    const held = await ask(inThread);
    talk.server.clock.advance(-2000);
    held.say("Bring it to our shop.");
    held.end();
    await expectWhole("Bring it to our shop.");
    expect(methods()).toEqual(["chat.postMessage"]);
  });

  it("ends with what the agent had said when a member takes over", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    const [found] = (await team().call(listThreads, { params: { productId: agent.id } })).items;
    const params = { productId: agent.id, threadId: found?.id ?? "" };
    await team().call(updateThread, { params, body: { data: { handledBy: "human" } } });
    await expectWhole("Bring it");
    held.end();
  });

  it("takes away what is shown of an answer that fails", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    held.cut();
    vi.useRealTimers();
    await vi.waitFor(() => expect(providers.slack.shown).toEqual([]), within);
    expect(methods().slice(-2)).toEqual(["chat.stopStream", "chat.delete"]);
  });

  it("takes away what is shown of a conversation that was deleted before Slack answered", async () => {
    const answered = Promise.withResolvers<void>();
    providers.held.set("chat.startStream", answered.promise);
    const held = await ask(inThread);
    held.say("Bring it");
    await vi.waitFor(async () => expect(await drafts().execute()).toHaveLength(1), within);
    const [found] = (await team().call(listThreads, { params: { productId: agent.id } })).items;
    const params = { productId: agent.id, threadId: found?.id ?? "" };
    await team().call(removeThread, { params, query: { confirmed: "true" } });
    answered.resolve();
    await vi.waitFor(() => expect(methods().at(-1)).toBe("chat.delete"), within);
    expect(providers.slack.shown).toEqual([]);
    held.end();
  });

  it("is marked as busy for other processes while Slack takes a part", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    const taken = Promise.withResolvers<void>();
    providers.held.set("chat.appendStream", taken.promise);
    talk.server.clock.advance(2000);
    held.say(" to our shop.");
    await vi.waitFor(
      async () => expect(await drafts().execute()).toMatchObject([{ busyUntil: expect.any(Number) }]),
      within,
    );
    taken.resolve();
    held.end();
    await expectWhole("Bring it to our shop.");
  });

  it("waits with the whole answer while another process shows a part of it", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    await vi.waitFor(
      async () => expect(await drafts().execute()).toMatchObject([{ busyUntil: null }]),
      within,
    );
    const { db } = talk.server.store;
    const busyUntil = talk.server.clock.now() + 60_000;
    await db.updateTable("channelDrafts").set({ busyUntil }).execute();
    held.end();
    vi.useRealTimers();
    const jobs = db.selectFrom("jobs").select("state").where("kind", "=", "channels.send.slack");
    await vi.waitFor(
      async () =>
        expect(await jobs.where("startedAt", "is not", null).execute()).toEqual([{ state: "queued" }]),
      within,
    );
    expect(methods()).not.toContain("chat.stopStream");
    talk.server.clock.advance(60_000);
    await expectWhole("Bring it");
  });

  it("gives up after a day to take away what is shown", async () => {
    const held = await ask(inThread);
    held.say("Bring it");
    await seen("Bring it");
    providers.slack.refused.set("chat.delete", "ratelimited");
    held.cut();
    vi.useRealTimers();
    await vi.waitFor(() => expect(methods().at(-1)).toBe("chat.stopStream"), within);
    expect(await drafts().execute()).toHaveLength(1);
    talk.server.clock.advance(25 * 60 * 60_000);
    await vi.waitFor(async () => expect(await drafts().execute()).toEqual([]), within);
  });
});
