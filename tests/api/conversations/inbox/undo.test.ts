import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { requestPerson } from "../../../../shared/contract/conversations/conversations.ts";
import {
  createScheduledReply,
  listScheduledReplies,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { undoThreadUpdate } from "../../../../shared/contract/conversations/threads/threadUndo.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import {
  createLabel,
  getThread,
  listThreads,
  removeLabel,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { builtinModel } from "../../../../shared/domain/models.ts";
import type { Queue } from "../../../../shared/domain/queues.ts";
import type { Member } from "../../../kit/factories.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const hourMs = 60 * 60_000;

describe.each(stores())("undoing a change of one conversation on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let support: Member;
  let visitor: TestVisitor;
  let threadId: string;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent(builtinModel, { sla: { firstReplyMinutes: 10, nextReplyMinutes: 12 } });
    support = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const as = (member = talk.owner) => talk.server.as(member);
  const at = () => ({ params: { productId: agent.id, threadId } });
  const write = () => listen(say(talk.server, visitor, { content: "Hello?", threadId }));
  const set = (data: ThreadChange, by = talk.owner) => as(by).call(updateThread, { ...at(), body: { data } });
  const undo = (undoId: string, by = talk.owner) =>
    as(by).call(undoThreadUpdate, { ...at(), body: { data: { undoId } } });

  /** What the team sees of it, but for what only ever grows. */
  async function look() {
    const { teamReadTo: _, lastActivityAt: __, ...thread } = (await as().call(getThread, at())).data;
    return thread;
  }

  async function isIn(queue: Queue): Promise<boolean> {
    const params = { productId: agent.id };
    const { items } = await as().call(listThreads, { params, query: { queue } });
    return items.some(({ id }) => id === threadId);
  }

  async function converse(): Promise<void> {
    visitor = await talk.openVisitor(agent);
    threadId = (await listen(say(talk.server, visitor, { content: "Hello" }))).threadId;
    talk.server.clock.advance(1000);
  }

  async function askForPerson(): Promise<void> {
    const body = { data: { clientId: newClientId(), threadId } };
    await talk.server.as(visitor).call(requestPerson, { params: { productId: agent.id }, body });
  }

  async function resolve(by = talk.owner): Promise<string> {
    const undoId = newClientId();
    await set({ status: "resolved", undoId }, by);
    expect(await look()).toMatchObject({ status: "resolved", handledBy: "ai", assignee: null, unread: 0 });
    talk.server.clock.advance(1000);
    return undoId;
  }

  async function schedule(content: string, inMs: number) {
    const data = { clientId: newClientId(), content, sendAt: talk.server.clock.now() + inMs };
    return (await as(support).call(createScheduledReply, { ...at(), body: { data } })).data;
  }

  const repliesNow = async () => (await as().call(listScheduledReplies, at())).data;

  const before: Record<string, { make: () => Promise<unknown>; queues: Queue[] }> = {
    "waiting for a person": {
      ...{ make: askForPerson, queues: ["unassigned", "waiting", "due"] },
    },
    snoozed: {
      make: () => set({ status: "snoozed", snoozedUntil: talk.server.clock.now() + 30 * hourMs }),
      queues: ["snoozed"],
    },
    "assigned, with a waiting visitor": {
      make: async () => {
        await set({ handledBy: "human" }, support);
        await write();
      },
      queues: ["waiting", "due"],
    },
    "answered by the agent, unread": { make: () => Promise.resolve(), queues: ["ai"] },
    "assigned, waiting for the visitor": {
      make: () => set({ handledBy: "human", status: "pending" }),
      queues: ["mine"],
    },
  };

  it.each(Object.keys(before))("restores the state before it was resolved: %s", async (name) => {
    await converse();
    await before[name]?.make();
    const was = await look();
    talk.server.clock.advance(1000);
    const undoId = await resolve();
    expect((await undo(undoId)).data.status).toBe(was.status);
    expect(await look()).toEqual(was);
    for (const queue of before[name]?.queues ?? []) expect(await isIn(queue), queue).toBe(true);
  });

  it("restores everything that was changed with it, and nothing else", async () => {
    await converse();
    const body = { data: { name: "Refund", colour: "#336699" } };
    const label = (await as().call(createLabel, { params: { productId: agent.id }, body })).data.id;
    await set({ teamId: null, priority: "low" });
    const was = await look();
    const undoId = newClientId();
    await set({ assigneeId: support.user._id, priority: "high", addLabelIds: [label], undoId });
    await set({ status: "pending" }, support);
    await undo(undoId);
    const figures = was.figures.filter((figure) => figure !== "open");
    expect(await look()).toEqual({ ...was, status: "pending", figures });
  });

  it("leaves it to its visitor, who reopened it", async () => {
    await converse();
    await askForPerson();
    const undoId = await resolve();
    await write();
    const now = await look();
    await expect(undo(undoId)).rejects.toMatchObject({
      ...{ status: 409, code: "conflict" },
      body: { message: "It was changed since, so it stays as it is." },
    });
    expect(await look()).toEqual(now);
  });

  it("leaves it to a colleague, who opened and took it since", async () => {
    await converse();
    const undoId = await resolve();
    await set({ status: "open", handledBy: "human" }, support);
    const now = await look();
    await expect(undo(undoId)).rejects.toMatchObject({ status: 409, code: "conflict" });
    expect(await look()).toEqual(now);
  });

  it("restores only the scheduled replies that resolving held", async () => {
    await converse();
    await set({ handledBy: "human" }, support);
    await schedule("Never mind.", hourMs);
    await write();
    await schedule("Soon?", 1000);
    const later = await schedule("Did it work?", 2 * hourMs);
    const [soon] = await repliesNow();
    const was = await look();
    const undoId = await resolve();
    const held = (await repliesNow()).map((reply) => [reply.content, reply.held?.because]);
    expect(held).toEqual([
      ["Soon?", "resolved"],
      ["Never mind.", "visitorWrote"],
      ["Did it work?", "resolved"],
    ]);
    await undo(undoId);
    const left = await repliesNow();
    // Its time has passed: whoever wrote it decides.
    expect(left[0]).toMatchObject({ id: soon?.id, held: { because: "resolved" } });
    expect(left[1]).toMatchObject({ content: "Never mind.", held: { because: "visitorWrote" } });
    expect(left[2]).toEqual(later);
    expect(await look()).toEqual(was);
  });

  it("removes the name of the person whose resolve held a reply, which is then sent at its time", async () => {
    await converse();
    await set({ handledBy: "human" }, support);
    const reply = await schedule("Did it work?", hourMs);
    const undoId = newClientId();
    await set({ status: "resolved", undoId }, support);
    expect(await look()).toMatchObject({ mentionedIds: [support.user._id] });
    await undo(undoId, support);
    expect(await look()).toMatchObject({ mentionedIds: [] });
    expect(await repliesNow()).toEqual([reply]);
    talk.server.clock.advance(hourMs + 1);
    const saidLast = async () => (await look()).lastMessage?.text;
    await expect.poll(saidLast).toBe("Did it work?");
  });

  async function leaveTeam(member: Member): Promise<void> {
    const { items } = await as().call(listUserGroups);
    const groupId = items.find(({ role }) => role === "support")?._id ?? "";
    await as().call(removeFromGroup, { params: { groupId, email: member.user.email } });
  }

  it.each([
    ["resolved", () => ({ status: "resolved" as const })],
    ["handed back", () => ({ handledBy: "ai" as const })],
    ["given to a colleague", () => ({ assigneeId: support.user._id })],
  ])("returns it to the queue when it was %s and its assignee has left", async (_, change) => {
    await converse();
    const leaver = await talk.server.createMember(talk.owner.organizationId, "support");
    await set({ handledBy: "human" }, leaver);
    await write();
    await set({ priority: "low" });
    const was = await look();
    talk.server.clock.advance(1000);
    const undoId = newClientId();
    await set({ ...change(), priority: "high", undoId });
    await leaveTeam(leaver);
    await undo(undoId);
    const { waitingSince } = was;
    expect(waitingSince).not.toBeNull();
    expect(await look()).toEqual({ ...was, assignee: null, personRequestedAt: waitingSince });
    for (const queue of ["unassigned", "waiting", "due"] as const)
      expect(await isIn(queue), queue).toBe(true);
  });

  it("restores the labels that still exist, when another was deleted since", async () => {
    await converse();
    const make = async (name: string) => {
      const body = { data: { name, colour: "#336699" } };
      return (await as().call(createLabel, { params: { productId: agent.id }, body })).data.id;
    };
    const [kept, deleted] = [await make("Kept"), await make("Deleted")];
    await set({ addLabelIds: [kept, deleted] });
    const undoId = newClientId();
    await set({ removeLabelIds: [kept, deleted], undoId });
    await as().call(removeLabel, { params: { productId: agent.id, labelId: deleted } });
    await undo(undoId);
    expect((await look()).labelIds).toEqual([kept]);
  });

  it("is done once, within an hour, only by the person who changed it", async () => {
    await converse();
    const tooLate = { status: 409, body: { message: "This can no longer be undone." } };
    const mine = await resolve();
    await expect(undo(mine, support)).rejects.toMatchObject(tooLate);
    await undo(mine);
    await expect(undo(mine)).rejects.toMatchObject(tooLate);
    const later = await resolve();
    talk.server.clock.advance(hourMs);
    await expect(undo(later)).rejects.toMatchObject(tooLate);
    const nothing = newClientId();
    await set({ status: "resolved", undoId: nothing });
    await expect(undo(nothing)).rejects.toMatchObject(tooLate);
    await expect(undo(newClientId())).rejects.toMatchObject(tooLate);
  });

  it("succeeds for one of two people who undo at once", async () => {
    await converse();
    const undoId = await resolve();
    const both = await Promise.allSettled([undo(undoId), undo(undoId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await look()).status).toBe("open");
  });
});
