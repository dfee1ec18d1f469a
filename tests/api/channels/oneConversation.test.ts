import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chooseReplyChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import {
  listContacts,
  mergeContact,
  updateContact,
} from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { caseOf } from "../../kit/channels/channelCases.ts";
import { mailHooks } from "../../kit/channels/mailHooks.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";

const within = { interval: 100 };

describe.each(stores())("one conversation over channels on $name", (store) => {
  let providers: ProviderServer;
  let smtp: MailServer;
  let talk: TalkingServer;
  beforeAll(async () => {
    [providers, smtp] = await Promise.all([startProviderServer(), startMailServer()]);
    talk = await startTalkingServer(store, {
      mail: { smtpUrl: smtp.url, from: undefined },
      channels: { ...channelAddresses, ...providers.addresses },
      publicOrigin: "https://agents.example.com",
    });
  });
  afterAll(() => Promise.all([providers.stop(), smtp.stop()]));

  it("starts in the widget, continues by mail and ends on WhatsApp, with one contact and one transcript", async () => {
    const agent = await talk.createAgent("pilothouse-builtin");
    const team = talk.server.as(talk.owner);
    const inAgent = { params: { productId: agent.id } };
    const [postmark] = mailHooks;
    const whatsapp = caseOf("whatsapp");
    if (!postmark) throw new Error("It is there.");
    const connect = async (
      type: "email" | "whatsapp",
      { settings, secrets }: Record<"settings" | "secrets", Record<string, string>>,
    ) => {
      const params = { productId: agent.id, surfaceType: type };
      const body = { data: { revision: 0, enabled: true, settings, secrets } };
      return (await team.call(updateChannel, { params, body })).data.webhookUrl ?? "";
    };
    const mailUrl = await connect("email", {
      settings: { inbound: "postmark", address: "help@example.com", ...postmark.settings },
      secrets: postmark.secrets,
    });
    const whatsappUrl = await connect("whatsapp", whatsapp);
    const post = (url: string, init: { body: string; headers: Record<string, string> }) =>
      talk.server.request(new URL(url).pathname, { method: "POST", ...init });
    const writeWhatsapp = (text: string, id: string) => {
      const body = whatsapp.body(text, id);
      return post(whatsappUrl, { body, headers: whatsapp.sign(body, whatsappUrl) });
    };
    const listAll = async () => (await team.call(listThreads, inAgent)).items;

    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Where is my order?" }));
    const at = { params: { productId: agent.id, threadId } };
    const said = async () =>
      (await team.call(listMessages, at)).items
        .filter(({ role, kind }) => kind === "text" && role !== "assistant")
        .map(({ content }) => content);
    const reply = (content: string) =>
      team.call(sendReply, { ...at, body: { data: { clientId: newClientId(), content } } });
    const contact = { productId: agent.id, contactId: visitor.contactId };
    await team.call(updateContact, { params: contact, body: { data: { email: "ada@example.org" } } });

    await reply("It leaves tomorrow.");
    await vi.waitFor(async () => {
      const queued = talk.server.store.db.selectFrom("channelDeliveries").select("id");
      expect(await queued.where("threadId", "=", threadId).execute()).toHaveLength(1);
    }, within);
    talk.server.clock.advance(121_000);
    const letters = () => smtp.letters.filter(({ to }) => to.includes("ada@example.org"));
    await vi.waitFor(() => expect(letters()).toHaveLength(1), within);
    const id = /^Message-ID:\s*(\S+)/im.exec(letters()[0]?.raw ?? "")?.[1] ?? "";
    const mail = [
      ...["From: Ada <ada@example.org>", "To: help@example.com", "Subject: Re: order"],
      ...["Message-ID: <1@example.org>", `In-Reply-To: ${id}`, "", "Please write to me on WhatsApp."],
    ].join("\r\n");
    await post(mailUrl, postmark.post(mail, talk.server.clock.now()));
    await vi.waitFor(
      async () => expect((await said()).at(-1)).toBe("Please write to me on WhatsApp."),
      within,
    );

    await writeWhatsapp("It’s me, Ada", "wamid.one");
    await vi.waitFor(async () => expect(await listAll()).toHaveLength(2), within);
    const other = (await listAll()).find(({ surface }) => surface === "whatsapp");
    await team.call(mergeContact, {
      params: contact,
      body: { data: { contactId: other?.contact.id ?? "" } },
    });
    const choice = { type: "whatsapp" as const, externalId: "US.1349" };
    await team.call(chooseReplyChannel, { ...at, body: { data: choice } });
    await reply("Here we are.");
    const sent = () => providers.taken.map(({ body }) => whatsapp.textOf(body));
    await vi.waitFor(() => expect(sent()).toContain("Here we are."), within);
    await writeWhatsapp("Thank you, it arrived", "wamid.two");
    await vi.waitFor(async () => expect((await said()).at(-1)).toBe("Thank you, it arrived"), within);

    expect(await said()).toEqual([
      ...["Where is my order?", "It leaves tomorrow.", "Please write to me on WhatsApp."],
      ...["Here we are.", "Thank you, it arrived"],
    ]);
    const { items: contacts } = await team.call(listContacts, inAgent);
    expect(contacts).toMatchObject([{ id: visitor.contactId, name: "Ada", email: "ada@example.org" }]);
    expect(letters()).toHaveLength(1);
  });
});
