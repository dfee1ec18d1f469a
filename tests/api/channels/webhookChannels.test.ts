import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  getThreadChannel,
  getWhatsappTemplates,
  sendTemplate,
  updateChannel,
} from "../../../shared/contract/channels/channels.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { eraseContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { createScheduledReply } from "../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { initiateChat } from "../../../shared/contract/conversations/threads/initiateChat.ts";
import { rateLimits } from "../../../shared/domain/rateLimits.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { caseOf, channelCases, seconds, signMeta, whatsappBody } from "../../kit/channels/channelCases.ts";
import type { ChannelCase } from "../../kit/channels/channelCases.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { csv, uploadAsMember } from "../../kit/conversations/files/attachments.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

const within = { interval: 100 };
const dayMs = 24 * 60 * 60_000;

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

  async function connect({ type, settings, secrets }: ChannelCase) {
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

  it.each(channelCases)(
    "G1, G2: $type takes what its provider signed, once, and answers there",
    async (one) => {
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
      await vi.waitFor(
        () => expect(one.textOf(providers.taken[1]?.body ?? {})).toBe("We pick it up."),
        within,
      );
    },
  );

  it.each(["messenger", "instagram"] as const)("names contacts on %s by their profile", async (type) => {
    const one = caseOf(type);
    const { webhookUrl } = await connect(one);
    const body = one.body("Hello", `m.${type}`);
    await post(webhookUrl, body, signMeta(body));
    await vi.waitFor(async () => {
      expect((await listAll())[0]?.thread.contact.name).toBe("Ada Lovelace");
      expect(providers.taken).toHaveLength(1);
    }, within);
  });

  it("leaves out what came to another number or page of the same Meta app", async () => {
    const whatsapp = caseOf("whatsapp");
    const number = await connect(whatsapp);
    const messenger = caseOf("messenger");
    const page = await connect(messenger);
    const written = { from: "4930123456", timestamp: seconds(), type: "text", text: { body: "To another" } };
    const toOther = [
      [number, whatsappBody({ messages: [{ ...written, id: "wamid.other" }] }, "110")],
      [page, messenger.body("To another", "m.other").replaceAll('"7"', '"8"')],
    ] as const;
    for (const [{ webhookUrl }, body] of toOther)
      expect((await post(webhookUrl, body, signMeta(body))).status).toBe(200);
    const ours = [
      [number, whatsapp.body("To us", "wamid.ours")],
      [page, messenger.body("To us", "m.ours")],
    ] as const;
    for (const [{ webhookUrl }, body] of ours) await post(webhookUrl, body, signMeta(body));
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    const said = (await listAll()).flatMap(({ messages }) => messages.filter(({ role }) => role === "user"));
    expect(said.map(({ content }) => content)).toEqual(["To us", "To us"]);
  });

  it("counts signed updates against no limit of their address, and all others", async () => {
    const sms = caseOf("sms");
    const { webhookUrl } = await connect(sms);
    const body = sms.body("Hello", "SM-counted");
    const signed = sms.sign(body, webhookUrl);
    const ask = async (path: string, init: RequestInit = {}) =>
      (await talk.server.request(path, { ...init, address: "203.0.113.7" })).status;
    const { pathname } = new URL(webhookUrl);
    const send = (headers: Record<string, string>) => ask(pathname, { method: "POST", body, headers });
    // Time stands still, so that nothing grows back.
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let count = 0; count < rateLimits.address.burst; count += 1) await ask("/healthz");
    const refused = await send(signed);
    talk.server.clock.advance(rateLimits.address.oneMoreEveryMs);
    const statuses = [await send(signed), await send(signed), await send({}), await send({})];
    talk.server.clock.advance(-rateLimits.address.oneMoreEveryMs);
    vi.useRealTimers();
    expect([refused, ...statuses]).toEqual([429, 200, 200, 401, 429]);
    // Its answer, which the next test would take for one of its own.
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
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
    const late = { params, body: { data: { clientId: newClientId(), content: "Too late" } } };
    await expect(team().call(sendReply, late)).rejects.toMatchObject({
      code: "contact_unreachable",
      message: expect.stringContaining(
        "WhatsApp lets you write freely only for 24 hours after their last message.",
      ),
    });
    const sendAt = talk.server.clock.now() + 60 * 60_000;
    const later = { params, body: { data: { clientId: newClientId(), content: "Tomorrow", sendAt } } };
    await expect(team().call(createScheduledReply, later)).rejects.toMatchObject({ code: "conflict" });
    expect((await team().call(listMessages, { params })).items.map(({ role }) => role)).not.toContain(
      "support",
    );
    expect(providers.taken).toHaveLength(1);
    // A template may go out at any time, with every placeholder filled.
    const inAgent = { params: { productId: agent.id } };
    const { items } = await team().call(getWhatsappTemplates, inAgent);
    expect(items.map(({ name, placeholders }) => ({ name, placeholders }))).toEqual([
      { name: "order_ready", placeholders: ["header 1", "body 1", "body 2"] },
      { name: "hello_again", placeholders: [] },
    ]);
    const template = { clientId: newClientId(), name: "order_ready", language: "en_US" };
    const half = { params, body: { data: { ...template, values: ["Ada"] } } };
    await expect(team().call(sendTemplate, half)).rejects.toMatchObject({ code: "invalid_input" });
    await team().call(sendTemplate, {
      params,
      body: { data: { ...template, values: ["Acme", "Ada", "1042"] } },
    });
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    expect(providers.taken[1]?.body).toMatchObject({
      type: "template",
      template: {
        name: "order_ready",
        components: [
          { type: "header", parameters: [{ text: "Acme" }] },
          { type: "body", parameters: [{ text: "Ada" }, { text: "1042" }] },
        ],
      },
    });
    const messages = (await team().call(listMessages, { params })).items;
    expect(messages.at(-1)?.content).toBe("News from Acme\n\nHello Ada, your order 1042 is ready.");
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

  it("obeys STOP and START by SMS", async () => {
    const type = "sms";
    const one = caseOf(type);
    const { webhookUrl } = await connect(one);
    const say = (text: string, id: string) => {
      const body = one.body(text, `${type}-${id}`);
      return post(webhookUrl, body, one.sign(body, webhookUrl));
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
      expect(last?.problem).toMatch(/asked not to be contacted/);
    }, within);
    await say("START", "SM-c");
    await vi.waitFor(async () => {
      expect((await team().call(getThreadChannel, { params })).data?.isOptedOut).toBe(false);
    }, within);
    expect(providers.taken).toHaveLength(1);
    // Who may be written to again is reached by another conversation, too.
    const contactId = (await listAll())[0]?.thread.contact.id ?? "";
    const data = { contactId, clientId: newClientId(), content: "Your order is ready." };
    await team().call(initiateChat, { params: { productId: agent.id, surfaceType: type }, body: { data } });
    await vi.waitFor(
      () => expect(one.textOf(providers.taken[1]?.body ?? {})).toBe("Your order is ready."),
      within,
    );
  });

  it("answers by SMS to YES, START and UNSTOP of who never said STOP", async () => {
    const sms = caseOf("sms");
    const { webhookUrl } = await connect(sms);
    for (const [count, word] of ["Yes", "START", "unstop"].entries()) {
      const body = sms.body(word, `SM-word-${count}`);
      await post(webhookUrl, body, sms.sign(body, webhookUrl));
      await vi.waitFor(() => expect(providers.taken).toHaveLength(count + 1), within);
    }
    const said = (await listAll())[0]?.messages.filter(({ role }) => role === "user");
    expect(said?.map(({ content }) => content)).toEqual(["Yes", "START", "unstop"]);
  });

  it("sends a team's files as links, alone and beside words", async () => {
    const sms = caseOf("sms");
    const { webhookUrl } = await connect(sms);
    const body = sms.body("What does it cost?", "SM-file");
    await post(webhookUrl, body, sms.sign(body, webhookUrl));
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const params = (await listAll())[0]?.at ?? { productId: "", threadId: "" };
    const reply = async (content: string) => {
      const file = await uploadAsMember(talk.server, { member: talk.owner, productId: agent.id }, csv);
      const data = { clientId: newClientId(), content, attachments: [file] };
      await team().call(sendReply, { params, body: { data } });
    };
    const link = /prices\.csv: (https:\/\/agents\.example\.com\S+)$/;
    await reply("");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    const alone = link.exec(String(sms.textOf(providers.taken[1]?.body ?? {})));
    expect(alone?.index).toBe(0);
    await reply("All our prices.");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(3), within);
    expect(sms.textOf(providers.taken[2]?.body ?? {})).toMatch(/^All our prices\.\n\nprices\.csv: https/);
    // Who reads it the next day still gets the file.
    talk.server.clock.advance(dayMs);
    const { pathname, search } = new URL(alone?.[1] ?? "");
    const seen = await talk.server.request(pathname + search);
    talk.server.clock.advance(-dayMs);
    expect(await seen.text()).toBe(csv.bytes.toString());
  });

  it("writes again to who stopped WhatsApp and writes again", async () => {
    const whatsapp = caseOf("whatsapp");
    const { webhookUrl } = await connect(whatsapp);
    const write = (text: string, id: string) => {
      const body = whatsapp.body(text, id);
      return post(webhookUrl, body, signMeta(body));
    };
    await write("Hello", "wamid.in");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const params = (await listAll())[0]?.at ?? { productId: "", threadId: "" };
    await write("Stop", "wamid.stop");
    await vi.waitFor(async () => {
      expect((await team().call(getThreadChannel, { params })).data?.isOptedOut).toBe(true);
    }, within);
    await write("START", "wamid.again");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    expect((await team().call(getThreadChannel, { params })).data?.isOptedOut).toBe(false);
  });

  it("keeps nothing of an update that it skips, and nothing of a person's that is deleted", async () => {
    const whatsapp = caseOf("whatsapp");
    const { webhookUrl } = await connect(whatsapp);
    const written = { from: "4930123456", timestamp: seconds(), type: "text" };
    const body = whatsappBody({
      messages: [
        { ...written, id: "wamid.words", text: { body: "Hello" } },
        { ...written, id: "wamid.skipped", type: "unheard_of", unheard_of: { secret: "Secret words" } },
      ],
    });
    await post(webhookUrl, body, signMeta(body));
    const kept = async () => {
      const rows = talk.server.store.db
        .selectFrom("channelUpdates")
        .select(["state", "body", "conversation"]);
      return rows.where("agentId", "=", agent.id).orderBy("id").execute();
    };
    await vi.waitFor(async () => {
      expect((await kept()).map(({ state }) => state)).toEqual(["done", "skipped"]);
    }, within);
    expect(JSON.stringify(await kept())).not.toContain("Secret words");
    await talk.server.store.db
      .updateTable("channelUpdates")
      .set({ state: "failed", body: JSON.stringify({ text: "What could not be read" }) })
      .where("agentId", "=", agent.id)
      .where("state", "=", "skipped")
      .execute();
    const contactId = (await listAll())[0]?.thread.contact.id ?? "";
    await team().call(eraseContact, {
      params: { productId: agent.id, contactId },
      query: { confirmed: "true" },
    });
    await vi.waitFor(async () => {
      expect(JSON.stringify(await kept())).not.toMatch(/could not be read|4930123456/);
    }, within);
  });

  it.each(["messenger", "instagram"] as const)(
    "lets a person reply on %s for seven days, and the agent for one",
    async (type) => {
      const one = caseOf(type);
      const { webhookUrl } = await connect(one);
      const body = one.body("Hello", `m.${type}`);
      await post(webhookUrl, body, signMeta(body));
      await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
      const params = (await listAll())[0]?.at ?? { productId: "", threadId: "" };
      const reply = (content: string) =>
        team().call(sendReply, { params, body: { data: { clientId: newClientId(), content } } });
      await reply("At once");
      await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
      expect(providers.taken[1]?.body).toMatchObject({ messaging_type: "RESPONSE" });
      talk.server.clock.advance(2 * dayMs);
      const { data } = await team().call(getThreadChannel, { params });
      expect(data?.writableUntil).toBeGreaterThan(talk.server.clock.now() + 5 * dayMs - 60_000);
      await reply("After two days");
      await vi.waitFor(() => expect(providers.taken).toHaveLength(3), within);
      expect(providers.taken[2]?.body).toMatchObject({ messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" });
      talk.server.clock.advance(5 * dayMs + 60_000);
      await expect(reply("Too late")).rejects.toMatchObject({
        code: "contact_unreachable",
        message: expect.stringMatching(/for 7 days/),
      });
      expect(providers.taken).toHaveLength(3);
      talk.server.clock.advance(-7 * dayMs - 60_000);
    },
  );
});
