import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { getChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import type { ChannelType } from "../../../shared/domain/channels.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { caseOf, channelCases, seconds, signMeta, whatsappBody } from "../../kit/channels/channelCases.ts";
import { writeWithFile } from "../../kit/channels/fileMessages.ts";
import { mailboxPassword, mailboxUser, startImapServer } from "../../kit/channels/imapServer.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { botToken, startTelegramServer } from "../../kit/channels/telegramServer.ts";
import type { TelegramServer } from "../../kit/channels/telegramServer.ts";
import { csv, pdf, png, uploadAsMember } from "../../kit/conversations/files/attachments.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";

const within = { interval: 100 };
const gigabyte = 1024 ** 3;
const megabytes = (count: number) => Buffer.alloc(count * 1_000_000, 1);

describe.each(stores())("files by channels on $name", (store) => {
  let providers: ProviderServer;
  let telegram: TelegramServer;
  let smtp: MailServer;
  let talk: TalkingServer;
  let agent: Agent;
  let files = 0;
  beforeAll(async () => {
    [providers, telegram, smtp] = await Promise.all([
      startProviderServer(),
      startTelegramServer(),
      startMailServer(),
    ]);
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, ...providers.addresses, telegram: telegram.origin },
      publicOrigin: "https://agents.example.com",
      mail: { smtpUrl: smtp.url, from: undefined },
      egressAllow: ["127.0.0.0/8"],
      organizationLimits: { bytes: gigabyte, requestsPerMinute: null },
    });
  });
  afterAll(async () => {
    await Promise.all([providers.stop(), telegram.stop(), smtp.stop()]);
  });
  beforeEach(async () => {
    providers.taken.length = 0;
    agent = await talk.createAgent("pilothouse-builtin");
  });

  // What still goes out would be taken for the next test's.
  afterEach(async () => {
    await vi.waitFor(async () => expect(await listUnsent()).toEqual([]), within);
  });

  const team = () => talk.server.as(talk.owner);

  /** Answers of this test's agent that have not reached their provider, or failed to. */
  function listUnsent() {
    return talk.server.store.db
      .selectFrom("messages")
      .innerJoin("threads", (join) =>
        join
          .onRef("threads.organizationId", "=", "messages.organizationId")
          .onRef("threads.id", "=", "messages.threadId"),
      )
      .leftJoin("channelDeliveries as sent", (join) =>
        join
          .onRef("sent.organizationId", "=", "messages.organizationId")
          .onRef("sent.messageId", "=", "messages.id"),
      )
      .select(["messages.content", "sent.state", "sent.problem"])
      .where("threads.agentId", "=", agent.id)
      .where("messages.role", "in", ["assistant", "support"])
      .where("messages.status", "!=", "failed")
      .where((row) => row.or([row("sent.state", "is", null), row("sent.state", "in", ["queued", "sending"])]))
      .execute();
  }

  async function connect(
    type: ChannelType,
    { settings, secrets }: Record<"settings" | "secrets", Record<string, string>>,
  ) {
    const params = { productId: agent.id, surfaceType: type };
    const body = { data: { revision: 0, enabled: true, settings, secrets } };
    const { data } = await team().call(updateChannel, { params, body });
    expect(data).toMatchObject({ state: "connected", problem: null });
    return new URL(data.webhookUrl ?? "http://none");
  }

  interface Coming {
    caption?: string;
    contentType?: string;
    bytes?: Buffer;
    faults?: number;
    held?: Promise<void>;
    isBusy?: boolean;
  }

  /** Somebody sends a file by a channel; gives the address that its provider sends to. */
  async function sendFile(
    type: ChannelType,
    { caption = "", contentType = png.contentType, bytes = png.bytes, held, ...others }: Coming,
  ): Promise<URL> {
    const one = caseOf(type);
    const url = await connect(type, one);
    const id = `file${(files += 1)}`;
    if (held) providers.held.set(id, held);
    providers.files.set(id, { contentType, bytes, ...others });
    const sent = { id, name: png.name, contentType, sizeBytes: bytes.length, origin: providers.origin };
    const body = writeWithFile(type, caption, sent);
    const headers = one.sign(body, url.href);
    // Whatever repeats it, it is one message.
    for (let count = 0; count < 2; count += 1) {
      const answer = await talk.server.request(url.pathname, { method: "POST", body, headers });
      expect(answer.status).toBe(200);
    }
    return url;
  }

  async function listReceived() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const all = items.map(async ({ id: threadId }) => {
      const params = { productId: agent.id, threadId };
      return (await team().call(listMessages, { params })).items.filter(({ role }) => role === "user");
    });
    return (await Promise.all(all)).flat();
  }

  async function receivedOne() {
    const found = await vi.waitFor(async () => {
      const all = await listReceived();
      expect(all).toHaveLength(1);
      return all;
    }, within);
    const [{ content, attachments } = { content: "", attachments: [] }] = found;
    return { content, attachments };
  }

  async function read(url: string | undefined): Promise<Buffer> {
    const { pathname, search } = new URL(url ?? "", "http://us");
    const answer = await talk.server.request(pathname + search);
    return Buffer.from(await answer.arrayBuffer());
  }

  it.each(channelCases.map(({ type }) => type))(
    "takes a picture in by %s, as its conversation's",
    async (type) => {
      await sendFile(type, { caption: "This lamp is broken" });
      const { content, attachments } = await receivedOne();
      expect(content).toBe("This lamp is broken");
      expect(attachments).toMatchObject([{ contentType: "image/png", sizeBytes: png.bytes.length }]);
      expect(attachments[0]?.name).toMatch(/\.png$/);
      expect(await read(attachments[0]?.url)).toEqual(png.bytes);
    },
  );

  it("takes the text of a message in whose file has no room any more", async () => {
    const { organizationId } = talk.owner;
    const { db } = talk.server.store;
    const full = {
      ...{ organizationId, id: "full", name: "full", contentType: "text/csv", sizeBytes: gigabyte },
      ...{ status: "stored" as const, createdBy: null, createdAt: 0, keptBy: null },
    };
    await db.insertInto("files").values(full).execute();
    onTestFinished(async () => void (await db.deleteFrom("files").where("id", "=", "full").execute()));
    await sendFile("whatsapp", { caption: "This lamp is broken" });
    const { content, attachments } = await receivedOne();
    expect(content).toMatch(/^This lamp is broken\n\[“.*png” was not kept. The storage for files is full/);
    expect(attachments).toEqual([]);
  });

  it("asks Twilio for nothing that is no file of a message", async () => {
    const sms = caseOf("sms");
    const url = await connect("sms", sms);
    const form = new URLSearchParams(sms.body("Look", "MM-elsewhere"));
    form.set("NumMedia", "1");
    form.set("MediaUrl0", "https://files.example.org/lamp.png");
    form.set("MediaContentType0", "image/png");
    const body = form.toString();
    await talk.server.request(url.pathname, { method: "POST", body, headers: sms.sign(body, url.href) });
    expect(await receivedOne()).toEqual({
      content: "Look\n[“file.png” was not kept. Its address is none of Twilio’s.]",
      attachments: [],
    });
  });

  /** The jobs that read this agent's WhatsApp. */
  const listReading = () =>
    talk.server.store.db
      .selectFrom("jobs")
      .select(["state", "error"])
      .where("kind", "=", "channels.read.whatsapp")
      .where("payload", "like", `%${agent.id}%`)
      .orderBy("id")
      .execute();

  it("reads a conversation's messages one after the other while the file of the first is fetched", async () => {
    const held = Promise.withResolvers<void>();
    const url = await sendFile("whatsapp", { caption: "This lamp is broken", held: held.promise });
    await vi.waitFor(async () => expect(await listReading()).toMatchObject([{ state: "running" }]), within);
    const message = { from: "4930123456", id: `wamid.text${files}`, timestamp: seconds(), type: "text" };
    const body = whatsappBody({ messages: [{ ...message, text: { body: "Do you have another?" } }] });
    await talk.server.request(url.pathname, { method: "POST", body, headers: signMeta(body) });
    await vi.waitFor(
      async () => expect(await listReading()).toMatchObject([{ state: "running" }, { state: "done" }]),
      within,
    );
    expect(await listReceived()).toEqual([]);
    held.resolve();
    const received = await vi.waitFor(async () => {
      const all = await listReceived();
      expect(all).toHaveLength(2);
      return all;
    }, within);
    expect(received.map(({ content, attachments }) => [content, attachments.length])).toEqual([
      ["This lamp is broken", 1],
      ["Do you have another?", 0],
    ]);
    const updates = talk.server.store.db.selectFrom("channelUpdates").select(["state", "note"]);
    const done = { state: "done", note: null };
    await vi.waitFor(
      async () => expect(await updates.where("agentId", "=", agent.id).execute()).toEqual([done, done]),
      within,
    );
  });

  it("comes back for a message within a minute where the provider asks for an hour", async () => {
    await sendFile("whatsapp", { caption: "This lamp is broken", isBusy: true });
    const later = { state: "queued", error: "Tried again in 60000 ms." };
    await vi.waitFor(async () => expect(await listReading()).toEqual([later]), within);
    talk.server.clock.advance(60_000);
    expect(await receivedOne()).toMatchObject({ content: "This lamp is broken", attachments: [{}] });
  });

  it("takes in a file by Telegram, and gives the agent's model what came", async () => {
    const provider = await talk.useProvider();
    agent = await talk.createAgent();
    telegram.files.set("BQAC", pdf.bytes);
    await connect("telegram", { settings: {}, secrets: { token: botToken } });
    const { pathname } = new URL(telegram.webhook?.url ?? "");
    const document = { file_id: "BQAC", file_name: pdf.name, mime_type: pdf.contentType };
    const from = { id: 77, is_bot: false, first_name: "Ada" };
    const said = { message_id: 1, from, chat: { id: 77, type: "private" }, date: 1_700_000_000 };
    const update = {
      update_id: 1,
      message: { ...said, document: { ...document, file_size: pdf.bytes.length } },
    };
    const headers = { "x-telegram-bot-api-secret-token": telegram.webhook?.secret ?? "" };
    await talk.server.request(pathname, { method: "POST", body: JSON.stringify(update), headers });
    const { content, attachments } = await receivedOne();
    expect({ content, attachments }).toMatchObject({
      content: "",
      attachments: [{ name: "bill.pdf", contentType: "application/pdf" }],
    });
    expect(await read(attachments[0]?.url)).toEqual(pdf.bytes);
    await vi.waitFor(() => {
      const asked = JSON.stringify(provider.requests.map(({ body }) => body));
      expect(asked).toContain(pdf.bytes.toString("base64"));
    }, within);
  });

  it("takes an album in by Telegram as one message", async () => {
    await connect("telegram", { settings: {}, secrets: { token: botToken } });
    const { pathname } = new URL(telegram.webhook?.url ?? "");
    const headers = { "x-telegram-bot-api-secret-token": telegram.webhook?.secret ?? "" };
    const from = { id: 78, is_bot: false, first_name: "Ada" };
    const said = { from, chat: { id: 78, type: "private" }, date: 1_700_000_000, media_group_id: "9" };
    for (const at of [1, 2, 3]) {
      telegram.files.set(`photo${at}`, png.bytes);
      const photo = [{ file_id: `photo${at}`, file_size: png.bytes.length }];
      const message = { ...said, message_id: at, photo, ...(at === 1 && { caption: "All of it is broken" }) };
      const body = JSON.stringify({ update_id: 100 + at, message });
      await talk.server.request(pathname, { method: "POST", body, headers });
    }
    const { content, attachments } = await receivedOne();
    expect([content, attachments.length]).toEqual(["All of it is broken", 3]);
    const updates = talk.server.store.db.selectFrom("channelUpdates").select("state");
    await vi.waitFor(
      async () => expect(await updates.where("agentId", "=", agent.id).execute()).toEqual(three("done")),
      within,
    );
    expect(await receivedOne()).toMatchObject({ content });
  });

  const three = (state: string) => Array.from({ length: 3 }, () => ({ state }));

  it("takes in what is attached to a mail, without the logo of its signature", async () => {
    const imap = await connectMailbox();
    const attach = ({ name, contentType, bytes }: typeof pdf, disposition: string) => [
      "--b",
      `Content-Type: ${contentType}; name="${name}"`,
      `Content-Disposition: ${disposition}; filename="${name}"`,
      `Content-ID: <${name}>`,
      "Content-Transfer-Encoding: base64",
      "",
      bytes.toString("base64"),
    ];
    imap.deliver(
      [
        ...["From: Ada <ada@example.org>", `To: ${mailboxUser}`, "Subject: My bill", "Message-ID: <1@a.org>"],
        ...["MIME-Version: 1.0", 'Content-Type: multipart/related; boundary="b"', ""],
        ...["--b", "Content-Type: text/plain; charset=utf-8", "", "Is this right?"],
        ...attach(png, "inline"),
        ...attach(pdf, "attachment"),
        ...attach(csv, "attachment"),
        ...["--b--", ""],
      ].join("\n"),
    );
    const { content, attachments } = await receivedOne();
    expect(content).toBe("My bill\n\nIs this right?");
    expect(attachments).toMatchObject([
      { name: "bill.pdf", contentType: "application/pdf" },
      { name: csv.name, contentType: "text/csv" },
    ]);
    expect(await read(attachments[0]?.url)).toEqual(pdf.bytes);
    expect(await read(attachments[1]?.url)).toEqual(csv.bytes);
    // Once as it came, and once for both of its files.
    expect(imap.looks).toBe(2);
    await imap.stop();
  });

  /** Somebody writes by a channel, and a member replies with a picture and words. */
  async function replyWithPicture(type: ChannelType, prepare = () => {}) {
    const one = caseOf(type);
    const url = await connect(type, one);
    const body = one.body("How does it look?", `${type}-${(files += 1)}`);
    await talk.server.request(url.pathname, { method: "POST", body, headers: one.sign(body, url.href) });
    await vi.waitFor(() => expect(providers.taken).toHaveLength(1), within);
    const attachment = await uploadAsMember(talk.server, { member: talk.owner, productId: agent.id }, png);
    prepare();
    const [thread] = (await team().call(listThreads, { params: { productId: agent.id } })).items;
    await team().call(sendReply, {
      params: { productId: agent.id, threadId: thread?.id ?? "" },
      body: { data: { clientId: newClientId(), content: "Like this.", attachments: [attachment] } },
    });
    return { one, attachment };
  }

  it.each(["whatsapp", "slack", "discord"] as const)("brings a file of the team's to %s", async (type) => {
    providers.brought.clear();
    const { one } = await replyWithPicture(type);
    const isOne = type === "discord";
    await vi.waitFor(() => expect(providers.taken).toHaveLength(isOne ? 2 : 3), within);
    expect(one.textOf(providers.taken[1]?.body ?? {})).toBe("Like this.");
    const [[id, file] = ["", undefined]] = [...providers.brought];
    expect(file?.bytes).toEqual(png.bytes);
    if (!isOne) expect(JSON.stringify(providers.taken[2]?.body)).toContain(`"id":"${id}"`);
  });

  it("sends a file once its storage can be read again", async () => {
    providers.brought.clear();
    const held = Promise.withResolvers<void>();
    const hold = () => void providers.held.set("messages", held.promise);
    const { attachment } = await replyWithPicture("whatsapp", hold);
    const path = join(talk.server.dataDir, "files", attachment.slice(-2), attachment);
    renameSync(path, `${path}-away`);
    mkdirSync(path);
    providers.held.clear();
    held.resolve();
    await vi.waitFor(
      async () =>
        expect(await listUnsent()).toMatchObject([{ state: "queued", problem: expect.any(String) }]),
      within,
    );
    rmdirSync(path);
    renameSync(`${path}-away`, path);
    talk.server.clock.advance(60_000);
    await vi.waitFor(() => expect(providers.taken).toHaveLength(3), within);
    expect([...providers.brought.values()].map(({ bytes }) => bytes)).toEqual([png.bytes]);
  });

  it.each(["messenger", "instagram"] as const)("has %s fetch a file of the team's", async (type) => {
    await replyWithPicture(type);
    await vi.waitFor(() => expect(providers.taken).toHaveLength(3), within);
    const { attachment } = providers.taken[2]?.body["message"] as {
      attachment: { type: string; payload: { url: string } };
    };
    expect(attachment.type).toBe("image");
    expect(await read(attachment.payload.url)).toEqual(png.bytes);
  });

  it("sends a link where the provider refuses the file", async () => {
    providers.slack.unscoped = ["files.getUploadURLExternal"];
    const { one: slack } = await replyWithPicture("slack");
    await vi.waitFor(() => expect(providers.taken).toHaveLength(3), within);
    providers.slack.unscoped = [];
    expect(slack.textOf(providers.taken[2]?.body ?? {})).toMatch(
      /^lamp\.png: https:\/\/agents\.example\.com/,
    );
    const channel = (await team().call(getChannel, { params: { productId: agent.id, surfaceType: "slack" } }))
      .data;
    expect(channel.state).toBe("connected");
  });

  it("sends a picture of the team's by Telegram, and attaches one to a mail", async () => {
    await connect("telegram", { settings: {}, secrets: { token: botToken } });
    const { pathname } = new URL(telegram.webhook?.url ?? "");
    const from = { id: 77, is_bot: false, first_name: "Ada" };
    const said = { message_id: 1, from, chat: { id: 77, type: "private" }, date: 1_700_000_000 };
    const update = { update_id: 2, message: { ...said, text: "How does it look?" } };
    const headers = { "x-telegram-bot-api-secret-token": telegram.webhook?.secret ?? "" };
    await talk.server.request(pathname, { method: "POST", body: JSON.stringify(update), headers });
    const imap = await connectMailbox();
    imap.deliver(
      ["From: Ada <ada@example.org>", "Message-ID: <2@a.org>", "", "How does it look?"].join("\n"),
    );
    const threads = await vi.waitFor(async () => {
      const { items } = await team().call(listThreads, { params: { productId: agent.id } });
      expect(items).toHaveLength(2);
      return items;
    }, within);
    smtp.letters.length = 0;
    for (const { id: threadId } of threads) {
      const attachment = await uploadAsMember(talk.server, { member: talk.owner, productId: agent.id }, png);
      await team().call(sendReply, {
        params: { productId: agent.id, threadId },
        body: { data: { clientId: newClientId(), content: "Like this.", attachments: [attachment] } },
      });
    }
    await vi.waitFor(() => {
      expect(telegram.sentFiles).toHaveLength(1);
      expect(smtp.letters.map(({ raw }) => raw).join("\n")).toContain("Like this.");
    }, within);
    const [photo] = telegram.sentFiles;
    expect(photo).toMatchObject({ method: "sendPhoto", chat: "77" });
    expect(Buffer.from((await photo?.file.arrayBuffer()) ?? new ArrayBuffer())).toEqual(png.bytes);
    const letter = smtp.letters.map(({ raw }) => raw).find((raw) => raw.includes("Like this.")) ?? "";
    expect(letter).toMatch(/Content-Disposition: attachment; filename=lamp\.png/);
    expect(letter).toContain(png.bytes.toString("base64"));
    await imap.stop();
  });

  async function connectMailbox() {
    const imap = await startImapServer();
    const settings = { address: mailboxUser, host: "127.0.0.1", port: String(imap.port) };
    await connect("email", { settings, secrets: { password: mailboxPassword } });
    // From its first look on it knows what is new.
    await vi.waitFor(async () => {
      const rows = talk.server.store.db.selectFrom("channels").select("cursor");
      const row = rows.where("agentId", "=", agent.id).where("type", "=", "email");
      expect((await row.executeTakeFirst())?.cursor).not.toBeNull();
    }, within);
    return imap;
  }

  it.each([
    {
      what: "says of what is too large how large it is",
      file: { contentType: "video/mp4", bytes: megabytes(30), caption: "Look" },
      content: "Look\n[“video.mp4” was not kept. It has 30 MB, and the limit is 10 MB.]",
    },
    {
      what: "says what is empty",
      file: { bytes: Buffer.alloc(0) },
      content: "[“image.png” was not kept. It is empty.]",
    },
    {
      what: "says what its provider does not give",
      file: { faults: 99 },
      content: "[“image.png” was not kept. WhatsApp does not give it at the moment (503).]",
    },
  ])("$what, and keeps the message", async ({ file, content }) => {
    await sendFile("whatsapp", file);
    await passTime();
    expect(await receivedOne()).toEqual({ content, attachments: [] });
  });

  it("fetches again what met a fault, and shows no picture that is none", async () => {
    await sendFile("whatsapp", { bytes: Buffer.from("<script>alert(1)</script>"), faults: 1 });
    await passTime();
    const { content, attachments } = await receivedOne();
    expect(content).toBe("");
    expect(attachments).toMatchObject([{ name: "image.png", contentType: "application/octet-stream" }]);
  });

  /** Tries that follow a fault wait for their time. */
  async function passTime(): Promise<void> {
    await vi.waitFor(async () => {
      talk.server.clock.advance(10_000);
      expect(await listReceived()).not.toEqual([]);
    }, within);
  }
});
