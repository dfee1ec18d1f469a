import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { removeAgent } from "../../../../shared/contract/agents/agents.ts";
import { removeDeletedAgent } from "../../../../shared/contract/agents/deletedAgents.ts";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import { blockContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  endThread,
  listVisitorMessages,
  listVisitorThreads,
  requestPerson,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  createScheduledReply,
  listScheduledReplies,
  removeScheduledReply,
  sendScheduledReply,
  updateScheduledReply,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import type { ScheduledReply } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import {
  getThread,
  listMessages,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";

const hourMs = 60 * 60_000;

describe.each(bothStores())("a scheduled reply on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let mara: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    mara = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const owner = () => talk.server.as(talk.owner);
  const now = () => talk.server.clock.now();

  async function converse() {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const at = { params: { productId: agent.id, threadId } };
    await talk.server.as(mara).call(updateThread, { ...at, body: { data: { handledBy: "human" } } });
    return { visitor, at, threadId };
  }

  type Place = Awaited<ReturnType<typeof converse>>["at"];

  async function schedule(at: Place, { by = mara, inMs = hourMs, content = "Did it work?" } = {}) {
    const data = { clientId: newClientId(), content, sendAt: now() + inMs };
    return (await talk.server.as(by).call(createScheduledReply, { ...at, body: { data } })).data;
  }

  /** One that is due: whatever waited before it is done, or never. */
  async function arriveAfter(at: Place, content: string) {
    await schedule(at, { inMs: hourMs, content });
    talk.server.clock.advance(hourMs + 1);
    await arrive(at, content);
  }

  const on = ({ params }: Place, { id }: ScheduledReply) => ({ params: { ...params, scheduledReplyId: id } });
  const list = async (at: Place) => (await owner().call(listScheduledReplies, at)).data;
  const readAll = async (at: Place) => (await owner().call(listMessages, at)).items;
  const heard = async (visitor: TestVisitor, at: Place) =>
    (await talk.server.as(visitor).call(listVisitorMessages, at)).items;

  async function arrive(at: Place, content = "Did it work?") {
    const find = async () => (await readAll(at)).find((message) => message.content === content);
    await expect.poll(find).toBeTruthy();
    return find();
  }

  async function hold(at: Place, because: string) {
    const find = async () => (await list(at))[0]?.held?.because;
    await expect.poll(find).toBe(because);
  }

  it("is sent once at its time, under its author's name, and stays invisible to the visitor until then", async () => {
    const { visitor, at } = await converse();
    const before = [await heard(visitor, at), await threadsOf(visitor)];
    const reply = await schedule(at);
    expect(reply).toMatchObject({ author: { id: mara.user._id }, held: null, content: "Did it work?" });
    expect(await list(at)).toEqual([reply]);
    expect([await heard(visitor, at), await threadsOf(visitor)]).toEqual(before);
    talk.server.clock.advance(hourMs + 1);
    const message = await arrive(at);
    expect(message).toMatchObject({ role: "support", author: { id: mara.user._id } });
    expect((await heard(visitor, at)).at(-1)).toMatchObject({
      content: "Did it work?",
      author: { id: "team" },
    });
    expect(await list(at)).toEqual([]);
    expect((await owner().call(getThread, at)).data).toMatchObject({ waitingSince: null });
  });

  const threadsOf = async (visitor: TestVisitor) =>
    (await talk.server.as(visitor).call(listVisitorThreads, { params: { productId: agent.id } })).items;

  it("is stored once no matter how often it is repeated", async () => {
    const { at } = await converse();
    const data = { clientId: newClientId(), content: "Once", sendAt: now() + hourMs };
    const ask = (content = "Once") =>
      owner().call(createScheduledReply, { ...at, body: { data: { ...data, content } } });
    const all = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(all.map((one) => one.data.id)).size).toBe(1);
    await expect(ask("Twice")).rejects.toMatchObject({ code: "repeated_with_other_content" });
    expect(await list(at)).toHaveLength(1);
  });

  it("moves to a new time and text when it is changed, and is gone once canceled", async () => {
    const { at } = await converse();
    const reply = await schedule(at);
    const other = await schedule(at, { content: "Never said" });
    const change = { sendAt: now() + 3 * hourMs, content: "Does it work now?" };
    const { data } = await talk.server
      .as(mara)
      .call(updateScheduledReply, { ...on(at, reply), body: { data: change } });
    expect(data).toEqual({ ...reply, ...change });
    await owner().call(removeScheduledReply, on(at, other));
    await arriveAfter(at, "Meanwhile");
    expect(await list(at)).toEqual([data]);
    talk.server.clock.advance(2 * hourMs);
    await arrive(at, "Does it work now?");
    const said = (await readAll(at)).filter(({ role }) => role === "support").map(({ content }) => content);
    expect(said).toEqual(["Meanwhile", "Does it work now?"]);
    await expect(owner().call(removeScheduledReply, on(at, reply))).rejects.toMatchObject({ status: 404 });
  });

  it("is sent early by anyone on the team, under its author's name", async () => {
    const { at } = await converse();
    const reply = await schedule(at);
    const { data } = await owner().call(sendScheduledReply, on(at, reply));
    expect(data).toMatchObject({ content: "Did it work?", author: { id: mara.user._id } });
    await expect(owner().call(sendScheduledReply, on(at, reply))).rejects.toMatchObject({ status: 404 });
    await arriveAfter(at, "Behind it");
    expect((await readAll(at)).filter(({ content }) => content === "Did it work?")).toHaveLength(1);
  });

  it("is held with its author named when the visitor writes first, and is sent when somebody confirms", async () => {
    const { visitor, at, threadId } = await converse();
    const reply = await schedule(at);
    await listen(say(talk.server, visitor, { content: "It does not work", threadId }));
    expect((await list(at))[0]).toMatchObject({ held: { because: "visitorWrote", at: expect.any(Number) } });
    expect((await owner().call(getThread, at)).data.mentionedIds).toEqual([mara.user._id]);
    const mentions = { params: { productId: agent.id }, query: { queue: "mentions" as const } };
    const named = (await talk.server.as(mara).call(listThreads, mentions)).items;
    expect(named.map(({ id }) => id)).toContain(threadId);
    await arriveAfter(at, "Sorry to hear that");
    expect((await readAll(at)).map(({ content }) => content)).not.toContain("Did it work?");
    await owner().call(sendScheduledReply, on(at, reply));
    expect((await readAll(at)).at(-1)).toMatchObject({ content: "Did it work?" });
    expect((await owner().call(getThread, at)).data.mentionedIds).toEqual([]);
  });

  it("is scheduled again once a held one gets a new time", async () => {
    const { visitor, at, threadId } = await converse();
    const reply = await schedule(at);
    await listen(say(talk.server, visitor, { content: "Wait", threadId }));
    const body = { data: { sendAt: now() + 2 * hourMs } };
    const { data } = await owner().call(updateScheduledReply, { ...on(at, reply), body });
    expect(data).toMatchObject({ held: null, ...body.data });
    talk.server.clock.advance(2 * hourMs + 1);
    await arrive(at);
  });

  it.each([
    [
      "the team resolves",
      (at: Place) => owner().call(updateThread, { ...at, body: { data: { status: "resolved" } } }),
    ],
    ["the visitor ends", (at: Place, visitor: TestVisitor) => talk.server.as(visitor).call(endThread, at)],
  ] as const)("is held when %s its conversation, and can't be created there", async (_who, end) => {
    const { visitor, at } = await converse();
    const reply = await schedule(at);
    await end(at, visitor);
    await hold(at, "resolved");
    const refusal = { status: 409, body: { message: "This conversation is resolved. Reopen it first." } };
    await expect(schedule(at)).rejects.toMatchObject(refusal);
    await expect(owner().call(sendScheduledReply, on(at, reply))).rejects.toMatchObject(refusal);
  });

  it("is held when its visitor is blocked", async () => {
    const { visitor, at } = await converse();
    await schedule(at);
    const params = { productId: agent.id, contactId: visitor.contactId };
    await owner().call(blockContact, { params });
    await hold(at, "blocked");
    await expect(schedule(at)).rejects.toMatchObject({ status: 409 });
  });

  it("is held at its time when its author has left, and the others are told", async () => {
    const { at } = await converse();
    const leaver = await talk.server.createMember(talk.owner.organizationId, "support");
    await schedule(at, { by: leaver });
    await owner().call(updateThread, { ...at, body: { data: { read: true } } });
    const { items } = await owner().call(listUserGroups);
    const groupId = items.find(({ role }) => role === "support")?._id ?? "";
    await owner().call(removeFromGroup, { params: { groupId, email: leaver.user.email } });
    talk.server.clock.advance(hourMs + 1);
    await hold(at, "authorLeft");
    expect((await owner().call(getThread, at)).data.unread).toBe(1);
  });

  it("is sent into a conversation that was handed back, which stays the agent's", async () => {
    const { at } = await converse();
    await schedule(at);
    await owner().call(updateThread, { ...at, body: { data: { handledBy: "ai" } } });
    talk.server.clock.advance(hourMs + 1);
    await arrive(at);
    expect((await owner().call(getThread, at)).data).toMatchObject({ handledBy: "ai", assignee: null });
  });

  it("is not sent while its agent is deleted, and is deleted with it", async () => {
    const other = await talk.server.createAgent(talk.owner);
    const visitor = await talk.openVisitor(other);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    await schedule({ params: { productId: other.id, threadId } }, { content: "Too late" });
    const { db } = talk.server.store;
    const kept = () =>
      db.selectFrom("scheduledReplies").select("heldBecause").where("threadId", "=", threadId).execute();
    await owner().call(removeAgent, { params: { productId: other.id }, query: { confirmed: "true" } });
    talk.server.clock.advance(hourMs + 1);
    const { at } = await converse();
    await arriveAfter(at, "A later one");
    expect(await db.selectFrom("messages").select("id").where("content", "=", "Too late").execute()).toEqual(
      [],
    );
    await owner().call(removeDeletedAgent, { params: { deletedId: other.id }, query: { confirmed: "true" } });
    expect(await kept()).toEqual([]);
  });

  it("sends live events to the team, and never to its visitor", async () => {
    const { visitor, at, threadId } = await converse();
    const place = { server: talk.server, agentId: agent.id };
    const [team, own] = [watch(mara, place), watch(visitor, place)];
    await Promise.all([team.ready, own.ready]);
    const reply = await schedule(at, { content: "quokka-17" });
    await owner().call(sendScheduledReply, on(at, await schedule(at, { content: "Said now" })));
    await listen(say(talk.server, visitor, { content: "And?", threadId }));
    const events = await team.until((all) =>
      all.some((event) => event.type === "scheduled" && event.reply?.held),
    );
    const told = events.flatMap((event) => (event.type === "scheduled" ? [event] : []));
    expect(told.map((event) => event.reply?.held?.because ?? (event.reply ? "waits" : "gone"))).toEqual(
      expect.arrayContaining(["gone", "visitorWrote"]),
    );
    expect(told.at(-1)?.replyId).toBe(reply.id);
    const seen = await own.until((all) => all.some((event) => isMessage(event, "And?")));
    expect(JSON.stringify(seen)).not.toMatch(/quokka-17|scheduled/);
    [team, own].forEach(({ stop }) => stop());
  });

  it("is edited only by its author, and by nobody outside the team", async () => {
    const { at } = await converse();
    const reply = await schedule(at);
    const body = { data: { content: "Something else" } };
    const foreign = owner().call(updateScheduledReply, { ...on(at, reply), body });
    await expect(foreign).rejects.toMatchObject({ status: 403 });
    const other = await converse();
    const misplaced = talk.server.as(mara).call(updateScheduledReply, { ...on(other.at, reply), body });
    await expect(misplaced).rejects.toMatchObject({ status: 404 });
    const outsider = await talk.server.createOwner();
    const asked = talk.server.as(outsider).call(sendScheduledReply, on(at, reply));
    await expect(asked).rejects.toMatchObject({ status: 404 });
    expect(await list(at)).toEqual([reply]);
  });

  it.each([
    ["in the past", -1, "Choose a time in the future."],
    ["too far away", 400 * 24 * hourMs, "Choose a time within a year."],
  ])("refuses a time that is %s", async (_what, inMs, message) => {
    const { at } = await converse();
    await expect(schedule(at, { inMs })).rejects.toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: "body.data.sendAt", message }] } },
    });
  });

  it("is limited to twenty in a conversation", async () => {
    const { at } = await converse();
    for (let index = 0; index < 20; index += 1) await schedule(at, { content: `Number ${index}` });
    await expect(schedule(at)).rejects.toMatchObject({ status: 409 });
  });

  it("is in the audit log when it is created, changed, sent and canceled", async () => {
    const { at } = await converse();
    const [one, two] = [await schedule(at), await schedule(at)];
    const body = { data: { sendAt: now() + 2 * hourMs } };
    await owner().call(updateScheduledReply, { ...on(at, one), body });
    await owner().call(sendScheduledReply, on(at, one));
    await owner().call(removeScheduledReply, on(at, two));
    const { items } = await owner().call(listAuditEntries, { query: { limit: 5 } });
    expect(items.map(({ action }) => action)).toEqual([
      ...["Canceled a scheduled reply", "Sent a scheduled reply", "Changed a scheduled reply"],
      ...["Scheduled a reply", "Scheduled a reply"],
    ]);
  });

  it("assigns a waiting conversation to its author once it is sent", async () => {
    const { visitor, at, threadId } = await converse();
    await owner().call(updateThread, { ...at, body: { data: { handledBy: "ai" } } });
    const data = { threadId, clientId: newClientId() };
    await talk.server.as(visitor).call(requestPerson, { params: { productId: agent.id }, body: { data } });
    await arriveAfter(at, "Here I am");
    const { data: thread } = await owner().call(getThread, at);
    expect(thread).toMatchObject({ handledBy: "human", assignee: { id: mara.user._id } });
  });
});
