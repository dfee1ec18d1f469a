import { beforeAll, describe, expect, it, vi } from "vitest";
import { removeOldChanges } from "../../../../server/conversations/threads/bulk/changes.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createCustomField } from "../../../../shared/contract/conversations/inbox/customFields.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import {
  createScheduledReply,
  listScheduledReplies,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import {
  changeThreads,
  getThreadChange,
  undoThreadChange,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import type { ManyChange } from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import {
  createLabel,
  getThread,
  listMessages,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const hourMs = 60 * 60_000;

describe.each(bothStores())("undoing a bulk change on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let support: Member;
  let visitors: TestVisitor[];
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    support = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const as = (member = talk.owner) => talk.server.as(member);
  const params = () => ({ productId: agent.id });
  const at = (threadId: string) => ({ params: { ...params(), threadId } });

  async function converse(count: number): Promise<string[]> {
    agent = await talk.server.createAgent(talk.owner);
    visitors = await talk.openVisitors(agent, count);
    const ids: string[] = [];
    for (const visitor of visitors) {
      ids.push((await listen(say(talk.server, visitor, { content: "Hello" }))).threadId);
      talk.server.clock.advance(1000);
    }
    return ids;
  }

  const set = (threadId: string, data: ThreadChange, by = talk.owner) =>
    as(by).call(updateThread, { ...at(threadId), body: { data } });

  /** What the team sees of it, but for what only ever grows. */
  async function look(threadId: string) {
    const { teamReadTo: _, lastActivityAt: __, ...thread } = (await as().call(getThread, at(threadId))).data;
    // In the order in which they were put there, the last time.
    return { ...thread, labelIds: thread.labelIds.toSorted() };
  }
  const lookAll = (ids: string[]) => Promise.all(ids.map(look));

  const end = (threadChangeId: string) =>
    vi.waitUntil(async () => {
      const { data } = await as().call(getThreadChange, { params: { ...params(), threadChangeId } });
      return data.state === "queued" || data.state === "running" ? null : data;
    });

  async function change(threadIds: string[] | null, wanted: ManyChange, by = talk.owner) {
    const of = threadIds ? { threadIds } : { filter: {} };
    const body = { data: { of, change: wanted } };
    return end((await as(by).call(changeThreads, { params: params(), body })).data.id);
  }

  const begin = (threadChangeId: string, by = talk.owner) =>
    as(by).call(undoThreadChange, { params: { ...params(), threadChangeId } });
  const undo = async (id: string, by = talk.owner) => end((await begin(id, by)).data.id);

  it("restores the earlier state of each conversation, no matter what was changed", async () => {
    const ids = await converse(6);
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;
    const label = async (name: string) =>
      (await as().call(createLabel, { params: params(), body: { data: { name, colour: "#336699" } } })).data
        .id;
    const [old, fresh, late] = [await label("Old"), await label("Fresh"), await label("Late")];
    const key = "order";
    const field = { key, name: "Order", kind: "text" as const, choices: [] };
    await as().call(createCustomField, { body: { data: field } });
    const later = talk.server.clock.now() + 30 * hourMs;
    await set(first, { priority: "urgent", addLabelIds: [old, fresh], customFields: { [key]: "A-1" } });
    await set(second, { handledBy: "human", status: "pending", read: false }, support);
    await set(third, { status: "snoozed", snoozedUntil: later, addLabelIds: [old, late] });
    await set(fourth, { status: "resolved", priority: "low" });
    await set(fifth, { handledBy: "human" });
    await set(fifth, { assigneeId: null });
    const before = await lookAll(ids);
    const changes: ManyChange[] = [
      { status: "resolved" },
      { status: "open", read: true },
      { status: "pending", read: false },
      { status: "snoozed", snoozedUntil: later + hourMs, priority: "high" },
      { assigneeId: support.user._id },
      { assigneeId: null },
      { handledBy: "ai" },
      { addLabelIds: [fresh], removeLabelIds: [old], customFields: { [key]: "B-2" } },
      { addLabelIds: [fresh, late] },
      { removeLabelIds: [old, fresh, late] },
      { customFields: { [key]: null }, priority: "none" },
    ];
    for (const one of changes) {
      talk.server.clock.advance(1000);
      const run = await change(null, one);
      expect(run.failures, JSON.stringify(one)).toEqual([]);
      expect(run).toMatchObject({ canUndo: run.changed > 0, isUndo: false });
      talk.server.clock.advance(1000);
      const undone = await undo(run.id);
      expect(undone, JSON.stringify(one)).toMatchObject({
        ...{ state: "done", total: run.changed, changed: run.changed, failures: [] },
        ...{ isUndo: true, canUndo: false },
      });
      expect(await lookAll(ids), JSON.stringify(one)).toEqual(before);
    }
  });

  it("leaves and reports conversations that were changed since", async () => {
    const [first = "", second = "", third = "", fourth = ""] = await converse(4);
    const run = await change(null, { priority: "high" });
    await set(second, { priority: "low" }, support);
    // Another part of it.
    await set(third, { status: "pending" }, support);
    await as().call(createNote, {
      ...at(fourth),
      body: { data: { content: "Called.", clientId: newClientId() } },
    });
    const undone = await undo(run.id);
    const message = "It was changed since, so it stays as it is.";
    expect(undone).toMatchObject({ total: 4, changed: 3 });
    expect(undone.failures).toEqual([{ message, count: 1, threadIds: [second] }]);
    expect((await lookAll([first, second, third, fourth])).map(({ priority }) => priority)).toEqual([
      ...["none", "low", "none", "none"],
    ]);
    expect((await look(third)).status).toBe("pending");
  });

  it("leaves conversations open that their visitor reopened, and keeps visitors waiting who wrote meanwhile", async () => {
    const [first = "", second = ""] = await converse(2);
    await set(second, { handledBy: "human" }, support);
    const resolved = await change([first], { status: "resolved" });
    const [ana, ben] = visitors;
    if (!ana || !ben) throw new Error("Nobody is there.");
    await listen(say(talk.server, ana, { content: "One more thing", threadId: first }));
    expect((await undo(resolved.id)).failures).toMatchObject([{ count: 1, threadIds: [first] }]);
    expect((await look(first)).status).toBe("open");
    const queued = await change([second], { assigneeId: null });
    talk.server.clock.advance(1000);
    await listen(say(talk.server, ben, { content: "Are you there?", threadId: second }));
    expect((await undo(queued.id)).changed).toBe(1);
    const { assignee, waitingSince } = await look(second);
    expect(assignee?.id).toBe(support.user._id);
    expect(waitingSince).not.toBeNull();
  });

  it("restores the scheduled replies that resolving held, and the names of those who resolved", async () => {
    const ids = await converse(2);
    for (const id of ids) {
      await set(id, { handledBy: "human" }, support);
      const mentions = { userIds: [support.user._id], teamIds: [] };
      const note = { content: "Look.", clientId: newClientId(), mentions };
      await as().call(createNote, { ...at(id), body: { data: note } });
      const reply = {
        content: "Did it work?",
        clientId: newClientId(),
        sendAt: talk.server.clock.now() + hourMs,
      };
      await as(support).call(createScheduledReply, { ...at(id), body: { data: reply } });
    }
    const replies = () => Promise.all(ids.map((id) => as().call(listScheduledReplies, at(id))));
    const before = [await lookAll(ids), await replies()];
    const { id } = await change(null, { status: "resolved", read: true }, support);
    const held = (await replies()).map(({ data }) => data[0]?.held?.because);
    expect(held).toEqual(["resolved", "resolved"]);
    expect((await undo(id, support)).failures).toEqual([]);
    expect([await lookAll(ids), await replies()]).toEqual(before);
  });

  it("returns conversations to the queue when their assignee has left, and gives the others back", async () => {
    const [first = "", second = ""] = await converse(2);
    const leaver = await talk.server.createMember(talk.owner.organizationId, "support");
    await set(first, { handledBy: "human" }, leaver);
    await set(second, { handledBy: "human" }, support);
    const before = await lookAll([first, second]);
    const { id } = await change(null, { status: "resolved" });
    const { items } = await as().call(listUserGroups);
    const groupId = items.find(({ role }) => role === "support")?._id ?? "";
    await as().call(removeFromGroup, { params: { groupId, email: leaver.user.email } });
    expect(await undo(id)).toMatchObject({ changed: 2, failures: [] });
    const waits = { assignee: null, personRequestedAt: expect.any(Number), waitingSince: expect.any(Number) };
    expect(await lookAll([first, second])).toMatchObject([{ ...waits, handledBy: "human" }, before[1] ?? {}]);
  });

  it("tells the team in the thread what was restored", async () => {
    const [first = ""] = await converse(1);
    await set(first, { handledBy: "human" }, support);
    const { id } = await change([first], { status: "resolved", priority: "low" });
    await undo(id);
    const { items } = await as().call(listMessages, at(first));
    const told = items.filter(({ kind }) => kind === "event").map(({ content }) => content);
    expect(told).toEqual(["joined", "resolved", "priority", "assigned", "priority"]);
  });

  it("is done once, within an hour, only by its author or a manager", async () => {
    const [first = ""] = await converse(1);
    const low = await change([first], { priority: "low" }, support);
    const other = await talk.server.createMember(talk.owner.organizationId, "support");
    await expect(begin(low.id, other)).rejects.toMatchObject({ status: 403, code: "forbidden" });
    const undone = await undo(low.id);
    for (const id of [low.id, undone.id]) {
      await expect(begin(id)).rejects.toMatchObject({ status: 409, code: "conflict" });
    }
    const high = await change([first], { priority: "high" }, support);
    talk.server.clock.advance(hourMs);
    expect((await end(high.id)).canUndo).toBe(false);
    await expect(begin(high.id, support)).rejects.toMatchObject({ status: 409, code: "conflict" });
    const same = await change([first], { priority: "high" });
    expect(same).toMatchObject({ changed: 0, unchanged: 1, canUndo: false });
  });

  it("is forgotten after two days", async () => {
    const [first = ""] = await converse(1);
    const { id, createdAt } = await change([first], { priority: "low" });
    const { db } = talk.server.store;
    const kept = () => db.selectFrom("movedThreads").select("threadId").where("changeId", "=", id).execute();
    await removeOldChanges(db, createdAt + 24 * hourMs);
    expect(await kept()).toEqual([{ threadId: first }]);
    await removeOldChanges(db, createdAt + 3 * 24 * hourMs);
    expect(await kept()).toEqual([]);
  });
});
