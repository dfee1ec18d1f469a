import { beforeAll, describe, expect, it } from "vitest";
import { labelThread } from "../../../../server/conversations/inbox/labels.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  listVisitorMessages,
  listVisitorThreads,
} from "../../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { listUserGroups } from "../../../../shared/contract/accounts/teams.ts";
import {
  createLabel,
  getThread,
  listLabels,
  listMessages,
  removeLabel,
  sendReply,
  updateLabel,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { countBlocked } from "../../../kit/database/countBlocked.ts";
import type { Member } from "../../../kit/factories.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

const hourMs = 60 * 60 * 1000;

describe.each(bothStores())("a conversation in the team's hands on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const owner = () => talk.server.as(talk.owner);
  const now = () => talk.server.clock.now();

  interface Party {
    visitor: TestVisitor;
    at: { params: { productId: string; threadId: string } };
  }

  async function begin(): Promise<Party> {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    return { visitor, at: { params: { productId: agent.id, threadId } } };
  }

  async function change({ at }: Party, data: ThreadChange): Promise<Thread> {
    return (await owner().call(updateThread, { ...at, body: { data } })).data;
  }

  async function eventsOf({ at }: Party) {
    const { items } = await owner().call(listMessages, at);
    return items.filter(({ kind }) => kind === "event");
  }

  async function seenByVisitor({ visitor, at }: Party) {
    const asVisitor = talk.server.as(visitor);
    const { items } = await asVisitor.call(listVisitorThreads, { params: { productId: agent.id } });
    const said = await asVisitor.call(listVisitorMessages, at);
    return { thread: items[0], messages: said.items };
  }

  const writeMore = ({ visitor, at }: Party) =>
    listen(say(talk.server, visitor, { content: "One more thing", threadId: at.params.threadId }));

  it("is snoozed until a time, and then comes back unread", async () => {
    const party = await begin();
    await change(party, { read: true });
    const until = now() + hourMs;
    const snoozed = await change(party, { status: "snoozed", snoozedUntil: until });
    expect(snoozed).toMatchObject({ status: "snoozed", snoozedUntil: until, unread: 0 });
    const later = until + hourMs;
    await change(party, { status: "snoozed", snoozedUntil: later });
    talk.server.clock.advance(hourMs + 1);
    const look = async () => (await owner().call(getThread, party.at)).data;
    expect(await look()).toMatchObject({ status: "snoozed", snoozedUntil: later });
    talk.server.clock.advance(hourMs);
    await expect.poll(async () => (await look()).status).toBe("open");
    expect(await look()).toMatchObject({ snoozedUntil: null, unread: 1 });
    expect((await eventsOf(party)).map(({ content, about }) => [content, about?.until])).toEqual([
      ["snoozed", until],
      ["snoozed", later],
      ["woken", undefined],
    ]);
  });

  it.each(["snoozed", "pending"] as const)("reopens when its visitor writes: %s", async (status) => {
    const party = await begin();
    await change(party, { status, ...(status === "snoozed" && { snoozedUntil: now() + hourMs }) });
    await writeMore(party);
    const { data } = await owner().call(getThread, party.at);
    expect(data).toMatchObject({ status: "open", snoozedUntil: null });
  });

  it("refuses a snooze without a time, and a time without a snooze", async () => {
    const party = await begin();
    for (const data of [{ status: "snoozed" }, { status: "open", snoozedUntil: now() }] as ThreadChange[]) {
      await expect(change(party, data)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
    }
  });

  it("is assigned to a colleague in the middle of an answer, and returned to the queue", async () => {
    const party = await begin();
    const assigned = await change(party, { assigneeId: colleague.user._id, priority: "urgent" });
    expect(assigned).toMatchObject({
      ...{ handledBy: "human", assignee: { id: colleague.user._id }, priority: "urgent" },
      ...{ waitingSince: null, personRequestedAt: null },
    });
    const asked = await writeMore(party);
    expect(asked.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
    const waiting = await change(party, { assigneeId: null });
    expect(waiting).toMatchObject({ handledBy: "human", assignee: null });
    expect(waiting.waitingSince).toBeGreaterThan(0);
    expect(waiting.personRequestedAt).toBeGreaterThan(0);
    expect((await eventsOf(party)).map(({ content }) => content)).toEqual([
      "assigned",
      "priority",
      "unassigned",
    ]);
  });

  it("records since when its visitor waits, and when the team first replied", async () => {
    const party = await begin();
    await change(party, { handledBy: "human" });
    await writeMore(party);
    const { data: waiting } = await owner().call(getThread, party.at);
    expect(waiting).toMatchObject({ waitingSince: waiting.lastMessage?.at, firstReplyAt: null });
    const body = { data: { clientId: newClientId(), content: "Here." } };
    const { data: reply } = await owner().call(sendReply, { ...party.at, body });
    const { data: answered } = await owner().call(getThread, party.at);
    expect(answered).toMatchObject({ waitingSince: null, firstReplyAt: reply.createdAt });
  });

  it("shows its visitor who answers, and nothing of the team's arrangements", async () => {
    const party = await begin();
    await change(party, { status: "pending", priority: "high", assigneeId: colleague.user._id });
    const { thread, messages } = await seenByVisitor(party);
    expect(thread).toMatchObject({ status: "open", handledBy: "human", assigneeName: "Test Person" });
    expect(messages.map(({ content }) => content)).toEqual(["Hello?", "Hi."]);
    const events = watch(party.visitor, { server: talk.server, agentId: agent.id, after: 0 });
    await change(party, { status: "resolved" });
    const heard = await events.until((all) => all.some((one) => isEvent(one, "resolved")));
    events.stop();
    expect(heard.filter((one) => one.type === "message").map((one) => one.message.content)).not.toContain(
      "priority",
    );
    expect(JSON.stringify(heard)).not.toContain("pending");
    expect((await seenByVisitor(party)).thread?.status).toBe("resolved");
  });

  it("keeps its place in the list when the team arranges it", async () => {
    const party = await begin();
    const { data: before } = await owner().call(getThread, party.at);
    talk.server.clock.advance(1000);
    const after = await change(party, { priority: "low", status: "pending" });
    expect(after.lastActivityAt).toBe(before.lastActivityAt);
  });

  it("can be marked as unread", async () => {
    const party = await begin();
    expect((await change(party, { read: true })).unread).toBe(0);
    expect((await change(party, { read: false })).unread).toBe(1);
  });

  it("belongs to a team, which doesn't silence the agent", async () => {
    const party = await begin();
    const team = await findGroup();
    expect(await change(party, { teamId: team.id })).toMatchObject({ team, handledBy: "ai" });
    expect(await change(party, { teamId: null })).toMatchObject({ team: null });
  });

  it("refuses people and teams outside the organization", async () => {
    const party = await begin();
    const stranger = await talk.server.createOwner();
    for (const data of [{ assigneeId: stranger.user._id }, { teamId: "nothing" }, { addLabelIds: ["x"] }]) {
      await expect(change(party, data)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
    }
    expect(await eventsOf(party)).toEqual([]);
  });

  it("has labels that are created once, renamed everywhere, and removed when they are deleted", async () => {
    const party = await begin();
    const params = { productId: agent.id };
    const make = (name: string) =>
      owner().call(createLabel, { params, body: { data: { name, colour: "#1a73e8" } } });
    const made = await Promise.all([make("Refund"), make("refund"), make("REFUND")]);
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);
    const [label, other] = [made[0].data, (await make("返金")).data];
    const labeled = await change(party, { addLabelIds: [label.id, label.id] });
    expect(labeled.labelIds).toEqual([label.id]);
    const at = { params: { ...params, labelId: label.id } };
    const body = { data: { name: "Returns" } };
    expect((await owner().call(updateLabel, { ...at, body })).data.name).toBe("Returns");
    const taken = owner().call(updateLabel, { ...at, body: { data: { name: "返金" } } });
    await expect(taken).rejects.toMatchObject({ status: 409, code: "name_taken" });
    const counts = (await owner().call(listLabels, { params })).data;
    expect(counts.map(({ name, conversations }) => [name, conversations])).toEqual([
      ["Returns", 1],
      ["返金", 0],
    ]);
    await owner().call(removeLabel, at);
    expect((await owner().call(getThread, party.at)).data.labelIds).toEqual([]);
    expect((await owner().call(listLabels, { params })).data).toEqual([{ ...other, conversations: 0 }]);
  });

  it.runIf(store.name === "postgres")(
    "drops a label that is added at the moment of its deletion",
    async () => {
      const party = await begin();
      const params = { productId: agent.id };
      const body = { data: { name: "Fleeting", colour: "#1a73e8" } };
      const labelId = (await owner().call(createLabel, { params, body })).data.id;
      const [labeled, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const labelling = talk.server.store.transaction(async (tx) => {
        const { threadId } = party.at.params;
        const thread = tx.selectFrom("threads").selectAll().where("id", "=", threadId);
        await labelThread(tx, await thread.executeTakeFirstOrThrow(), { addLabelIds: [labelId], now: now() });
        labeled.resolve();
        await released.promise;
      });
      await labeled.promise;
      const removing = owner().call(removeLabel, { params: { ...params, labelId } });
      await expect.poll(() => countBlocked(talk.server.store)).toBe(1);
      released.resolve();
      await Promise.all([labelling, removing]);
      expect((await owner().call(getThread, party.at)).data.labelIds).toEqual([]);
    },
  );

  async function findGroup() {
    const { items } = await owner().call(listUserGroups, {});
    const found = items.find(({ usergroup_name: name }) => name === "Support");
    return { id: found?._id ?? "", name: "Support" };
  }
});

function isEvent(event: LiveEvent, content: string): boolean {
  return event.type === "message" && event.message.content === content;
}
