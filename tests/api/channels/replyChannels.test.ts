import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  chooseReplyChannel,
  listReplyChannels,
  previewMessage,
  updateChannel,
} from "../../../shared/contract/channels/channels.ts";
import {
  mergeContact,
  undoMerge,
  updateContact,
} from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import type { ChannelType } from "../../../shared/domain/channels.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { caseOf } from "../../kit/channels/channelCases.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { csv, uploadAsMember } from "../../kit/conversations/files/attachments.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

const within = { interval: 100 };
const dayMs = 24 * 60 * 60_000;
const whatsappId = "US.1349";
const number = "+15005550001";

describe.each(stores())("replies by another channel on $name", (store) => {
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
  const sentTexts = (type: ChannelType) =>
    providers.taken.flatMap(({ body }) => {
      const isSms = typeof body["Body"] === "string";
      return isSms === (type === "sms") ? [caseOf(type).textOf(body)] : [];
    });

  /** Connects a channel and gives what writes by it as its only person. */
  async function connect(type: ChannelType, enabled = true, revision = 0) {
    const one = caseOf(type);
    const params = { productId: agent.id, surfaceType: type };
    const { settings, secrets } = one;
    const body = { data: { revision, enabled, settings, secrets } };
    const { data } = await team().call(updateChannel, { params, body });
    const url = data.webhookUrl ?? "";
    return async (text: string, id: string) => {
      const content = one.body(text, id);
      const headers = one.sign(content, url);
      await talk.server.request(new URL(url).pathname, { method: "POST", body: content, headers });
    };
  }

  async function findThread(surface: string) {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const thread = items.find((one) => one.surface === surface);
    return { at: { productId: agent.id, threadId: thread?.id ?? "" }, contactId: thread?.contact.id ?? "" };
  }

  type At = Awaited<ReturnType<typeof findThread>>["at"];
  const choices = async (params: At) => (await team().call(listReplyChannels, { params })).items;
  const choose = (params: At, type: ChannelType | null, externalId: string | null) =>
    team().call(chooseReplyChannel, { params, body: { data: { type, externalId } } });
  const reply = (params: At, content: string) =>
    team().call(sendReply, { params, body: { data: { clientId: newClientId(), content } } });
  const saidBy = async (params: At, wanted: string) =>
    (await team().call(listMessages, { params })).items
      .filter(({ role }) => role === wanted)
      .map(({ content }) => content);

  /** One contact who wrote by SMS and by WhatsApp, and the conversation on WhatsApp. */
  async function openBoth() {
    const bySms = await connect("sms");
    const byWhatsapp = await connect("whatsapp");
    await bySms("Hello by SMS", `SM-${agent.id}`);
    await byWhatsapp("Hello by WhatsApp", `wamid.${agent.id}`);
    await vi.waitFor(() => expect(providers.taken).toHaveLength(2), within);
    const [sms, whatsapp] = [await findThread("sms"), await findThread("whatsapp")];
    const params = { productId: agent.id, contactId: whatsapp.contactId };
    const body = { data: { contactId: sms.contactId } };
    const { merges } = (await team().call(mergeContact, { params, body })).data;
    const unmerge = () => team().call(undoMerge, { params: { ...params, mergeId: merges[0]?.id ?? "" } });
    providers.taken.length = 0;
    return { at: whatsapp.at, smsAt: sms.at, bySms, byWhatsapp, unmerge };
  }

  /** A visitor of the chat who also wrote by SMS, and their conversation in the chat. */
  async function openChat() {
    const bySms = await connect("sms");
    await bySms("Hello", `SM-chat-${agent.id}`);
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const sms = await findThread("sms");
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Where is my order?" }));
    const { at, contactId } = await findThread("widget");
    await team().call(mergeContact, {
      params: { productId: agent.id, contactId },
      body: { data: { contactId: sms.contactId } },
    });
    providers.taken.length = 0;
    const ask = (content: string) => listen(say(talk.server, visitor, { content, threadId }));
    return { at, ask };
  }

  it("names somebody of whom only a number is known by it, until their name is", async () => {
    const bySms = await connect("sms");
    await bySms("Hello", `SM-name-${agent.id}`);
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const { contactId } = await findThread("sms");
    const params = { productId: agent.id, contactId };
    const look = async () => {
      const { items } = await team().call(listThreads, { params: { productId: agent.id } });
      return items[0]?.contact;
    };
    expect(await look()).toMatchObject({ name: number, phone: number });
    await team().call(updateContact, { params, body: { data: { email: "mia@example.org" } } });
    expect(await look()).toMatchObject({ name: "mia@example.org", phone: number });
    await team().call(updateContact, { params, body: { data: { name: "Mia" } } });
    await team().call(updateContact, { params, body: { data: { email: "mia@example.com" } } });
    expect(await look()).toMatchObject({ name: "Mia", email: "mia@example.com" });
  });

  it("goes on by SMS in the same conversation once WhatsApp's window has closed, and back when they write there", async () => {
    const { at, bySms, byWhatsapp } = await openBoth();
    const whatsapp = { type: "whatsapp", externalId: whatsappId, problem: null };
    const sms = { type: "sms", externalId: number, problem: null, isTemplatesOnly: false };
    expect(await choices(at)).toEqual([
      expect.objectContaining({ ...whatsapp, isCurrent: true, isTemplatesOnly: false }),
      expect.objectContaining({ ...sms, isCurrent: false }),
    ]);
    await reply(at, "First by WhatsApp.");
    await vi.waitFor(() => expect(sentTexts("whatsapp")).toEqual(["First by WhatsApp."]), within);
    talk.server.clock.advance(dayMs + 60_000);
    await expect(reply(at, "Too late")).rejects.toMatchObject({ code: "contact_unreachable" });
    expect((await choose(at, "sms", number)).data).toMatchObject({ type: "sms", writableUntil: null });
    expect(await choices(at)).toEqual([
      expect.objectContaining({ ...whatsapp, isCurrent: false, isTemplatesOnly: true }),
      expect.objectContaining({ ...sms, isCurrent: true }),
    ]);
    await reply(at, "Now by SMS.");
    await vi.waitFor(() => expect(sentTexts("sms")).toEqual(["Now by SMS."]), within);
    expect(sentTexts("whatsapp")).toEqual(["First by WhatsApp."]);
    await bySms("Thank you", "SM-thanks");
    await vi.waitFor(async () => expect(await saidBy(at, "user")).toContain("Thank you"), within);
    talk.server.clock.advance(-dayMs - 60_000);
    await byWhatsapp("Here again", "wamid.again");
    await vi.waitFor(async () => expect(await saidBy(at, "user")).toContain("Here again"), within);
    await reply(at, "Welcome back.");
    await vi.waitFor(() => expect(sentTexts("whatsapp")).toContain("Welcome back."), within);
    expect(sentTexts("sms")).toEqual(["Now by SMS."]);
    expect(await saidBy(at, "user")).toEqual(["Hello by WhatsApp", "Thank you", "Here again"]);
  });

  it("refuses in words a channel that is off or that the contact stopped, and one they aren't known on", async () => {
    const { at, bySms } = await openBoth();
    await bySms("STOP", `SM-stop-${agent.id}`);
    const problemOf = async (type: ChannelType) =>
      (await choices(at)).find((choice) => choice.type === type)?.problem;
    const stopped = "They asked not to be contacted by SMS.";
    await vi.waitFor(async () => expect(await problemOf("sms")).toBe(stopped), within);
    await expect(choose(at, "sms", number)).rejects.toMatchObject({
      code: "contact_unreachable",
      message: expect.stringContaining(stopped),
    });
    await connect("sms", false, 1);
    expect(await problemOf("sms")).toBe("SMS is off. Turn it on in Deploy.");
    await expect(choose(at, "sms", "+15005559999")).rejects.toMatchObject({ status: 404 });
    await expect(choose(at, null, null)).rejects.toMatchObject({ status: 404 });
    expect(await choices(at)).toEqual([
      expect.objectContaining({ type: "whatsapp", isCurrent: true }),
      expect.objectContaining({ type: "sms", isCurrent: false }),
    ]);
  });

  it("answers a chat's visitor by SMS, and in the chat alone again", async () => {
    const { at } = await openChat();
    expect(await choices(at)).toEqual([
      expect.objectContaining({ type: null, isCurrent: true }),
      expect.objectContaining({ type: "sms", isCurrent: false }),
    ]);
    await reply(at, "In the chat.");
    await choose(at, "sms", number);
    await reply(at, "By SMS.");
    await vi.waitFor(() => expect(sentTexts("sms")).toContain("By SMS."), within);
    await choose(at, null, null);
    await reply(at, "In the chat again.");
    await choose(at, "sms", number);
    await reply(at, "By SMS again.");
    await vi.waitFor(() => expect(sentTexts("sms")).toContain("By SMS again."), within);
    expect(sentTexts("sms")).toEqual(["By SMS.", "By SMS again."]);
  });

  it("sends what was said before a quick switch by the channel of then", async () => {
    const { at } = await openChat();
    await choose(at, "sms", number);
    // While every channel is off, nothing is put into line.
    await connect("sms", false, 1);
    await reply(at, "By SMS.");
    await choose(at, null, null);
    await reply(at, "In the chat.");
    await connect("sms", true, 2);
    await choose(at, "sms", number);
    await reply(at, "By SMS again.");
    await vi.waitFor(() => expect(sentTexts("sms")).toContain("By SMS again."), within);
    expect(sentTexts("sms")).toEqual(["By SMS.", "By SMS again."]);
  });

  it("leaves the agent's answers in the chat where only the team chose SMS", async () => {
    const { at, ask } = await openChat();
    await choose(at, "sms", number);
    expect((await ask("And my bike?")).answer).not.toBeNull();
    await reply(at, "By SMS.");
    await vi.waitFor(() => expect(sentTexts("sms")).toContain("By SMS."), within);
    expect(sentTexts("sms")).toEqual(["By SMS."]);
  });

  it("sends nothing to somebody who is another contact again", async () => {
    const { at, unmerge } = await openBoth();
    await choose(at, "sms", number);
    await unmerge();
    expect(await choices(at)).toEqual([expect.objectContaining({ type: "whatsapp", isCurrent: true })]);
    await reply(at, "For one of you.");
    await vi.waitFor(() => expect(sentTexts("whatsapp")).toEqual(["For one of you."]), within);
    expect(sentTexts("sms")).toEqual([]);
  });

  it("previews exactly what is sent: plain text, cut, counted, with files as links", async () => {
    const { at, smsAt } = await openBoth();
    const preview = async (params: At, content: string, attachments: string[] = []) =>
      (await team().call(previewMessage, { params, body: { data: { content, attachments } } })).data;
    const formatted = "**Open** today:\n\n- [Map](https://example.com/map)\n- 9–17";
    const plain = "Open today:\n\n• Map (https://example.com/map)\n• 9–17";
    expect(await preview(smsAt, formatted)).toEqual({
      type: "sms",
      pieces: [
        {
          ...{ subject: null, text: plain, isMarkdown: false, files: [], links: [] },
          segments: { count: 1, encoding: "UCS-2" },
        },
      ],
    });
    const long = "A sentence of words. ".repeat(100);
    const seen = await preview(smsAt, long);
    expect(seen?.pieces.map(({ segments }) => segments?.count)).toEqual([10, 4]);
    await reply(smsAt, long);
    await vi.waitFor(() => expect(sentTexts("sms")).toEqual(seen?.pieces.map(({ text }) => text)), within);
    const file = await uploadAsMember(talk.server, { productId: agent.id, member: talk.owner }, csv);
    expect((await preview(smsAt, "See this", [file]))?.pieces).toMatchObject([
      { text: "See this", files: [], links: [csv.name] },
    ]);
    expect((await preview(at, "See this", [file]))?.type).toBe("whatsapp");
    await team().call(updateContact, {
      params: { productId: agent.id, contactId: (await findThread("sms")).contactId },
      body: { data: { email: "mia@example.org" } },
    });
    expect((await choices(at)).map(({ type }) => type)).toEqual(["whatsapp", "sms"]);
  });
});
