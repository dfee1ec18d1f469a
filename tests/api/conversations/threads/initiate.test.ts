import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { updateAgentStatus } from "../../../../shared/contract/agents/agents.ts";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import {
  blockContact,
  eraseContact,
  getContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listVisitorMessages,
  listVisitorThreads,
  readThread,
} from "../../../../shared/contract/conversations/conversations.ts";
import { initiateChat } from "../../../../shared/contract/conversations/threads/initiateChat.ts";
import {
  closeSession,
  createIdentitySecret,
  getHostedWeb,
  getWidget,
  identifyVisitor,
  updateHostedWeb,
  updateWidget,
} from "../../../../shared/contract/surfaces/surfaces.ts";
import {
  getThread,
  listThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { createWebhook } from "../../../../shared/contract/webhooks/webhooks.ts";
import type { Actor } from "../../../kit/client.ts";
import type { Member } from "../../../kit/factories.ts";
import { signJwt } from "../../../kit/surfaces/identities.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";
import { startWebhookReceiver } from "../../../kit/webhooks/webhookReceiver.ts";

describe.each(stores())("a conversation started by the team, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  let secret: string;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    agent = await talk.createAgent();
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
    secret = (await owner().call(createIdentitySecret, { params: params() })).data.secret;
  });

  const owner = () => talk.server.as(talk.owner);
  const params = () => ({ productId: agent.id });
  const at = ({ contactId }: { contactId: string }) => ({ params: { ...params(), contactId } });
  const begin = (
    { contactId }: { contactId: string },
    {
      actor = colleague as Actor,
      surfaceType = "widget",
      clientId = newClientId(),
      content = "Hello Ada",
    } = {},
  ) =>
    talk.server
      .as(actor)
      .call(initiateChat, {
        params: { ...params(), surfaceType },
        body: { data: { contactId, clientId, content } },
      })
      .then(({ data }) => data);
  const listAs = async (visitor: TestVisitor) =>
    (await talk.server.as(visitor).call(listVisitorThreads, { params: params(), query: {} })).items;
  const reachableBy = async (visitor: TestVisitor) =>
    (await owner().call(getContact, at(visitor))).data.reachableBy;
  const speak = async (visitor: TestVisitor, content: string, threadId?: string) => {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    return listen(say(talk.server, visitor, { content, ...(threadId !== undefined && { threadId }) }));
  };
  const identify = async (visitor: TestVisitor, sub: string): Promise<TestVisitor> => {
    const exp = Math.floor(talk.server.clock.now() / 1000) + 600;
    const body = { data: { token: signJwt({ claims: { sub, exp }, secret }) } };
    const { data } = await talk.server.as(visitor).call(identifyVisitor, { params: params(), body });
    return { ...visitor, contactId: data.contactId };
  };
  const setWidgetOn = async (enabled: boolean) => {
    const { data } = await owner().call(getWidget, { params: params() });
    const { revision, allowedDomains, allowsNullOrigin, settings } = data;
    const changed = { revision, enabled, allowedDomains, allowsNullOrigin, settings };
    await owner().call(updateWidget, { params: params(), body: { data: changed } });
  };

  /** As if they had not come back for a month; the team's own sessions would end by then, too. */
  const endSessions = (contactId: string) =>
    talk.server.store.db
      .updateTable("visitorSessions")
      .set({ expiresAt: talk.server.clock.now() })
      .where("contactId", "=", contactId)
      .execute();

  it("belongs to its author from the first message on, and the visitor can read and answer it", async () => {
    const visitor = await talk.openVisitor(agent);
    const { thread, message } = await begin(visitor, { content: "Your lamp is here, **Ada**." });
    expect(thread).toMatchObject({
      ...{ handledBy: "human", assignee: { id: colleague.user._id }, surface: "widget", status: "open" },
      ...{ title: "Your lamp is here, **Ada**.", unread: 0, preview: false, waitingSince: null },
      ...{ lastMessage: { role: "support", text: "Your lamp is here, Ada." }, resolution: null },
    });
    expect(message).toMatchObject({ position: 0, role: "support", author: { id: colleague.user._id } });
    expect(await listAs(visitor)).toMatchObject([
      {
        id: thread.id,
        unread: 1,
        handledBy: "human",
        assigneeName: "Test Person",
        isWaitingForPerson: false,
      },
    ]);
    const at = { params: { ...params(), threadId: thread.id } };
    const read = await talk.server.as(visitor).call(listVisitorMessages, at);
    expect(read.items).toMatchObject([{ content: "Your lamp is here, **Ada**.", author: { id: "team" } }]);
    await talk.server.as(visitor).call(readThread, { ...at, body: { data: { readTo: 1 } } });
    expect(await listAs(visitor)).toMatchObject([{ unread: 0 }]);

    // No agent answers: the person who wrote has it.
    const heard = await speak(visitor, "How kind!", thread.id);
    expect(heard.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
    const mine = await talk.server
      .as(colleague)
      .call(listThreads, { params: params(), query: { queue: "mine" } });
    expect(mine.items).toMatchObject([{ id: thread.id, unread: 1, waitingSince: expect.any(Number) }]);
  });

  it("is started once, no matter how often and how close together it is sent, and not with another text", async () => {
    const visitor = await talk.openVisitor(agent);
    const clientId = newClientId();
    const all = await Promise.all(Array.from({ length: 5 }, () => begin(visitor, { clientId })));
    expect(new Set(all.map(({ thread, message }) => `${thread.id} ${message.id}`)).size).toBe(1);
    expect(await listAs(visitor)).toHaveLength(1);
    const other = { status: 409, code: "repeated_with_other_content" };
    await expect(begin(visitor, { clientId, content: "Another" })).rejects.toMatchObject(other);
    const threadId = all[0]?.thread.id ?? "";
    const reply = { clientId: newClientId(), content: "And more" };
    await owner().call(sendReply, { params: { ...params(), threadId }, body: { data: reply } });
    await expect(begin(visitor, reply)).rejects.toMatchObject(other);
    // What was begun stays begun, whatever became of the surface since.
    await setWidgetOn(false);
    expect((await begin(visitor, { clientId })).thread.id).toBe(threadId);
    await setWidgetOn(true);
  });

  it("is sent live to the team and to its visitor, and to nobody else", async () => {
    const [visitor, other] = await talk.openVisitors(agent, 2);
    if (!visitor || !other) throw new Error("Two were opened.");
    const at = { server: talk.server, agentId: agent.id };
    const ears = [watch(talk.owner, at), watch(visitor, at), watch(other, at)] as const;
    await Promise.all(ears.map(({ ready }) => ready));
    const [{ thread }, elsewhere] = [await begin(visitor, { content: "For you" }), await begin(other)];
    const toldTeam = await ears[0].until((events) => events.some((event) => isMessage(event, "For you")));
    expect(toldTeam).toContainEqual(
      expect.objectContaining({ type: "thread", thread: expect.objectContaining({ id: thread.id }) }),
    );
    const toldVisitor = await ears[1].until((events) => events.some((event) => isMessage(event, "For you")));
    expect(toldVisitor).toContainEqual(
      expect.objectContaining({ thread: expect.objectContaining({ id: thread.id, unread: 1 }) }),
    );
    const toldOther = await ears[2].until((events) => events.some((event) => isMessage(event, "Hello Ada")));
    expect(JSON.stringify(toldOther)).not.toContain(thread.id);
    expect(JSON.stringify(toldOther)).toContain(elsewhere.thread.id);
    ears.forEach(({ stop }) => stop());
  });

  it("is reported to webhooks as started, and is in the audit log", async () => {
    const receiver = await startWebhookReceiver();
    await owner().call(createWebhook, {
      body: {
        data: {
          ...{ name: "Hook", url: receiver.url, agentIds: [agent.id] },
          events: ["conversation.created", "conversation.handed_over", "message.created"],
        },
      },
    });
    const { thread } = await begin(await talk.openVisitor(agent), { content: "Told outside" });
    const arrived = await receiver.until(2);
    expect(arrived.map(({ body }) => body.type)).toEqual(["conversation.created", "message.created"]);
    expect(JSON.stringify(arrived[0]?.body)).toContain(thread.id);
    expect(JSON.stringify(arrived[1]?.body)).toContain("Told outside");
    await receiver.stop();
    const { items } = await owner().call(listAuditEntries, { query: {} });
    expect(items).toContainEqual(expect.objectContaining({ action: "Started a conversation" }));
  });

  it("never counts as a result of the agent", async () => {
    const { thread } = await begin(await talk.openVisitor(agent));
    const at = { params: { ...params(), threadId: thread.id } };
    await owner().call(updateThread, { ...at, body: { data: { status: "resolved" } } });
    expect((await owner().call(getThread, at)).data).toMatchObject({ status: "resolved", resolution: null });
  });

  it("waits for a visitor who is away as long as this browser is known, and is then refused except for signed-in visitors", async () => {
    const anonymous = await talk.openVisitor(agent);
    const person = await identify(await talk.openVisitor(agent), "ada");
    expect(await reachableBy(anonymous)).toEqual(["widget"]);
    const { thread } = await begin(anonymous);
    expect(await listAs(anonymous)).toMatchObject([{ id: thread.id, unread: 1 }]);
    const gone = await talk.openVisitor(agent);
    for (const { contactId } of [gone, person]) await endSessions(contactId);
    const refused = { status: 409, code: "contact_unreachable" };
    await expect(begin(gone)).rejects.toMatchObject(refused);
    await expect(begin(gone)).rejects.toThrow("they have no session on this surface");
    expect(await reachableBy(gone)).toEqual([]);
    const later = await begin(person, { content: "Welcome back" });
    expect(await reachableBy(person)).toEqual(["widget"]);
    const again = await identify(await talk.openVisitor(agent), "ada");
    expect(await listAs(again)).toMatchObject([{ id: later.thread.id, unread: 1 }]);
    // Who signs out on a shared computer has left nothing there.
    const leaver = await talk.openVisitor(agent);
    await talk.server.as(leaver).call(closeSession, { params: params() });
    await expect(begin(leaver)).rejects.toMatchObject(refused);
  });

  it("is refused for a blocked visitor, one who is being erased, and one who doesn't exist", async () => {
    const blocked = await talk.openVisitor(agent);
    await owner().call(blockContact, at(blocked));
    const refused = { status: 409, code: "contact_unreachable" };
    await expect(begin(blocked)).rejects.toMatchObject(refused);
    await expect(begin(blocked)).rejects.toThrow("This visitor is blocked");
    expect(await reachableBy(blocked)).toEqual([]);
    const erased = await talk.openVisitor(agent);
    await owner().call(eraseContact, { ...at(erased), query: { confirmed: "true" } });
    await expect(begin(erased)).rejects.toMatchObject({ status: expect.toBeOneOf([404, 409]) });
    const preview = await talk.openVisitor(agent, { preview: true });
    await expect(begin(preview)).rejects.toMatchObject({ status: 404 });
    await expect(begin({ contactId: "01m000000000000000000000aa" })).rejects.toMatchObject({ status: 404 });
    const others = await talk.createAgent();
    await expect(begin(await talk.openVisitor(others))).rejects.toMatchObject({ status: 404 });
  });

  it("is refused with the reason on a surface that is off, paused, unknown, or new to this visitor", async () => {
    const visitor = await talk.openVisitor(agent);
    const refused = { status: 422, code: "surface_refused" };
    const by = (surfaceType: string) => begin(visitor, { surfaceType });
    for (const unknown of ["whatsapp", "call", "api"]) {
      await expect(by(unknown)).rejects.toMatchObject(refused);
      await expect(by(unknown)).rejects.toThrow("Use one of: hosted-web, widget.");
    }
    await expect(by("hosted-web")).rejects.toThrow("This surface is off");
    const { revision, slug, settings } = (await owner().call(getHostedWeb, { params: params() })).data;
    const page = { revision, slug, settings, enabled: true };
    await owner().call(updateHostedWeb, { params: params(), body: { data: page } });
    await expect(by("hosted-web")).rejects.toMatchObject({ code: "contact_unreachable" });
    const person = await identify(await talk.openVisitor(agent), "bob");
    expect(await reachableBy(person)).toEqual(["widget", "hosted-web"]);
    expect((await begin(person, { surfaceType: "hosted-web" })).thread.surface).toBe("hosted-web");
    await setWidgetOn(false);
    await expect(by("widget")).rejects.toMatchObject(refused);
    expect(await reachableBy(visitor)).toEqual([]);
    await setWidgetOn(true);
    await owner().call(updateAgentStatus, { params: params(), body: { data: { status: "paused" } } });
    await expect(by("widget")).rejects.toThrow("This AI Agent is paused");
    await owner().call(updateAgentStatus, { params: params(), body: { data: { status: "live" } } });
    expect(await listAs(visitor)).toEqual([]);
  });
});
