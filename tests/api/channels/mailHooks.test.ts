import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import { listMessages, listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import type { MailWay } from "../../../shared/domain/channels.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { newId } from "../../../server/database/ids.ts";
import { mailHooks } from "../../kit/channels/mailHooks.ts";
import type { Delivery, MailHook } from "../../kit/channels/mailHooks.ts";
import { publish, snsTopic, startSnsServer } from "../../kit/channels/snsServer.ts";
import type { SnsServer } from "../../kit/channels/snsServer.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { startDnsServer } from "../../kit/network/dnsServer.ts";
import type { DnsServer } from "../../kit/network/dnsServer.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";

const within = { interval: 300 };
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const png = Buffer.from("\x89PNG\r\n\x1a\n and so on", "latin1");

interface Written {
  id: string;
  subject?: string;
  headers?: string[];
  text: string;
  file?: Buffer;
}

/** A mail of Ada's with a picture. */
function writeMail({ id, subject = "A question", headers = [], text, file = png }: Written): string {
  return [
    ...[
      "From: Ada <ada@example.org>",
      "To: help@example.com",
      `Subject: ${subject}`,
      `Message-ID: <${id}@example.org>`,
    ],
    ...[...headers, "MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="inner"', "", "--inner"],
    ...["Content-Type: text/plain; charset=utf-8", "", text, "--inner"],
    ...['Content-Type: image/png; name="lamp.png"', 'Content-Disposition: attachment; filename="lamp.png"'],
    ...[
      "Content-Transfer-Encoding: base64",
      "",
      file.toString("base64").replace(/.{76}/g, "$&\r\n"),
      "--inner--",
      "",
    ],
  ].join("\r\n");
}

/** A multipart form as one of the other kind, each character a byte. */
function encodeLatin(form: string): string {
  const fields = [...form.matchAll(/name="([^"]+)"\r\n\r\n(.*?)\r\n--xYzZY/gs)];
  const escape = (text: string) =>
    [...Buffer.from(text, "latin1")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  return fields.map(([, name = "", value = ""]) => `${name}=${escape(value)}`).join("&");
}

describe.each(stores())("mail by webhooks on $name", (store) => {
  let smtp: MailServer;
  let dns: DnsServer;
  let sns: SnsServer;
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    [smtp, dns, sns] = await Promise.all([startMailServer(), startDnsServer(), startSnsServer()]);
    const record = keys.publicKey.export({ type: "spki", format: "der" }).toString("base64");
    dns.set("TXT", "mail._domainkey.example.org", [`v=DKIM1; k=rsa; p=${record}`]);
    talk = await startTalkingServer(store, {
      ...{ mail: { smtpUrl: smtp.url, from: undefined }, dnsServers: [dns.address] },
      publicOrigin: "https://agents.example.com",
      channels: { ...channelAddresses, sns: sns.origin },
      egressAllow: ["127.0.0.0/8"],
    });
  });
  afterAll(() => Promise.all([smtp.stop(), dns.stop(), sns.stop()]));
  beforeEach(async () => {
    agent = await talk.createAgent("pilothouse-builtin");
  });

  const team = () => talk.server.as(talk.owner);

  interface Connected extends Pick<MailHook, "settings" | "secrets"> {
    way: MailWay;
  }

  async function connect({ way, settings, secrets }: Connected, revision = 0) {
    const params = { productId: agent.id, surfaceType: "email" };
    const all = { inbound: way, address: "help@example.com", ...settings };
    const body = { data: { revision, enabled: true, settings: all, secrets } };
    return (await team().call(updateChannel, { params, body })).data;
  }

  // Letters of earlier conversations may still be on their way.
  const letters = () => smtp.letters.filter(({ raw }) => raw.includes(agent.id));

  async function listAll() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const read = items.map(async ({ id: threadId }) => {
      const { items: messages } = await team().call(listMessages, {
        params: { productId: agent.id, threadId },
      });
      return messages;
    });
    return Promise.all(read);
  }

  async function listSaid() {
    return (await listAll()).map((messages) => messages.filter(({ role }) => role === "user"));
  }

  it.each(mailHooks)(
    "G1, G2: takes a mail that $way signed, once, with its file, and replies",
    async (hook) => {
      const { webhookUrl, ...channel } = await connect(hook);
      expect(channel).toMatchObject({ state: "connected", account: "help@example.com" });
      const { pathname } = new URL(webhookUrl ?? "");
      const send = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
        (await talk.server.request(pathname + hook.path, { method: "POST", body, headers })).status;
      const now = talk.server.clock.now();
      const first = writeMail({ id: `1.${agent.id}`, text: "Hello 🚲, how do I return a bike?" });
      const posted = hook.post(first, now);
      const { "content-type": type = "" } = posted.headers;
      const unsigned = {
        body: posted.body.replace(/signature|token/gi, "x"),
        headers: { "content-type": type },
      };
      expect([await send(unsigned), await send(hook.forge(posted))]).toEqual([401, 401]);
      const repeats = await Promise.all(Array.from({ length: 20 }, () => send(posted)));
      expect(new Set(repeats)).toEqual(new Set([200]));
      await vi.waitFor(() => expect(letters()).toHaveLength(1), within);
      const raw = letters()[0]?.raw ?? "";
      expect(raw).toContain("Subject: Re: A question");
      const [messages, ...others] = await listSaid();
      expect(others).toEqual([]);
      expect(messages?.map(({ content }) => content)).toEqual([
        "A question\n\nHello 🚲, how do I return a bike?",
      ]);
      const [file] = messages?.[0]?.attachments ?? [];
      expect(file).toMatchObject({ name: "lamp.png", contentType: "image/png" });
      const stored = await talk.server.request(file?.url ?? "");
      expect(Buffer.from(await stored.arrayBuffer())).toEqual(png);
      // An answer belongs to the conversation of the mail that it answers; machines get none.
      const id = /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? "";
      const machine = {
        id: `2.${agent.id}`,
        headers: ["Auto-Submitted: auto-replied"],
        text: "Hello, I am away.",
      };
      expect(await send(hook.post(writeMail(machine), now))).toBe(200);
      const answer = {
        id: `3.${agent.id}`,
        subject: "Other",
        headers: [`In-Reply-To: ${id}`],
        text: "Thanks",
      };
      expect(await send(hook.post(writeMail(answer), now))).toBe(200);
      await vi.waitFor(async () => {
        const [said, ...more] = await listSaid();
        expect(more).toEqual([]);
        expect(said?.map(({ content }) => content).slice(1)).toEqual(["Thanks"]);
      }, within);
    },
  );

  it.each(mailHooks)(
    "leaves a mail without its source with $way, and says what to switch on until one has it",
    async (hook) => {
      const { pathname } = new URL((await connect(hook)).webhookUrl ?? "");
      const send = (source: string | null) => {
        const posted = hook.post(source, talk.server.clock.now());
        return talk.server.request(pathname + hook.path, { method: "POST", ...posted });
      };
      const params = { productId: agent.id, surfaceType: "email" };
      const look = async () => (await team().call(getChannel, { params })).data;
      const refused = await send(null);
      // SendGrid drops what is answered with a 4xx.
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain(hook.option);
      expect(await look()).toMatchObject({
        state: "broken",
        problem: expect.stringContaining(hook.option),
      });
      expect((await send(writeMail({ id: `5.${agent.id}`, text: "Hello" }))).status).toBe(200);
      expect(await look()).toMatchObject({ state: "connected", problem: null });
    },
  );

  it.each(mailHooks)(
    "marks a mail whose sender $way could not verify, whatever it says itself",
    async (hook) => {
      const { pathname } = new URL((await connect(hook)).webhookUrl ?? "");
      const own = [
        "X-Mailgun-Spf: Pass",
        "X-Mailgun-Dkim-Check-Result: Pass",
        "Received: by mail.example.org (Postfix, from userid 996)",
        'Received-SPF: pass (forged) receiver=mail; identity=mailfrom; envelope-from="ada@example.org"',
        "Authentication-Results: mx.example.com; spf=pass smtp.mailfrom=ada@example.org; dmarc=pass",
      ];
      const signed = async (source: string) => {
        const key = {
          ...{ signingDomain: "example.org", selector: "mail" },
          privateKey: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
        };
        const { signatures } = await dkimSign(source, { ...key, signatureData: [key] });
        return `${signatures}${source}`;
      };
      const mails: [string, Delivery?, "signed"?][] = [
        ["Nobody looked"],
        ["Delivered by others", { from: "ada@example.org", isAllowed: false }],
        ["Somebody else’s envelope", { from: "eve@example.net", isAllowed: true }],
        ["A longer name", { from: "eve@notexample.org", isAllowed: true }],
        ["Allowed", { from: "bounce@mail.example.org", isAllowed: true }],
        ["Signed", { from: "list@example.net", isAllowed: true }, "signed"],
      ];
      for (const [text, delivery, mark] of mails) {
        const mail = [...own, writeMail({ id: `${newId(0)}.${agent.id}`, subject: "", text })].join("\r\n");
        const posted = hook.post(mark ? await signed(mail) : mail, talk.server.clock.now(), delivery);
        const { status } = await talk.server.request(pathname + hook.path, { method: "POST", ...posted });
        expect(status).toBe(200);
      }
      await vi.waitFor(async () => {
        const all = await listAll();
        expect(all).toHaveLength(mails.length);
        const marked = all.filter((messages) =>
          messages.some(({ content }) => content === "senderUnverified"),
        );
        const unverified = marked.map((messages) => messages[0]?.content);
        expect(unverified.toSorted()).toEqual(
          mails
            .slice(0, 4)
            .map(([text]) => text)
            .toSorted(),
        );
      }, within);
    },
  );

  it("answers one sender 30 times an hour, so that two machines don't write to each other forever", async () => {
    const postmark = mailHooks.find(({ way }) => way === "postmark");
    if (!postmark) throw new Error("It is there.");
    const { pathname } = new URL((await connect(postmark)).webhookUrl ?? "");
    for (let count = 0; count < 32; count += 1) {
      const mail = writeMail({
        id: `${count}.cap.${agent.id}`,
        headers: ["References: <loop@example.org>"],
        text: `Mail ${count}`,
      });
      const posted = postmark.post(mail, talk.server.clock.now());
      expect((await talk.server.request(pathname, { method: "POST", ...posted })).status).toBe(200);
    }
    const countUpdates = async (state: "done" | "skipped") => {
      const rows = talk.server.store.db.selectFrom("channelUpdates").select(["note", "state"]);
      return (await rows.where("agentId", "=", agent.id).where("state", "=", state).execute()).length;
    };
    await vi.waitFor(async () => expect(await countUpdates("skipped")).toBe(2), within);
    expect(await countUpdates("done")).toBe(30);
  });

  it("takes a large mail whose files Postmark posts twice", async () => {
    const postmark = mailHooks.find(({ way }) => way === "postmark");
    if (!postmark) throw new Error("It is there.");
    const { pathname } = new URL((await connect(postmark)).webhookUrl ?? "");
    const mail = writeMail({ id: `6.${agent.id}`, text: "Hello", file: Buffer.alloc(15_000_000, 1) });
    const posted = postmark.post(mail, talk.server.clock.now());
    expect((await talk.server.request(pathname, { method: "POST", ...posted })).status).toBe(200);
    await vi.waitFor(() => expect(letters()).toHaveLength(1), within);
  });

  it.each([
    ["multipart/form-data", (body: string) => body],
    ["application/x-www-form-urlencoded", encodeLatin],
  ])("reads a mail in Latin-1 from a form of %s", async (type, encode) => {
    const mailgun = mailHooks.find(({ way }) => way === "mailgun");
    if (!mailgun) throw new Error("It is there.");
    const { pathname } = new URL((await connect(mailgun)).webhookUrl ?? "");
    const mail = writeMail({ id: `7.${agent.id}`, text: "Is the café open?" });
    const posted = mailgun.post(mail.replace("utf-8", "iso-8859-1"), talk.server.clock.now());
    const isMultipart = type === "multipart/form-data";
    const response = await talk.server.request(`${pathname}/mime`, {
      method: "POST",
      body: Buffer.from(encode(posted.body), "latin1"),
      headers: isMultipart ? posted.headers : { "content-type": type },
    });
    expect(response.status).toBe(200);
    await vi.waitFor(async () => {
      const [messages] = await listSaid();
      expect(messages?.[0]?.content).toBe("A question\n\nIs the café open?");
    }, within);
  });

  it("stores the file of a mail that came before the channel changed to a mailbox", async () => {
    const mailgun = mailHooks.find(({ way }) => way === "mailgun");
    if (!mailgun) throw new Error("It is there.");
    // As long as time stands still, the mail waits for those before it.
    vi.useFakeTimers({ toFake: ["Date"] });
    const { webhookUrl, revision } = await connect(mailgun);
    const posted = mailgun.post(writeMail({ id: `8.${agent.id}`, text: "Hello" }), talk.server.clock.now());
    const path = `${new URL(webhookUrl ?? "").pathname}/mime`;
    expect((await talk.server.request(path, { method: "POST", ...posted })).status).toBe(200);
    const settings = { host: "127.0.0.1", port: "1993" };
    await connect({ way: "imap", settings, secrets: { password: "secret" } }, revision);
    vi.useRealTimers();
    await vi.waitFor(async () => {
      const [messages] = await listSaid();
      expect(messages?.[0]?.attachments).toMatchObject([{ name: "lamp.png" }]);
    }, within);
  });

  it("takes nothing that was signed long ago, or by a provider that isn't connected", async () => {
    const mailgun = mailHooks.find(({ way }) => way === "mailgun");
    const postmark = mailHooks.find(({ way }) => way === "postmark");
    if (!mailgun || !postmark) throw new Error("Both are there.");
    const { pathname } = new URL((await connect(mailgun)).webhookUrl ?? "");
    const mail = writeMail({ id: `4.${agent.id}`, text: "Hello" });
    const now = talk.server.clock.now();
    const send = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      (await talk.server.request(`${pathname}/mime`, { method: "POST", body, headers })).status;
    expect(await send(mailgun.post(mail, now - 13 * 60 * 60_000))).toBe(401);
    expect(await send(postmark.post(mail, now))).toBe(401);
  });

  it("confirms the subscription of its own topic, and takes nothing that another certificate or topic signed", async () => {
    const ses = mailHooks.find(({ way }) => way === "ses");
    if (!ses) throw new Error("It is there.");
    const { pathname } = new URL((await connect(ses)).webhookUrl ?? "");
    const atMs = talk.server.clock.now();
    const post = async (message: Omit<Parameters<typeof publish>[0], "atMs">, at = atMs) =>
      (await talk.server.request(pathname, { method: "POST", ...publish({ ...message, atMs: at }) })).status;
    const asking = { type: "SubscriptionConfirmation", message: "You have chosen to subscribe." } as const;
    const topic = "arn:aws:sns:eu-west-1:123456789012:other";
    expect(await post({ ...asking, topic })).toBe(401);
    for (const origin of [
      "https://sns.eu-west-1.amazonaws.com.example.org",
      "https://sns.eu-central-1.amazonaws.com",
      "http://sns.eu-west-1.amazonaws.com",
      "https://sns.eu-west-1.amazonaws.com:8443",
      sns.origin,
    ])
      expect(await post({ ...asking, origin })).toBe(401);
    expect(await post(asking, atMs - 13 * 60 * 60_000)).toBe(401);
    expect(sns.confirmed).toEqual([]);
    expect(await post({ ...asking, version: "2" })).toBe(200);
    expect(sns.confirmed).toEqual([snsTopic]);
    expect(await post({ message: "Successfully validated SNS topic." })).toBe(200);
    // Its certificate is fetched once.
    expect(new Set(sns.hits.filter((hit) => hit.includes(".pem"))).size).toBe(1);
    expect(sns.hits.filter((hit) => hit.includes(".pem"))).toHaveLength(1);
    expect(await listSaid()).toEqual([]);
  });

  it("says what is wrong with a short password and a key that is none", async () => {
    const short = await connect({ way: "postmark", settings: {}, secrets: { hookPassword: "short" } });
    expect(short.problem).toBe("Use at least 16 characters for the webhook password.");
    agent = await talk.createAgent("pilothouse-builtin");
    const key = await connect({ way: "sendgrid", settings: { verificationKey: "none" }, secrets: {} });
    expect(key.problem).toBe("The verification key is not a public key of SendGrid’s.");
    agent = await talk.createAgent("pilothouse-builtin");
    const topic = await connect({ way: "ses", settings: { topicArn: "mail" }, secrets: {} });
    expect(topic.problem).toBe("The topic is not an ARN such as arn:aws:sns:eu-west-1:123456789012:mail.");
  });
});
