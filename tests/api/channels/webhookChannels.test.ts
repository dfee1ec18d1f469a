import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  getThreadChannel,
  getWhatsappTemplates,
  sendTemplate,
  updateChannel,
} from "../../../shared/contract/channels/channels.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { initiateChat } from "../../../shared/contract/conversations/threads/initiateChat.ts";
import type { ChannelType } from "../../../shared/domain/channels.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import {
  discordToken,
  metaToken,
  slackToken,
  startProviderServer,
  twilioAccount,
} from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

const within = { timeout: 30_000, interval: 100 };
const dayMs = 24 * 60 * 60_000;
const discordKeys = generateKeyPairSync("ed25519");
const meta = { accessToken: metaToken, appSecret: "app-secret", verifyToken: "verify" };

interface Case {
  type: ChannelType;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  account: string;
  /** A message of a person's, as the provider sends it. */
  body: (text: string, id: string) => string;
  sign: (body: string, url: string) => Record<string, string>;
  /** Where in what was sent the text is. */
  textOf: (body: Record<string, unknown>) => unknown;
}

const hmac = (algorithm: string, secret: string, content: string) =>
  createHmac(algorithm, secret).update(content);
const signMeta = (body: string) => ({
  "x-hub-signature-256": `sha256=${hmac("sha256", meta.appSecret, body).digest("hex")}`,
});
const whatsappBody = (value: object) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
const seconds = () => String(Math.floor(Date.now() / 1000));
const messaging = (object: string) => (text: string, mid: string) =>
  JSON.stringify({
    object,
    entry: [
      {
        id: "7",
        messaging: [
          { sender: { id: "900" }, recipient: { id: "7" }, timestamp: Date.now(), message: { mid, text } },
        ],
      },
    ],
  });
const messageText = ({ message }: Record<string, unknown>) =>
  (message as { text?: string } | undefined)?.text;

const cases: Case[] = [
  {
    type: "whatsapp",
    settings: { phoneNumberId: "109", businessAccountId: "102" },
    secrets: meta,
    account: "Shop +1 555",
    body: (text, id) =>
      whatsappBody({
        contacts: [{ profile: { name: "Ada" }, user_id: "US.1349" }],
        // A phone number is optional: the person is known by their business-scoped id.
        messages: [{ from_user_id: "US.1349", id, timestamp: seconds(), type: "text", text: { body: text } }],
      }),
    sign: signMeta,
    textOf: ({ text, interactive }) =>
      (text as { body: string } | undefined)?.body ?? (interactive as { body: { text: string } }).body.text,
  },
  ...(["messenger", "instagram"] as const).map((type): Case => ({
    type,
    settings: { pageId: "7" },
    secrets: meta,
    account: type === "messenger" ? "Shop" : "@shop",
    body: messaging(type === "messenger" ? "page" : "instagram"),
    sign: signMeta,
    textOf: messageText,
  })),
  {
    type: "slack",
    settings: {},
    secrets: { botToken: slackToken, signingSecret: "signing" },
    account: "@helper in Acme",
    body: (text, id) =>
      JSON.stringify({
        ...{ type: "event_callback", team_id: "T1", event_id: `Ev${id}` },
        event: {
          type: "message",
          channel_type: "im",
          channel: "D1",
          user: "U1",
          text,
          ts: `${seconds()}.${id.length}`,
        },
      }),
    sign: (body) => {
      const at = seconds();
      const signature = hmac("sha256", "signing", `v0:${at}:${body}`).digest("hex");
      return { "x-slack-request-timestamp": at, "x-slack-signature": `v0=${signature}` };
    },
    textOf: (body) => body["markdown_text"],
  },
  {
    type: "sms",
    settings: { accountSid: twilioAccount.sid, number: "+15005550006" },
    secrets: { authToken: twilioAccount.token },
    account: "+15005550006",
    body: (text, id) =>
      new URLSearchParams({
        MessageSid: id,
        From: "+15005550001",
        To: "+15005550006",
        Body: text,
      }).toString(),
    sign: (body, url) => {
      const fields = [...new URLSearchParams(body)].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const content = url + fields.map((pair) => pair.join("")).join("");
      return {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": hmac("sha1", twilioAccount.token, content).digest("base64"),
      };
    },
    textOf: (body) => body["Body"],
  },
  {
    type: "discord",
    settings: {
      applicationId: "11",
      publicKey: discordKeys.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex"),
    },
    secrets: { botToken: discordToken },
    account: "helper",
    body: (value, id) =>
      JSON.stringify({
        ...{ type: 2, id, token: "t", application_id: "11", channel_id: "55" },
        member: { user: { id: "900", username: "ada" } },
        data: { name: "ask", options: [{ name: "question", value }] },
      }),
    sign: (body) => ({
      "x-signature-timestamp": "1700000000",
      "x-signature-ed25519": sign(null, Buffer.from(`1700000000${body}`), discordKeys.privateKey).toString(
        "hex",
      ),
    }),
    textOf: (body) => body["content"],
  },
];

describe.each(stores())("channels by webhooks on $name", (store) => {
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
  const caseOf = (type: ChannelType): Case => {
    const found = cases.find((one) => one.type === type);
    if (!found) throw new Error(`No case is a ${type}.`);
    return found;
  };

  async function connect({ type, settings, secrets }: Case) {
    const params = { productId: agent.id, surfaceType: type };
    const body = { data: { revision: 0, enabled: true, settings, secrets } };
    const { data } = await team().call(updateChannel, { params, body });
    return { ...data, webhookUrl: data.webhookUrl ?? "" };
  }

  const post = (url: string, body: string, headers: Record<string, string>) =>
    talk.server.request(new URL(url).pathname, { method: "POST", body, headers });

  async function listAll() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const read = items.map(async (thread) => {
      const at = { productId: agent.id, threadId: thread.id };
      return { thread, at, messages: (await team().call(listMessages, { params: at })).items };
    });
    return Promise.all(read);
  }

  it.each(cases)("G1, G2: $type takes what its provider signed, once, and answers there", async (one) => {
    const { account, state, webhookUrl } = await connect(one);
    expect({ account, state }).toEqual({ account: one.account, state: "connected" });
    const body = one.body("How do I return a bike? 🚲", "id-1");
    const headers = one.sign(body, webhookUrl);
    const other = one.body("How do I return a bike? 🚳", "id-1");
    expect((await post(webhookUrl, body, {})).status).toBe(401);
    expect((await post(webhookUrl, other, headers)).status).toBe(401);
    const repeats = await Promise.all(Array.from({ length: 20 }, () => post(webhookUrl, body, headers)));
    expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([200]));
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const isMeta = ["whatsapp", "messenger", "instagram"].includes(one.type);
    expect(one.textOf(providers.taken[0]?.body ?? {})).toEqual(
      expect.stringMatching(isMeta ? /^You are chatting with an AI agent\.\s/ : /\S/),
    );
    const [found, ...others] = await listAll();
    expect(others).toEqual([]);
    expect(found?.messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
      "How do I return a bike? 🚲",
    ]);
    const reply = { clientId: newClientId(), content: "We pick it up." };
    await team().call(sendReply, {
      params: found?.at ?? { productId: "", threadId: "" },
      body: { data: reply },
    });
    await vi.waitFor(() => expect(one.textOf(providers.taken[1]?.body ?? {})).toBe("We pick it up."), within);
  });

  it("G2: refuses what Slack signed more than five minutes ago", async () => {
    const slack = caseOf("slack");
    const { webhookUrl } = await connect(slack);
    const body = slack.body("Hello", "old");
    const headers = slack.sign(body, webhookUrl);
    talk.server.clock.advance(6 * 60_000);
    expect((await post(webhookUrl, body, headers)).status).toBe(401);
    talk.server.clock.advance(-6 * 60_000);
  });

  it("G3: reads the rest of a batch with a bad entry, and moves receipts forward only", async () => {
    const whatsapp = caseOf("whatsapp");
    const { webhookUrl } = await connect(whatsapp);
    const send = (value: object) => {
      const body = whatsappBody(value);
      return post(webhookUrl, body, signMeta(body));
    };
    const message = { from: "4930123456", timestamp: seconds(), type: "text" };
    await send({
      messages: [
        { id: 5, type: null },
        { ...message, id: "wamid.good", text: { body: "Is it open?" } },
        { ...message, id: "wamid.odd", type: "unheard_of" },
      ],
    });
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const [found] = await listAll();
    expect(found?.messages.filter(({ role }) => role === "user")).toHaveLength(1);
    const id = `wamid.${providers.taken.length}`;
    const params = found?.at ?? { productId: "", threadId: "" };
    const stateIs = (state: string) =>
      vi.waitFor(async () => {
        const { data } = await team().call(getThreadChannel, { params });
        expect(data?.deliveries.at(-1)?.state).toBe(state);
      }, within);
    await stateIs("sent");
    await send({ statuses: [{ id, status: "read", timestamp: seconds(), recipient_id: "4930123456" }] });
    await stateIs("read");
    await send({ statuses: [{ id, status: "delivered", timestamp: seconds(), recipient_id: "4930123456" }] });
    await send({ messages: [{ ...message, id: "wamid.last", text: { body: "And tomorrow?" } }] });
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    const { data } = await team().call(getThreadChannel, { params });
    expect(data?.deliveries[0]?.state).toBe("read");
  });

  it("sends nothing freely once WhatsApp's day is over", async () => {
    const whatsapp = caseOf("whatsapp");
    const { webhookUrl } = await connect(whatsapp);
    const body = whatsapp.body("Hello", "wamid.day");
    await post(webhookUrl, body, signMeta(body));
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const params = (await listAll())[0]?.at ?? { productId: "", threadId: "" };
    const { data } = await team().call(getThreadChannel, { params });
    expect(data?.writableUntil).toBeGreaterThan(talk.server.clock.now() + dayMs - 60_000);
    talk.server.clock.advance(dayMs + 60_000);
    await team().call(sendReply, {
      params,
      body: { data: { clientId: newClientId(), content: "Too late" } },
    });
    await vi.waitFor(async () => {
      const last = (await team().call(getThreadChannel, { params })).data?.deliveries.at(-1);
      expect(last).toMatchObject({ state: "failed", problem: expect.stringMatching(/That time is over/) });
    }, within);
    expect(providers.taken).toHaveLength(1);
    // A template may go out at any time, with every placeholder filled.
    const inAgent = { params: { productId: agent.id } };
    const { items } = await team().call(getWhatsappTemplates, inAgent);
    expect(items.map(({ name, placeholders }) => ({ name, placeholders }))).toEqual([
      { name: "order_ready", placeholders: ["body 1", "body 2"] },
      { name: "hello_again", placeholders: [] },
    ]);
    const template = { clientId: newClientId(), name: "order_ready", language: "en_US" };
    const half = { params, body: { data: { ...template, values: ["Ada"] } } };
    await expect(team().call(sendTemplate, half)).rejects.toMatchObject({ code: "invalid_input" });
    await team().call(sendTemplate, { params, body: { data: { ...template, values: ["Ada", "1042"] } } });
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    expect(providers.taken[1]?.body).toMatchObject({
      type: "template",
      template: {
        name: "order_ready",
        components: [{ type: "body", parameters: [{ text: "Ada" }, { text: "1042" }] }],
      },
    });
    const messages = (await team().call(listMessages, { params })).items;
    expect(messages.at(-1)?.content).toBe("Hello Ada, your order 1042 is ready.");
    // Nothing else can be begun there until they write again.
    const beginning = {
      params: { productId: agent.id, surfaceType: "whatsapp" },
      body: { data: { contactId: messages[0]?.id ?? "", clientId: newClientId(), content: "Hi" } },
    };
    const [thread] = (await team().call(listThreads, inAgent)).items;
    beginning.body.data.contactId = thread?.contact.id ?? "";
    await expect(team().call(initiateChat, beginning)).rejects.toMatchObject({ code: "contact_unreachable" });
    talk.server.clock.advance(-dayMs - 60_000);
  });

  it("obeys STOP and START", async () => {
    const sms = caseOf("sms");
    const { webhookUrl } = await connect(sms);
    const say = (text: string, id: string) => {
      const body = sms.body(text, id);
      return post(webhookUrl, body, sms.sign(body, webhookUrl));
    };
    await say("Hello", "SM-a");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const params = (await listAll())[0]?.at ?? { productId: "", threadId: "" };
    await say("STOP", "SM-b");
    await vi.waitFor(async () => {
      expect((await team().call(getThreadChannel, { params })).data?.isOptedOut).toBe(true);
    }, within);
    await team().call(sendReply, { params, body: { data: { clientId: newClientId(), content: "Wait!" } } });
    await vi.waitFor(async () => {
      const last = (await team().call(getThreadChannel, { params })).data?.deliveries.at(-1);
      expect(last?.problem).toMatch(/asked not to be written to/);
    }, within);
    await say("START", "SM-c");
    await vi.waitFor(async () => {
      expect((await team().call(getThreadChannel, { params })).data?.isOptedOut).toBe(false);
    }, within);
    expect(providers.taken).toHaveLength(1);
    // Who may be written to again is reached by another conversation, too.
    const contactId = (await listAll())[0]?.thread.contact.id ?? "";
    const data = { contactId, clientId: newClientId(), content: "Your order is ready." };
    await team().call(initiateChat, { params: { productId: agent.id, surfaceType: "sms" }, body: { data } });
    await vi.waitFor(
      () => expect(sms.textOf(providers.taken[1]?.body ?? {})).toBe("Your order is ready."),
      within,
    );
  });
});
