import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { updateChannel } from "../../../shared/contract/channels/channels.ts";
import {
  getTeamNotices,
  listSlackChannels,
  testTeamNotices,
  updateTeamNotices,
} from "../../../shared/contract/channels/teamNotices.ts";
import type { TeamNotices } from "../../../shared/contract/channels/teamNotices.ts";
import { requestPerson } from "../../../shared/contract/conversations/conversations.ts";
import { createNote } from "../../../shared/contract/conversations/messages/notes.ts";
import {
  getThread,
  listMessages,
  sendReply,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { createSkill, listSkillRuns, listSkills } from "../../../shared/contract/skills/skills.ts";
import { approvableForMs } from "../../../shared/domain/skills.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import type { ShopApi } from "../../kit/actions/shopApi.ts";
import { mailboxPassword, mailboxUser, startImapServer } from "../../kit/channels/imapServer.ts";
import type { ImapServer } from "../../kit/channels/imapServer.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import {
  signSlack,
  slackSecret,
  slackToken,
  writePress,
  writeThreadReply,
} from "../../kit/channels/slackFake.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { startDnsServer } from "../../kit/network/dnsServer.ts";
import type { DnsServer } from "../../kit/network/dnsServer.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";

const within = { interval: 100 };
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

describe.each(bothStores())("team notices on $name", (store) => {
  let providers: ProviderServer;
  let smtp: MailServer;
  let dns: DnsServer;
  let imap: ImapServer;
  let shop: ShopApi;
  let talk: TalkingServer;
  let ana: Member;
  let agent: Agent;
  let webhookUrl: string;
  beforeAll(async () => {
    [providers, smtp, dns, shop] = await Promise.all([
      startProviderServer(),
      startMailServer(),
      startDnsServer(),
      startShopApi(),
    ]);
    const record = keys.publicKey.export({ type: "spki", format: "der" }).toString("base64");
    dns.set("TXT", "mail._domainkey.example.com", [`v=DKIM1; k=rsa; p=${record}`]);
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, ...providers.addresses },
      ...{ publicOrigin: "https://agents.example.com", egressAllow: ["127.0.0.0/8"] },
      ...{ mail: { smtpUrl: smtp.url, from: undefined }, dnsServers: [dns.address] },
    });
    ana = await talk.server.createMember(talk.owner.organizationId, "support");
    const { db } = talk.server.store;
    await db.updateTable("users").set({ firstName: "Ana" }).where("id", "=", ana.user._id).execute();
  });
  afterAll(() => Promise.all([providers.stop(), smtp.stop(), dns.stop(), shop.stop()]));
  beforeEach(async () => {
    providers.taken.length = 0;
    smtp.letters.length = 0;
    Object.assign(providers.slack, { refusal: null, busy: 0 });
    providers.slack.people = [
      { id: "UANA", email: ana.user.email },
      { id: "UGUEST", email: "guest@example.com" },
      { id: "UUNSURE", email: talk.owner.user.email, isConfirmed: false },
    ];
    imap = await startImapServer();
    agent = await talk.createAgent("pilothouse-builtin");
    webhookUrl = await connectSlack(agent);
    return imap.stop;
  });

  const team = () => talk.server.as(talk.owner);
  const inAgent = () => ({ params: { productId: agent.id } });

  async function connectSlack({ id }: Agent, secret = slackSecret): Promise<string> {
    const { data } = await team().call(updateChannel, {
      params: { productId: id, surfaceType: "slack" },
      body: {
        data: { revision: 0, enabled: true, secrets: { botToken: slackToken, signingSecret: secret } },
      },
    });
    return data.webhookUrl ?? "";
  }

  async function turnOn(changes: Partial<{ channelId: string | null; userIds: string[] }> = {}) {
    const { data } = await team().call(getTeamNotices, inAgent());
    const kinds: TeamNotices["kinds"] = ["handoffs", "mentions", "approvals"];
    const body = { revision: data.revision, enabled: true, kinds, channelId: "C1", userIds: [], ...changes };
    return (await team().call(updateTeamNotices, { ...inAgent(), body: { data: body } })).data;
  }

  const post = (body: string, headers: Record<string, string> = sign(body)) =>
    talk.server.request(new URL(webhookUrl).pathname, { method: "POST", body, headers });
  const sign = (body: string, secret = slackSecret) =>
    signSlack(body, { secret, at: talk.server.clock.now() });

  async function handOver(): Promise<{
    visitor: TestVisitor;
    threadId: string;
    at: { params: { productId: string; threadId: string } };
  }> {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "My bike <!channel> is broken" }));
    await talk.server.as(visitor).call(requestPerson, {
      params: { productId: agent.id },
      body: { data: { threadId, clientId: newClientId() } },
    });
    const at = { params: { productId: agent.id, threadId } };
    return { visitor, threadId, at };
  }

  /** What Slack was told by a method, once there are `count` of them. */
  async function taken(path: string, count: number) {
    const found = () => providers.taken.filter((one) => one.path === path).map(({ body }) => body);
    await vi.waitFor(() => expect(found().length).toBeGreaterThanOrEqual(count), within);
    return found();
  }
  const buttonsOf = (body: Record<string, unknown> | undefined) =>
    ((body?.["blocks"] ?? []) as { elements?: { action_id?: string; confirm?: object }[] }[])
      .flatMap(({ elements = [] }) => elements)
      .filter(({ action_id: id }) => id !== undefined && id !== "team_open");
  /** Where the first message went: the fake counts them. */
  async function placeOfLast() {
    const row = await vi.waitFor(async () => {
      const rows = talk.server.store.db.selectFrom("teamPosts").selectAll().where("agentId", "=", agent.id);
      const found = (await rows.execute()).at(-1);
      expect(found?.ts).toEqual(expect.any(String));
      return found;
    }, within);
    return { channel: row?.channel ?? "", ts: row?.ts ?? "" };
  }
  async function pressed(user: string, button: string, more: { workspace?: string } = {}) {
    return post(writePress({ ...(await placeOfLast()), user, button, ...more }));
  }
  const said = async (at: { params: { productId: string; threadId: string } }) =>
    (await team().call(listMessages, at)).items.filter(({ kind }) => kind === "text");
  const ephemeral = async (count = 1) => (await taken("chat.postEphemeral", count)).at(-1);

  it("lists the workspace's channels, refuses one without the app, and posts a test", async () => {
    const { items } = await team().call(listSlackChannels, inAgent());
    expect(items.map(({ name, isMember }) => [name, isMember])).toEqual([
      ["general", false],
      ["support", true],
    ]);
    const message = "Invite the app to #general in Slack first: write /invite there.";
    await expect(turnOn({ channelId: "C2" })).rejects.toMatchObject({
      body: { error: { fields: [{ path: "body.data.channelId", message }] } },
    });
    expect(await turnOn()).toMatchObject({ slack: { channel: { name: "support" }, state: "connected" } });
    await team().call(testTeamNotices, inAgent());
    expect((await taken("chat.postMessage", 1))[0]).toMatchObject({ channel: "C1" });
    // The app is removed from the workspace: the next notice finds out, and the settings say why.
    providers.slack.refusal = "token_revoked";
    await handOver();
    await vi.waitFor(async () => {
      const { slack } = (await team().call(getTeamNotices, inAgent())).data;
      expect(slack).toMatchObject({
        ...{ isConnected: false, state: "broken" },
        problem: expect.stringMatching(/token_revoked.*Install the app again/),
      });
    }, within);
    await expect(team().call(testTeamNotices, inAgent())).rejects.toMatchObject({ code: "surface_refused" });
  });

  it("posts a handoff once, and its conversation continues in that message's thread", async () => {
    await turnOn();
    providers.slack.busy = 1;
    const { visitor, threadId, at } = await handOver();
    const [notice] = await taken("chat.postMessage", 1);
    expect(notice).toMatchObject({ channel: "C1", text: expect.stringMatching(/asks for a person$/) });
    const drawn = JSON.stringify(notice?.["blocks"]);
    expect(drawn).toContain(`/inbox/conversations/${threadId}`);
    // What visitors write calls nobody: it is plain text.
    expect(drawn).toContain('{"type":"plain_text","text":"My bike <!channel> is broken","emoji":false}');
    expect(buttonsOf(notice).map(({ action_id: id }) => id)).toEqual(["team_take_over", "team_resolve"]);

    const { channel, ts } = await placeOfLast();
    await listen(say(talk.server, visitor, { content: "Are you there?", threadId }));
    const [, further] = await taken("chat.postMessage", 2);
    expect(further).toMatchObject({
      channel,
      thread_ts: ts,
      text: expect.stringMatching(/: Are you there\?$/),
    });

    const reply = { user: "UANA", channel, thread: ts, text: "Yes &amp; on my way", ts: "1700000200.1" };
    const body = writeThreadReply(reply);
    // Slack repeats what it thinks was lost.
    await Promise.all(Array.from({ length: 5 }, () => post(body)));
    await vi.waitFor(async () => expect((await said(at)).at(-1)?.content).toBe("Yes & on my way"), within);
    const replies = (await said(at)).filter(({ role }) => role === "support");
    expect(replies).toMatchObject([{ author: { name: "Ana Person" } }]);
    const { data } = await team().call(getThread, at);
    expect(data).toMatchObject({ handledBy: "human", assignee: { name: "Ana Person" } });
    await vi.waitFor(async () => {
      const last = JSON.stringify((await taken("chat.update", 1)).at(-1));
      expect(last).toContain("Ana Person has it");
      // Its words stay those that it came with.
      expect(last).toContain("My bike <!channel> is broken");
    }, within);

    // A colleague answers and resolves in the inbox: the thread and the notice follow.
    await team().call(sendReply, {
      ...at,
      body: { data: { clientId: newClientId(), content: "From the inbox" } },
    });
    const mirrored = (await taken("chat.postMessage", 3)).at(-1);
    expect(mirrored).toMatchObject({ thread_ts: ts, text: "Test Person: From the inbox" });
    await team().call(updateThread, { ...at, body: { data: { status: "resolved" } } });
    await vi.waitFor(async () => {
      const last = (await taken("chat.update", 1)).at(-1);
      expect(JSON.stringify(last)).toContain("Resolved by Test Person");
      expect(buttonsOf(last)).toEqual([]);
    }, within);
    // What Ana wrote in Slack is there already.
    expect(await taken("chat.postMessage", 3)).toHaveLength(3);
  });

  it("takes over and resolves with buttons, and says who may not", async () => {
    await turnOn();
    const { at } = await handOver();
    await taken("chat.postMessage", 1);
    await pressed("UGUEST", "team_take_over");
    expect(await ephemeral()).toMatchObject({
      user: "UGUEST",
      text: expect.stringMatching(/guest@example\.com can’t answer visitors here/),
    });
    // An address that Slack did not confirm may be anybody's.
    await pressed("UUNSURE", "team_take_over");
    expect(await ephemeral(2)).toMatchObject({ user: "UUNSURE", text: expect.stringMatching(/^Confirm/) });
    // A member without a role may do nothing here either.
    const lost = await talk.server.createMember(talk.owner.organizationId, "support");
    await talk.server.store.db.deleteFrom("groupMembers").where("userId", "=", lost.user._id).execute();
    providers.slack.people.push({ id: "ULOST", email: lost.user.email });
    await pressed("ULOST", "team_take_over");
    expect(await ephemeral(3)).toMatchObject({
      user: "ULOST",
      text: expect.stringMatching(/can’t answer visitors/),
    });
    const { channel, ts } = await placeOfLast();
    const guest = { user: "UGUEST", channel, thread: ts, text: "I am staff", ts: "1700000300.1" };
    await post(writeThreadReply(guest));
    await ephemeral(4);
    expect((await said(at)).filter(({ role }) => role === "support")).toEqual([]);
    expect((await team().call(getThread, at)).data.assignee).toBeNull();

    await pressed("UANA", "team_take_over");
    const update = (await taken("chat.update", 1)).at(-1);
    expect(buttonsOf(update).map(({ action_id: id }) => id)).toEqual(["team_resolve"]);
    await pressed("UANA", "team_resolve");
    await vi.waitFor(
      async () => expect((await team().call(getThread, at)).data.status).toBe("resolved"),
      within,
    );
  });

  it("refuses a forged signature, and leaves other workspaces and other agents' messages alone", async () => {
    await turnOn();
    const { at } = await handOver();
    const place = await placeOfLast();
    const press = { ...place, user: "UANA", button: "team_resolve" };
    const body = writePress(press);
    expect((await post(body, sign(body, "another secret"))).status).toBe(401);
    expect((await post(body.replace("UANA", "UEVE"), sign(body))).status).toBe(401);
    expect((await post(writePress({ ...press, workspace: "T2" }))).status).toBe(200);
    const foreign = {
      user: "UANA",
      channel: place.channel,
      thread: place.ts,
      text: "Hi",
      ts: "1700000400.1",
    };
    await post(writeThreadReply({ ...foreign, workspace: "T2" }));

    // Another agent's connection, with a secret of its own, can't act on this one's message.
    const owner = await talk.server.createOwner("Other");
    const others = await talk.server.createAgent(owner);
    const { data } = await talk.server.as(owner).call(updateChannel, {
      params: { productId: others.id, surfaceType: "slack" },
      body: {
        data: { revision: 0, enabled: true, secrets: { botToken: slackToken, signingSecret: "theirs" } },
      },
    });
    const theirs = writePress(press);
    const answer = await talk.server.request(new URL(data.webhookUrl ?? "").pathname, {
      ...{ method: "POST", body: theirs, headers: sign(theirs, "theirs") },
    });
    expect(answer.status).toBe(200);
    await vi.waitFor(async () => {
      const rows = talk.server.store.db.selectFrom("channelUpdates").select(["state", "note"]);
      const read = await rows.where("agentId", "in", [agent.id, others.id]).orderBy("note").execute();
      expect(read).toEqual([
        { state: "skipped", note: "An unknown button." },
        { state: "skipped", note: "Of another workspace." },
        { state: "skipped", note: "Of another workspace." },
      ]);
    }, within);
    expect((await team().call(getThread, at)).data.status).toBe("open");
    expect((await said(at)).filter(({ role }) => role === "support")).toEqual([]);
  });

  it("notifies members mentioned in a note by a direct message", async () => {
    await turnOn({ channelId: null });
    const { threadId } = await handOver();
    const mentions = { userIds: [ana.user._id], teamIds: [] };
    await team().call(createNote, {
      params: { productId: agent.id, threadId },
      body: { data: { clientId: newClientId(), content: "@Ana please look", mentions } },
    });
    const [direct] = await taken("chat.postMessage", 1);
    expect(direct).toMatchObject({ channel: "UANA", text: "Test Person mentioned you" });
    expect(JSON.stringify(direct?.["blocks"])).toContain("@Ana please look");
    // What she answers there is no visitor's message to the agent.
    const { channel, ts: thread } = await placeOfLast();
    await post(writeThreadReply({ user: "UANA", channel, thread, text: "I will", ts: "1700000500.1" }));
    expect(await ephemeral()).toMatchObject({
      channel: "DANA",
      text: expect.stringMatching(/^Nobody reads/),
    });
  });

  describe("of an approval", () => {
    async function askRefund(order: string) {
      await team().call(createSkill, {
        ...inAgent(),
        body: { data: { ...refund(shop.origin, "approval"), secret: shopKey } },
      });
      await team().call(publishAgent, inAgent());
      const visitor = await talk.openVisitor(agent);
      await listen(say(talk.server, visitor, { content: `I want a refund for order ${order}` }));
    }
    async function listRuns() {
      const { items } = await team().call(listSkills, { ...inAgent(), query: {} });
      const params = { ...inAgent().params, skillId: items[0]?.id ?? "" };
      return (await team().call(listSkillRuns, { params, query: {} })).items;
    }

    it("is decided once, by the first member, and the message says by whom", async () => {
      await turnOn({ userIds: [ana.user._id] });
      shop.requests.length = 0;
      await askRefund("A-17");
      const [notice] = await taken("chat.postMessage", 1);
      const [approve, decline] = buttonsOf(notice);
      expect([approve?.action_id, decline?.action_id]).toEqual(["team_approve", "team_decline"]);
      expect(JSON.stringify(approve?.confirm)).toMatch(/Approve “Refund an order”\?.*Order number: A-17/);
      await pressed("UGUEST", "team_approve");
      await ephemeral();
      expect(shop.requests).toEqual([]);
      await Promise.all([pressed("UANA", "team_approve"), pressed("UANA", "team_approve")]);
      await vi.waitFor(async () => {
        expect(await listRuns()).toMatchObject([{ state: "done", decidedBy: "Ana Person" }]);
        const last = (await taken("chat.update", 1)).at(-1);
        expect(JSON.stringify(last)).toContain("Approved by Ana Person and done");
        expect(buttonsOf(last)).toEqual([]);
      }, within);
      await pressed("UANA", "team_decline");
      expect(shop.requests).toHaveLength(1);
      expect(await ephemeral(2)).toMatchObject({ text: expect.stringMatching(/already decided/) });
      // By mail nothing is decided: link scanners click.
      const letter = smtp.letters.find(({ to }) => to.includes(ana.user.email));
      expect(letter?.source).toContain("Approval needed: Refund an order");
      expect(letter?.source).toMatch(/decide by replying/);
      expect(letter?.raw).not.toMatch(/^Reply-To:/im);
    });

    it("that is too old is not done", async () => {
      await turnOn();
      shop.requests.length = 0;
      await askRefund("B-42");
      const place = await placeOfLast();
      talk.server.clock.advance(approvableForMs + 60_000);
      await post(writePress({ ...place, user: "UANA", button: "team_approve" }));
      await ephemeral();
      await vi.waitFor(async () => {
        expect(await listRuns()).toMatchObject([{ state: "expired" }]);
        expect(JSON.stringify((await taken("chat.update", 1)).at(-1))).toContain("Not decided in time");
      }, within);
      expect(shop.requests).toEqual([]);
    });
  });

  it("sends a verified answer to a notice by mail to the visitor, and refuses all others in words", async () => {
    const settings = { address: mailboxUser, host: "127.0.0.1", port: String(imap.port) };
    await turnOn({ channelId: null, userIds: [ana.user._id] });
    // Without a mailbox nobody is promised that an answer is read.
    await handOver();
    await vi.waitFor(() => expect(smtp.letters).toHaveLength(1), within);
    expect(smtp.letters[0]?.source).toMatch(/aren.{1,3}t read/);
    await team().call(updateChannel, {
      params: { productId: agent.id, surfaceType: "email" },
      body: { data: { revision: 0, enabled: true, settings, secrets: { password: mailboxPassword } } },
    });
    await vi.waitFor(async () => {
      const rows = talk.server.store.db.selectFrom("channels").select("cursor");
      const row = await rows.where("agentId", "=", agent.id).where("type", "=", "email").executeTakeFirst();
      expect(row?.cursor).not.toBeNull();
    }, within);

    const { at } = await handOver();
    await vi.waitFor(() => expect(smtp.letters).toHaveLength(2), within);
    const [, letter] = smtp.letters;
    expect(letter?.to).toEqual([ana.user.email]);
    expect(letter?.raw).toMatch(new RegExp(`^Reply-To: ${mailboxUser}`, "im"));
    const id = /^Message-ID:\s*(<team\.[^>]+>)/im.exec(letter?.raw ?? "")?.[1] ?? "";
    const write = (text: string, from = ana.user.email) =>
      [
        `From: Ana <${from}>`,
        `To: ${mailboxUser}`,
        "Subject: Re: waits",
        `Message-ID: <${Math.random().toString(36).slice(2)}@example.com>`,
        `In-Reply-To: ${id}`,
        "Content-Type: text/plain; charset=utf-8",
        "",
        `${text}\n\nOn Mon, 1 Jan 2027 at 10:00, Pilothouse <mail@example.com> wrote:\n> It waits.\n`,
      ]
        .join("\n")
        .replace(/\n/g, "\r\n");
    const signed = async (mail: string, signingDomain = "example.com") => {
      const key = {
        ...{ signingDomain, selector: "mail" },
        privateKey: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      };
      const { signatures } = await dkimSign(mail, { ...key, signatureData: [key] });
      return `${signatures}${mail}`;
    };
    imap.deliver(write("Unsigned"));
    imap.deliver((await signed(write("Changed on the way"))).replace("Changed on", "Changed  in"));
    imap.deliver(await signed(write("Somebody else", "eve@example.com")));
    await vi.waitFor(() => expect(smtp.letters).toHaveLength(5), within);
    for (const refusal of smtp.letters.slice(2)) {
      // Told to the member, never to whoever wrote.
      expect(refusal.to).toEqual([ana.user.email]);
      expect(refusal.source).toMatch(/couldn.{1,3}t verify/);
    }
    expect((await said(at)).filter(({ role }) => role === "support")).toEqual([]);
    imap.deliver(await signed(write("I’ll call you today.")));
    await vi.waitFor(async () => {
      const replies = (await said(at)).filter(({ role }) => role === "support");
      expect(replies).toMatchObject([{ content: "I’ll call you today.", author: { name: "Ana Person" } }]);
    }, within);
  });
});
