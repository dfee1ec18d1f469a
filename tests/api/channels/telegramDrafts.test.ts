import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getThreadChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { botToken, startTelegramServer } from "../../kit/channels/telegramServer.ts";
import type { TelegramServer } from "../../kit/channels/telegramServer.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { holdReply } from "../../kit/models/modelProvider.ts";

const within = { interval: 100 };

describe.each(stores())("drafts of answers on Telegram on $name", (store) => {
  let telegram: TelegramServer;
  let talk: TalkingServer;
  let agent: Agent;
  beforeEach(async () => {
    telegram = await startTelegramServer();
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, telegram: telegram.origin },
    });
    telegram.now = talk.server.clock.now;
    agent = await talk.createAgent();
    const params = { productId: agent.id, surfaceType: "telegram" as const };
    const data = { revision: 0, enabled: true, settings: {}, secrets: { token: botToken } };
    await talk.server.as(talk.owner).call(updateChannel, { params, body: { data } });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await telegram.stop();
  });

  /** Has somebody ask, and gives the answer that has begun; time stands still from then on. */
  async function ask(write: () => void) {
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(held.reply);
    write();
    await held.asked;
    vi.useFakeTimers({ toFake: ["Date"] });
    return held;
  }
  const texts = () => telegram.drafts.map(({ text }) => text);
  /** The answer as far as it is stored; readers have seen that much. */
  const readAnswer = async () => {
    const { db } = talk.server.store;
    const rows = await db.selectFrom("messages").select(["role", "content"]).execute();
    return rows.find(({ role }) => role === "assistant")?.content;
  };
  const waitForSent = (count: number) => vi.waitFor(() => expect(telegram.sent).toHaveLength(count), within);

  it("shows an answer while it is written, once a second, and sends it once", async () => {
    const held = await ask(() => telegram.say("How do I return a bike?"));
    held.say("Bring it");
    // `vi.waitFor` would move the faked time on.
    await expect.poll(texts).toEqual(["Bring it"]);
    held.say(" to");
    await expect.poll(readAnswer).toBe("Bring it to");
    expect(texts()).toEqual(["Bring it"]);
    talk.server.clock.advance(1000);
    held.say(" **our shop**.");
    await expect.poll(texts).toEqual(["Bring it", "Bring it to our shop."]);
    expect(telegram.sent).toEqual([]);
    expect(telegram.calls.filter((call) => call === "sendMessageDraft")).toHaveLength(telegram.drafts.length);
    expect(new Set(telegram.drafts.map(({ draft_id }) => draft_id)).size).toBe(1);
    expect(telegram.drafts[0]?.chat_id).toBe(77);
    vi.useRealTimers();
    held.end();
    await waitForSent(1);
    expect(telegram.sent[0]?.text).toBe("Bring it to our shop.");
    expect(telegram.calls.lastIndexOf("sendMessageDraft")).toBeLessThan(
      telegram.calls.indexOf("sendMessage"),
    );
    const team = talk.server.as(talk.owner);
    const [thread] = (await team.call(listThreads, { params: { productId: agent.id } })).items;
    const params = { productId: agent.id, threadId: thread?.id ?? "" };
    await vi.waitFor(async () => {
      const { data } = await team.call(getThreadChannel, { params });
      expect(data?.deliveries.map(({ state }) => state)).toEqual(["sent"]);
    }, within);
  });

  it("sends the message even if a draft is refused, and shows no further draft", async () => {
    telegram.failNext("sendMessageDraft", {
      status: 400,
      body: { ok: false, error_code: 400, description: "Bad Request: method is not available" },
    });
    const held = await ask(() => telegram.say("Hello"));
    held.say("Good");
    await expect.poll(() => telegram.calls).toContain("sendMessageDraft");
    talk.server.clock.advance(5000);
    held.say(" day.");
    vi.useRealTimers();
    held.end();
    await waitForSent(1);
    expect(telegram.sent[0]?.text).toBe("Good day.");
    expect(texts()).toEqual([]);
    expect(telegram.calls.filter((call) => call === "sendMessageDraft")).toHaveLength(1);
  });

  it("shows none in a group", async () => {
    const held = await ask(() =>
      telegram.push({
        update_id: 5000,
        message: {
          message_id: 1,
          from: { id: 77, is_bot: false, first_name: "Ada" },
          chat: { id: -100, type: "group", title: "Shop" },
          date: Math.floor(Date.now() / 1000),
          text: "Hello",
        },
      }),
    );
    held.say("Good day.");
    vi.useRealTimers();
    held.end();
    await waitForSent(1);
    expect(telegram.calls).not.toContain("sendMessageDraft");
  });
});
