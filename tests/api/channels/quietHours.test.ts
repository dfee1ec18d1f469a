import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getThreadChannel, sendTemplate, updateChannel } from "../../../shared/contract/channels/channels.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listThreads, sendReply } from "../../../shared/contract/conversations/threads/threads.ts";
import { initiateChat } from "../../../shared/contract/conversations/threads/initiateChat.ts";
import { usualHours } from "../../../shared/domain/openingHours.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { caseOf } from "../../kit/channels/channelCases.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

const within = { interval: 100 };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe.each(stores())("quiet hours of channels on $name", (store) => {
  let providers: ProviderServer;
  let talk: TalkingServer;
  let agent: Agent;
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
    agent = await talk.createAgent("pilothouse-builtin");
  });

  const team = () => talk.server.as(talk.owner);
  const inAgent = () => ({ params: { productId: agent.id } });
  const now = () => talk.server.clock.now();
  const advance = (ms: number) => talk.server.clock.advance(ms);

  /** What a clock there shows. */
  const clockIn = (timeZone: string, at: number) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at);

  /** Quiet since an hour ago, for two hours more; gives when they end. */
  function quietNow(timeZone: string, named: string) {
    const endsAt = Math.floor((now() + 2 * hourMs) / minuteMs) * minuteMs;
    const from = clockIn(timeZone, now() - hourMs);
    return {
      endsAt,
      settings: { quiet: "yes", quietFrom: from, quietTo: clockIn(timeZone, endsAt), quietZone: named },
    };
  }

  async function connect(type: "sms" | "whatsapp", settings: Record<string, string>) {
    const one = caseOf(type);
    const params = { productId: agent.id, surfaceType: type };
    const data = {
      revision: 0,
      enabled: true,
      settings: { ...one.settings, ...settings },
      secrets: one.secrets,
    };
    const { webhookUrl } = (await team().call(updateChannel, { params, body: { data } })).data;
    return async (text: string, id: string) => {
      const body = one.body(text, id);
      const { pathname } = new URL(webhookUrl ?? "");
      await talk.server.request(pathname, {
        method: "POST",
        body,
        headers: one.sign(body, webhookUrl ?? ""),
      });
    };
  }

  const waitForTaken = (count: number) =>
    vi.waitFor(() => expect(providers.taken).toHaveLength(count), within);

  /** Waits until the sending was put off, and gives the deliveries as the inbox has them. */
  async function readHeld(threadId: string, endsAt: number) {
    const params = { productId: agent.id, threadId };
    await vi.waitFor(async () => {
      const jobs = talk.server.store.db.selectFrom("jobs").select("runAt").where("state", "=", "queued");
      const put = await jobs.where("kind", "like", "channels.send.%").execute();
      expect(put.map(({ runAt }) => Math.abs(Number(runAt) - endsAt) < minuteMs)).toEqual([true]);
    }, within);
    return (await team().call(getThreadChannel, { params })).data?.deliveries;
  }

  it.each([
    ["of their own time zone", "Asia/Tokyo", "Asia/Tokyo"],
    ["of the agent’s time zone", "America/Lima", ""],
  ])("hold the team's new conversations until they end, %s, but no replies", async (_, zone, named) => {
    const { endsAt, settings } = quietNow(zone, named);
    agent = await talk.createAgent("pilothouse-builtin", { hours: usualHours("America/Lima") });
    const write = await connect("sms", settings);
    await write("Hello", `SM-${zone}`);
    // Somebody who writes is answered at any hour, by the agent and by the team.
    await waitForTaken(1);
    const [answered] = (await team().call(listThreads, inAgent())).items;
    const reply = { clientId: newClientId(), content: "Good evening." };
    const params = { productId: agent.id, threadId: answered?.id ?? "" };
    await team().call(sendReply, { params, body: { data: reply } });
    await waitForTaken(2);
    const begun = { contactId: answered?.contact.id ?? "", clientId: newClientId(), content: "It is ready." };
    const at = { params: { productId: agent.id, surfaceType: "sms" }, body: { data: begun } };
    await team().call(initiateChat, at);
    const { items } = await team().call(listThreads, inAgent());
    const thread = items.find((one) => one.id !== answered?.id);
    expect(await readHeld(thread?.id ?? "", endsAt)).toMatchObject([{ state: "queued", waitsUntil: endsAt }]);
    expect(providers.taken).toHaveLength(2);
    advance(2 * hourMs + minuteMs);
    await waitForTaken(3);
    expect(caseOf("sms").textOf(providers.taken[2]?.body ?? {})).toBe("It is ready.");
    advance(-2 * hourMs - minuteMs);
  });

  it("hold a template, but no reply after it", async () => {
    const { endsAt, settings } = quietNow("UTC", "");
    const write = await connect("whatsapp", settings);
    await write("Hello", "wamid.quiet");
    await waitForTaken(1);
    const [thread] = (await team().call(listThreads, inAgent())).items;
    const params = { productId: agent.id, threadId: thread?.id ?? "" };
    const template = { clientId: newClientId(), name: "hello_again", language: "en_US", values: [] };
    await team().call(sendTemplate, { params, body: { data: template } });
    expect((await readHeld(params.threadId, endsAt))?.at(-1)).toMatchObject({ waitsUntil: endsAt });
    // A reply does not wait behind it.
    const reply = { clientId: newClientId(), content: "We are here." };
    await team().call(sendReply, { params, body: { data: reply } });
    await waitForTaken(2);
    expect(caseOf("whatsapp").textOf(providers.taken[1]?.body ?? {})).toBe("We are here.");
    advance(2 * hourMs + minuteMs);
    await waitForTaken(3);
    expect(providers.taken[2]?.body).toMatchObject({ type: "template" });
    advance(-2 * hourMs - minuteMs);
  });

  it.each([
    [{ quiet: "yes", quietFrom: "20:00" }, "quietTo", "Field is required"],
    [{ quiet: "yes", quietFrom: "8 pm", quietTo: "08:00" }, "quietFrom", "Write a time like 22:00."],
    [
      { quiet: "yes", quietFrom: "08:00", quietTo: "08:00" },
      "quietTo",
      "The end must differ from the start.",
    ],
    [
      { quiet: "yes", quietFrom: "20:00", quietTo: "08:00", quietZone: "Berlin" },
      "quietZone",
      "Write a time zone like Europe/Berlin.",
    ],
  ])("are refused if they are invalid: %j", async (settings, field, message) => {
    await expect(connect("sms", settings as Record<string, string>)).rejects.toMatchObject({
      code: "invalid_input",
      body: { error: { fields: [{ path: `body.data.settings.${field}`, message }] } },
    });
  });
});
