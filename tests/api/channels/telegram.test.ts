import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  deleteChannel,
  getThreadChannel,
  resendMessage,
  testChannel,
  updateChannel,
} from "../../../shared/contract/channels/channels.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { botToken, startTelegramServer } from "../../kit/channels/telegramServer.ts";
import type { TelegramServer } from "../../kit/channels/telegramServer.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { createTestPlans } from "../../kit/billing/plans.ts";
import type { TestPlans } from "../../kit/billing/plans.ts";
import { bothStores } from "../../kit/database/stores.ts";

const within = { interval: 100 };
const dayMs = 24 * 60 * 60_000;

describe.each(bothStores())("Telegram on $name", (store) => {
  let telegram: TelegramServer;
  let talk: TalkingServer;
  let agent: Agent;

  async function start(publicOrigin?: string, plans?: TestPlans): Promise<void> {
    talk = await startTalkingServer(store, {
      ...(plans && { plans }),
      channels: { ...channelAddresses, telegram: telegram.origin },
      ...(publicOrigin && { publicOrigin, mail: { smtpUrl: "smtp://127.0.0.1:1", from: undefined } }),
    });
    agent = await talk.createAgent("pilothouse-builtin");
  }
  beforeEach(async () => {
    telegram = await startTelegramServer();
  });
  afterEach(() => telegram.stop());

  const team = () => talk.server.as(talk.owner);
  const params = () => ({ productId: agent.id, surfaceType: "telegram" });

  async function connect(token = botToken) {
    const data = { revision: 0, enabled: true, settings: {}, secrets: { token } };
    return (await team().call(updateChannel, { params: params(), body: { data } })).data;
  }

  async function listAll() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    return Promise.all(
      items.map(async (thread) => {
        const at = { productId: agent.id, threadId: thread.id };
        const { items: messages } = await team().call(listMessages, { params: at });
        return { thread, messages };
      }),
    );
  }

  it("polls, answers and takes replies of the team, each once", async () => {
    await start();
    const saved = await connect();
    expect(saved).toMatchObject({
      state: "connected",
      account: "@shop_bot",
      secrets: { token: botToken.slice(-4) },
    });
    expect(JSON.stringify(saved)).not.toContain(botToken);
    const first = telegram.say("How do I return a bike?");
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(1), within);
    // Providers repeat what they think was lost.
    telegram.push(first, first);
    telegram.say("And a helmet?");
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(2), within);
    const [found, ...others] = await listAll();
    expect(others).toEqual([]);
    expect(found?.thread).toMatchObject({ surface: "telegram", contact: { name: "Ada Lovelace" } });
    expect(found?.messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
      "How do I return a bike?",
      "And a helmet?",
    ]);
    const at = { productId: agent.id, threadId: found?.thread.id ?? "" };
    const data = { clientId: newClientId(), content: "Bring it to **our shop**." };
    await team().call(sendReply, { params: at, body: { data } });
    await vi.waitFor(() => expect(telegram.sent.at(-1)?.text).toBe("Bring it to our shop."), within);
    await vi.waitFor(async () => {
      const channel = (await team().call(getThreadChannel, { params: at })).data;
      expect(channel).toMatchObject({ type: "telegram", address: "Ada Lovelace", writableUntil: null });
      expect(channel?.deliveries.map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
    }, within);
  });

  it("waits as long as Telegram asks, and never sends twice what may have arrived", async () => {
    await start();
    await connect();
    telegram.failNext("sendMessage", {
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: "Too Many Requests: retry after 30",
        parameters: { retry_after: 30 },
      },
    });
    telegram.say("Hello");
    await vi.waitFor(() => expect(telegram.calls).toContain("sendMessage"), within);
    expect(telegram.sent).toEqual([]);
    await vi.waitFor(() => {
      talk.server.clock.advance(31_000);
      expect(telegram.sent).toHaveLength(1);
    }, within);

    telegram.failNext("sendMessage", { status: 200, isCut: true });
    telegram.say("Still there?");
    const at = { productId: agent.id, threadId: (await listAll())[0]?.thread.id ?? "" };
    const failed = await vi.waitFor(async () => {
      const deliveries = (await team().call(getThreadChannel, { params: at })).data?.deliveries ?? [];
      expect(deliveries.at(-1)).toMatchObject({
        state: "failed",
        problem: expect.stringMatching(/may have arrived/),
      });
      return deliveries.at(-1);
    }, within);
    expect(telegram.sent).toHaveLength(1);
    const resending = { params: { ...at, channelDeliveryId: failed?.id ?? "" } };
    await team().call(resendMessage, resending);
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(2), within);
    await vi.waitFor(() =>
      expect(team().call(resendMessage, resending)).rejects.toMatchObject({ code: "conflict" }),
    );
  });

  it("sends again what was refused unread, and not what a fault of Telegram's may have sent", async () => {
    await start();
    await connect();
    telegram.failNext("sendMessage", { status: 503, headers: { "retry-after": "30" } });
    telegram.say("Hello");
    await vi.waitFor(() => expect(telegram.calls).toContain("sendMessage"), within);
    await vi.waitFor(() => {
      talk.server.clock.advance(31_000);
      expect(telegram.sent).toHaveLength(1);
    }, within);
    const at = { productId: agent.id, threadId: (await listAll())[0]?.thread.id ?? "" };
    for (const status of [500, 502, 503]) {
      telegram.failNext("sendMessage", { status });
      telegram.say(`And ${status}?`);
      await vi.waitFor(async () => {
        const deliveries = (await team().call(getThreadChannel, { params: at })).data?.deliveries ?? [];
        expect(deliveries.filter(({ state }) => state === "failed").at(-1)?.problem).toMatch(
          new RegExp(`${status}.*may have arrived`),
        );
      }, within);
    }
    expect(telegram.sent).toHaveLength(1);
  });

  it("reads and obeys while the plan is over, and answers once it is back", async () => {
    const plans = createTestPlans();
    await start(undefined, plans);
    await connect();
    telegram.say("Hello");
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(1), within);
    const at = { productId: agent.id, threadId: (await listAll())[0]?.thread.id ?? "" };
    plans.set({ currentEndDate: Date.now() - 1 });
    telegram.say("Is anybody there?");
    const chat = { id: 77, type: "private", first_name: "Ada" };
    const member = {
      ...{ from: { ...chat, is_bot: false }, chat, date: Math.floor(Date.now() / 1000) },
      ...{ old_chat_member: { status: "member" }, new_chat_member: { status: "kicked" } },
    };
    telegram.push({ update_id: 5100, my_chat_member: member });
    await vi.waitFor(async () => {
      expect((await team().call(getThreadChannel, { params: at })).data?.isOptedOut).toBe(true);
    }, within);
    const words = (await listAll())[0]?.messages.filter(({ role }) => role === "user");
    expect(words?.at(-1)?.content).toBe("Is anybody there?");
    expect(telegram.sent).toHaveLength(1);
    plans.set({ currentEndDate: Date.now() + dayMs });
    telegram.say("And now?", { updateId: 5101 });
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(2), within);
  });

  it("says in words that a token is wrong, and sends nothing once it is deleted", async () => {
    await start();
    const broken = await connect("1:wrong");
    expect(broken).toMatchObject({
      state: "broken",
      problem: expect.stringMatching(/does not know this token/),
    });
    const data = { revision: 1, enabled: true, settings: {}, secrets: { token: botToken } };
    await team().call(updateChannel, { params: params(), body: { data } });
    expect((await team().call(testChannel, { params: params() })).data.state).toBe("connected");
    const gone = await team().call(deleteChannel, { params: params(), query: { confirmed: "true" } });
    expect(gone.data).toMatchObject({ state: "off", enabled: false, secrets: {} });
  });

  it("takes webhooks that carry the secret, and refuses all others alike", async () => {
    await start("https://agents.example.com");
    await connect();
    const { url = "", secret = "" } = telegram.webhook ?? {};
    expect(url).toMatch(/^https:\/\/agents\.example\.com\/api\/channels\/telegram\/[\w-]{32}$/);
    const update = telegram.say("Do you ship to Spain?");
    const send = (headers: Record<string, string>, path = new URL(url).pathname) =>
      talk.server.request(path, { method: "POST", body: JSON.stringify(update), headers });
    const header = "x-telegram-bot-api-secret-token";
    expect((await send({})).status).toBe(401);
    expect((await send({ [header]: `${secret.slice(0, -1)}x` })).status).toBe(401);
    expect((await send({ [header]: secret }, "/api/channels/telegram/unknown")).status).toBe(404);
    const repeats = await Promise.all(Array.from({ length: 30 }, () => send({ [header]: secret })));
    expect(repeats.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    await vi.waitFor(() => expect(telegram.sent).toHaveLength(1), within);
    const [found, ...others] = await listAll();
    expect(others).toEqual([]);
    expect(found?.messages.filter(({ role }) => role === "user")).toHaveLength(1);
  });
});
