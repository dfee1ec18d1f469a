import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  chooseReplyChannel,
  getThreadChannel,
  updateChannel,
} from "../../../shared/contract/channels/channels.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { updateContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { mailboxPassword, mailboxUser, startImapServer } from "../../kit/channels/imapServer.ts";
import type { ImapServer } from "../../kit/channels/imapServer.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";

// Seldom enough for the limit of a member's calls.
const within = { interval: 100 };

interface Mail {
  from?: string;
  subject?: string;
  headers?: string[];
  text: string;
}

function writeMail({
  from = "Ada <ada@example.org>",
  subject = "A question",
  headers = [],
  text,
}: Mail): string {
  const id = `<${Math.random().toString(36).slice(2)}@example.org>`;
  const all = [`From: ${from}`, `To: ${mailboxUser}`, `Subject: ${subject}`, `Message-ID: ${id}`, ...headers];
  return [...all, "Content-Type: text/plain; charset=utf-8", "", text].join("\n");
}

describe.each(stores())("e-mail on $name", (store) => {
  let imap: ImapServer;
  let smtp: MailServer;
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    smtp = await startMailServer();
    talk = await startTalkingServer(store, {
      mail: { smtpUrl: smtp.url, from: undefined },
      egressAllow: ["127.0.0.0/8"],
    });
  });
  afterAll(() => smtp.stop());
  beforeEach(async () => {
    imap = await startImapServer();
    smtp.letters.length = 0;
    agent = await talk.createAgent("pilothouse-builtin");
    return () => imap.stop();
  });

  const team = () => talk.server.as(talk.owner);

  async function connect(password = mailboxPassword, revision = 0) {
    const params = { productId: agent.id, surfaceType: "email" };
    const settings = { address: mailboxUser, host: "127.0.0.1", port: String(imap.port) };
    const body = { data: { revision, enabled: true, settings, secrets: { password } } };
    const { data } = await team().call(updateChannel, { params, body });
    // From its first look on it knows what is new.
    const hasLooked = async () => {
      const channels = talk.server.store.db.selectFrom("channels").select("cursor");
      const row = await channels.where("agentId", "=", agent.id).executeTakeFirst();
      expect(row?.cursor).not.toBeNull();
    };
    if (data.state === "connected") await vi.waitFor(hasLooked, within);
    return data;
  }

  async function listAll() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const read = items.map(async (thread) => {
      const at = { productId: agent.id, threadId: thread.id };
      return { thread, at, messages: (await team().call(listMessages, { params: at })).items };
    });
    return Promise.all(read);
  }

  const headerOf = (raw: string, name: string) =>
    new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, "im").exec(raw)?.[1]?.replace(/\s+/g, " ");

  it("reads a mailbox, answers as a reply, and continues with the next reply", async () => {
    expect(await connect("wrong")).toMatchObject({
      state: "broken",
      problem: "The IMAP server does not take the user name and password.",
    });
    imap.deliver(writeMail({ text: "What was there before is not answered." }));
    await connect(mailboxPassword, 1);
    imap.deliver(writeMail({ text: "Is it open on Monday?", subject: "Hours" }));
    await vi.waitFor(() => expect(smtp.letters).toHaveLength(1), within);
    const [letter] = smtp.letters;
    const raw = letter?.raw ?? "";
    expect(letter?.to).toEqual(["ada@example.org"]);
    expect(headerOf(raw, "Auto-Submitted")).toBe("auto-replied");
    expect(headerOf(raw, "Reply-To")).toBe(mailboxUser);
    expect(headerOf(raw, "In-Reply-To")).toMatch(/@example\.org>$/);
    const [found] = await listAll();
    expect(found?.thread).toMatchObject({
      surface: "email",
      contact: { name: "Ada", email: "ada@example.org" },
    });

    const messageId = headerOf(raw, "Message-ID") ?? "";
    const answer = writeMail({
      subject: "Something else entirely",
      headers: [`In-Reply-To: ${messageId}`],
      text: "Thanks!\n\nOn Mon, 1 Jan 2027 at 10:00, Help <help@example.com> wrote:\n> Yes.",
    });
    imap.deliver(answer);
    await vi.waitFor(async () => {
      const { items } = await team().call(listMessages, {
        params: found?.at ?? { productId: "", threadId: "" },
      });
      expect(items.filter(({ role }) => role === "user").at(-1)?.content).toBe("Thanks!");
    }, within);
    // Somebody else who names the same mail does not get into the conversation.
    imap.deliver(
      writeMail({ from: "Eve <eve@example.net>", headers: [`In-Reply-To: ${messageId}`], text: "Show me." }),
    );
    await vi.waitFor(async () => expect(await listAll()).toHaveLength(2), within);
  });

  it("reads another mailbox from its own start, and the same one on after a new password", async () => {
    await connect();
    // Letters of earlier conversations may still be on their way.
    const toCy = () => smtp.letters.filter(({ to }) => to.includes("cy@example.org"));
    for (const text of ["One", "Two", "Three"])
      imap.deliver(writeMail({ from: "Cy <cy@example.org>", text }));
    await vi.waitFor(() => expect(toCy()).toHaveLength(3), within);
    imap.deliver(writeMail({ from: "Cy <cy@example.org>", text: "While it is saved" }));
    await connect(mailboxPassword, 1);
    await vi.waitFor(() => expect(toCy()).toHaveLength(4), within);
    await imap.stop();
    imap = await startImapServer();
    const settings = { address: mailboxUser, host: "127.0.0.1", port: String(imap.port) };
    const data = { revision: 2, enabled: true, settings, secrets: {} };
    await team().call(updateChannel, {
      params: { productId: agent.id, surfaceType: "email" },
      body: { data },
    });
    const cursorOf = () =>
      talk.server.store.db.selectFrom("channels").select("cursor").where("agentId", "=", agent.id);
    await vi.waitFor(async () => {
      expect((await cursorOf().executeTakeFirst())?.cursor).toMatch(/:0$/);
    }, within);
    imap.deliver(writeMail({ from: "Cy <cy@example.org>", text: "The first of another mailbox" }));
    await vi.waitFor(() => expect(toCy()).toHaveLength(5), within);
  });

  it("does not answer machines, lists and itself", async () => {
    await connect();
    const mark = [
      "Auto-Submitted: auto-replied",
      "Precedence: bulk",
      "List-Id: <news.example.org>",
      "Return-Path: <>",
    ];
    for (const header of mark) imap.deliver(writeMail({ headers: [header], text: "I am away." }));
    imap.deliver(writeMail({ from: `Help <${mailboxUser}>`, text: "A loop." }));
    imap.deliver(writeMail({ text: "A person." }));
    await vi.waitFor(async () => {
      expect((await listAll()).map(({ messages }) => messages[0]?.content)).toEqual([
        expect.stringContaining("A person."),
      ]);
    }, within);
  });

  it("mails a reply of the team's to a visitor who left the chat, and takes the answer into the same conversation", async () => {
    await connect();
    const visitor = await talk.openVisitor(agent);
    await listen(say(talk.server, visitor, { content: "Where is my order?" }));
    const contact = { productId: agent.id, contactId: visitor.contactId };
    await team().call(updateContact, { params: contact, body: { data: { email: "bo@example.org" } } });
    const [found] = await listAll();
    const params = found?.at ?? { productId: "", threadId: "" };
    await team().call(sendReply, {
      params,
      body: { data: { clientId: newClientId(), content: "It is on its way." } },
    });
    await vi.waitFor(async () => {
      expect((await team().call(getThreadChannel, { params })).data?.deliveries).toHaveLength(1);
    }, within);
    // Letters of earlier conversations may still be on their way.
    const toBo = () => smtp.letters.filter(({ to }) => to.includes("bo@example.org"));
    expect(toBo()).toEqual([]);
    // Once only: days that pass while the letter is on its way would end the conversation.
    talk.server.clock.advance(121_000);
    await vi.waitFor(() => expect(toBo()).toHaveLength(1), within);
    const raw = toBo()[0]?.raw ?? "";
    expect(headerOf(raw, "Auto-Submitted")).toBeUndefined();
    imap.deliver(
      writeMail({
        from: "Bo <bo@example.org>",
        headers: [`In-Reply-To: ${headerOf(raw, "Message-ID") ?? ""}`],
        text: "Great, thank you.",
      }),
    );
    await vi.waitFor(async () => {
      const { items } = await team().call(listMessages, { params });
      expect(items.filter(({ role }) => role === "user").at(-1)?.content).toBe("Great, thank you.");
    }, within);
    expect(await listAll()).toHaveLength(1);
  });

  it("mails a reply that waits to the address that it was written for", async () => {
    await connect();
    const visitor = await talk.openVisitor(agent);
    await listen(say(talk.server, visitor, { content: "Where is my order?" }));
    const contact = { productId: agent.id, contactId: visitor.contactId };
    const setEmail = (email: string) =>
      team().call(updateContact, { params: contact, body: { data: { email } } });
    await setEmail("old@example.org");
    const [found] = await listAll();
    const params = found?.at ?? { productId: "", threadId: "" };
    const reply = (content: string) =>
      team().call(sendReply, { params, body: { data: { clientId: newClientId(), content } } });
    const countWaiting = async (count: number) =>
      vi.waitFor(async () => {
        const { data } = await team().call(getThreadChannel, { params });
        expect(data?.deliveries).toHaveLength(count);
      }, within);
    await reply("For the old address.");
    await countWaiting(1);
    await setEmail("new@example.org");
    const choice = { type: "email" as const, externalId: "new@example.org" };
    await team().call(chooseReplyChannel, { params, body: { data: choice } });
    await reply("For the new address.");
    await countWaiting(2);
    talk.server.clock.advance(121_000);
    const to = (name: string) =>
      smtp.letters.flatMap((letter) => (letter.to.includes(`${name}@example.org`) ? [letter.raw] : []));
    await vi.waitFor(() => expect([to("old").length, to("new").length]).toEqual([1, 1]), within);
    expect(to("old")[0]).toContain("For the old address.");
    expect(to("new")[0]).toContain("For the new address.");
  });
});
