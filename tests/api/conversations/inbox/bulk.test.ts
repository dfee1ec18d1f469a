import { beforeAll, describe, expect, it, vi } from "vitest";
import { removeOldChanges } from "../../../../server/conversations/threads/bulk/changes.ts";
import { openSecrets } from "../../../../server/database/secrets.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  cancelThreadChange,
  changeThreads,
  getThreadChange,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import type {
  ChangedThreads,
  ManyChange,
  ThreadChangeRun,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import type { ThreadFilter } from "../../../../shared/contract/conversations/inbox/threadFilter.ts";
import {
  createLabel,
  getThread,
  listMessages,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../../kit/factories.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { startTestServer } from "../../../kit/server.ts";

describe.each(bothStores())("a bulk change of conversations on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let support: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    support = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  const owner = () => talk.server.as(talk.owner);
  const params = () => ({ productId: agent.id });

  /** An agent with `count` conversations, each begun a moment after the one before. */
  async function converse(count: number): Promise<string[]> {
    agent = await talk.server.createAgent(talk.owner);
    const ids: string[] = [];
    for (const visitor of await talk.openVisitors(agent, count)) {
      ids.push((await listen(say(talk.server, visitor, { content: `Question ${ids.length}` }))).threadId);
      talk.server.clock.advance(1000);
    }
    return ids;
  }

  async function begin(of: ChangedThreads, change: ManyChange, by = talk.owner) {
    const body = { data: { of, change } };
    return (await talk.server.as(by).call(changeThreads, { params: params(), body })).data;
  }

  const read = async (threadChangeId: string, server = talk.server) =>
    (await server.as(talk.owner).call(getThreadChange, { params: { ...params(), threadChangeId } })).data;

  async function end(id: string, server = talk.server): Promise<ThreadChangeRun> {
    const isOver = async () => {
      const run = await read(id, server);
      return run.state === "queued" || run.state === "running" ? null : run;
    };
    return vi.waitUntil(isOver);
  }

  const thread = async (threadId: string) =>
    (await owner().call(getThread, { params: { ...params(), threadId } })).data;

  const events = async (threadId: string, server = talk.server) => {
    const { items } = await server.as(talk.owner).call(listMessages, { params: { ...params(), threadId } });
    return items.filter(({ kind }) => kind === "event").map(({ content }) => content);
  };

  it("changes the named conversations as single changes would, and reports those that were already so", async () => {
    const [first = "", second = "", third = ""] = await converse(3);
    const { data: label } = await owner().call(createLabel, {
      ...{ params: params(), body: { data: { name: "Refund", colour: "#336699" } } },
    });
    const alone = {
      params: { ...params(), threadId: second },
      body: { data: { priority: "high" as const } },
    };
    await owner().call(updateThread, alone);
    const of = { threadIds: [first, second] };
    const { id, total } = await begin(of, { priority: "high", assigneeId: support.user._id });
    expect(total).toBe(2);
    expect(await end(id)).toMatchObject({ state: "done", changed: 2, unchanged: 0, failures: [] });
    const again = await begin(of, { priority: "high" });
    expect(await end(again.id)).toMatchObject({ state: "done", changed: 0, unchanged: 2 });
    const labeled = await begin(of, { addLabelIds: [label.id], status: "resolved" });
    expect(await end(labeled.id)).toMatchObject({ changed: 2 });
    for (const threadId of of.threadIds) {
      expect(await thread(threadId)).toMatchObject({
        ...{ priority: "high", status: "resolved", labelIds: [label.id] },
      });
      expect((await events(threadId)).toSorted()).toEqual(["assigned", "priority", "resolved"]);
    }
    expect(await thread(third)).toMatchObject({ priority: "none", status: "open", labelIds: [] });
  });

  it("hands back conversations of the team and of its queue, and counts the agent's as already so", async () => {
    const [waiting = "", held = "", asAgents = ""] = await converse(3);
    const take = (threadId: string, data: ThreadChange) =>
      owner().call(updateThread, { params: { ...params(), threadId }, body: { data } });
    await take(waiting, { handledBy: "human" });
    await take(waiting, { assigneeId: null });
    await take(held, { assigneeId: support.user._id });
    const { id } = await begin({ filter: {} }, { handledBy: "ai" });
    expect(await end(id)).toMatchObject({ state: "done", changed: 2, unchanged: 1, failures: [] });
    for (const threadId of [waiting, held]) {
      expect(await thread(threadId)).toMatchObject({
        ...{ handledBy: "ai", assignee: null, personRequestedAt: null, waitingSince: null },
      });
      expect((await events(threadId)).at(-1)).toBe("handedBack");
    }
    expect(await events(asAgents)).toEqual([]);
  });

  it("changes all conversations of a filter, including those that leave it by the change", async () => {
    const ids = await converse(4);
    await owner().call(updateThread, {
      ...{ params: { ...params(), threadId: ids[1] ?? "" }, body: { data: { priority: "urgent" } } },
    });
    const { id, total } = await begin({ filter: { queue: "ai", priority: "none" } }, { status: "resolved" });
    expect(total).toBe(3);
    expect(await end(id)).toMatchObject({ state: "done", total: 3, changed: 3 });
    const { items } = await owner().call(listThreads, { params: params(), query: { queue: "ai" } });
    expect(items.map((one) => one.id)).toEqual([ids[1]]);
  });

  it("changes only what a search finds among the conversations of a filter", async () => {
    const ids = await converse(3);
    const visitor = await talk.openVisitor(agent);
    const said = await listen(say(talk.server, visitor, { content: "My Question about a theremin" }));
    const of = (filter: ThreadFilter, search: string) => ({ filter, search });
    const { id, total } = await begin(of({ queue: "ai" }, "theremin question"), { priority: "high" });
    expect(total).toBe(1);
    expect(await end(id)).toMatchObject({ state: "done", changed: 1 });
    const high = { params: params(), query: { priority: "high" as const } };
    expect((await owner().call(listThreads, high)).items.map((one) => one.id)).toEqual([said.threadId]);
    const all = await begin(of({ priority: "none" }, "quest"), { priority: "low" });
    expect(await end(all.id)).toMatchObject({ total: ids.length, changed: ids.length });
    const nothing = begin(of({ queue: "closed" }, "theremin"), { priority: "low" });
    await expect(nothing).rejects.toMatchObject({ code: "not_found" });
  });

  it("can be looked up for 30 days", async () => {
    const [first = ""] = await converse(1);
    const { id } = await begin({ threadIds: [first] }, { priority: "low" });
    await end(id);
    const monthMs = 30 * 24 * 60 * 60_000;
    const { db } = talk.server.store;
    const { createdAt } = await read(id);
    await removeOldChanges(db, createdAt + monthMs - 1);
    expect((await read(id)).id).toBe(id);
    await removeOldChanges(db, createdAt + monthMs);
    await expect(read(id)).rejects.toMatchObject({ status: 404 });
  });

  /** As a process leaves it that was killed after its second conversation. */
  async function leaveHalfDone({ id, doneTo }: { id: string; doneTo: string }) {
    const { db } = talk.server.store;
    const { jobId } = await db
      .updateTable("threadChanges")
      .set({ doneTo, changed: 2 })
      .where("id", "=", id)
      .returning("jobId")
      .executeTakeFirstOrThrow();
    await db.deleteFrom("movedThreads").where("changeId", "=", id).where("threadId", ">", doneTo).execute();
    await setJob(jobId, { leaseUntil: 0 });
  }

  async function setJob(jobId: string, { leaseUntil }: { leaseUntil: number }) {
    await talk.server.store.db
      .updateTable("jobs")
      .set({ state: "running", owner: "another process", leaseUntil, endedAt: null })
      .where("id", "=", jobId)
      .execute();
  }

  it("runs one at a time for each person, and is canceled only by them or a manager", async () => {
    const [first = ""] = await converse(2);
    const { id } = await begin({ threadIds: [first] }, { priority: "low" }, support);
    await end(id);
    const { jobId } = await talk.server.store.db
      .selectFrom("threadChanges")
      .select("jobId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await setJob(jobId, { leaseUntil: talk.server.clock.now() + 60 * 60_000 });
    await expect(begin({ filter: {} }, { priority: "low" }, support)).rejects.toMatchObject({
      ...{ status: 409, code: "conflict" },
    });
    const cancel = (by: Member) =>
      talk.server.as(by).call(cancelThreadChange, { params: { ...params(), threadChangeId: id } });
    const other = await talk.server.createMember(talk.owner.organizationId, "support");
    await expect(cancel(other)).rejects.toMatchObject({ status: 403, code: "forbidden" });
    expect((await cancel(support)).data.state).toBe("running");
    await setJob(jobId, { leaseUntil: 0 });
    expect(await end(id)).toMatchObject({ state: "cancelled", changed: 1 });
    expect((await begin({ filter: {} }, { priority: "low" }, support)).total).toBe(2);
  });

  it("is refused before any change when it is ambiguous", async () => {
    const [first = ""] = await converse(1);
    const of = { threadIds: [first] };
    const bad: [ChangedThreads, ManyChange, number][] = [
      [of, {}, 400],
      [of, { status: "snoozed" }, 400],
      [of, { assigneeId: "nobody-here" }, 400],
      [of, { addLabelIds: ["no-label"] }, 400],
      [of, { handledBy: "human" } as never, 400],
      [of, { handledBy: "ai", assigneeId: support.user._id }, 400],
      [of, { note: "They were refunded." }, 400],
      [{ threadIds: [] }, { priority: "low" }, 400],
      [{ threadIds: ["no-thread"] }, { priority: "low" }, 404],
      [{ filter: { priority: "urgent" } }, { priority: "low" }, 404],
      [{ filter: { mood: "bad" } } as never, { priority: "low" }, 400],
    ];
    for (const [wanted, change, status] of bad) {
      await expect(begin(wanted, change), JSON.stringify([wanted, change])).rejects.toMatchObject({ status });
    }
    expect(await events(first)).toEqual([]);
  });

  it("ends with the reason when its author has left", async () => {
    const [first = ""] = await converse(1);
    const member = await talk.server.createMember(talk.owner.organizationId, "support");
    const { id } = await begin({ threadIds: [first] }, { priority: "low" }, member);
    await end(id);
    const { jobId } = await talk.server.store.db
      .updateTable("threadChanges")
      .set({ doneTo: "", changed: 0 })
      .where("id", "=", id)
      .returning("jobId")
      .executeTakeFirstOrThrow();
    await talk.server.store.db.deleteFrom("movedThreads").where("changeId", "=", id).execute();
    await talk.server.store.db.deleteFrom("members").where("userId", "=", member.user._id).execute();
    await setJob(jobId, { leaseUntil: 0 });
    expect(await end(id)).toMatchObject({
      ...{
        state: "failed",
        changed: 0,
        error: "The member who started it can no longer do this in this organization.",
      },
    });
  });

  // The last one: it ends the server of the others.
  it("continues after a restart where it was, and does nothing twice", async () => {
    const ids = (await converse(4)).toSorted();
    const { id } = await begin({ filter: {} }, { priority: "low" });
    await end(id);
    await talk.server.app.stop(10_000);
    await leaveHalfDone({ id, doneTo: ids[1] ?? "" });
    await talk.server.store.db
      .updateTable("threads")
      .set({ priority: 0 })
      .where("id", "in", ids.slice(2))
      .execute();
    const { store: same, dataDir } = talk.server;
    const server = await startTestServer({
      store: { ...store, open: async () => ({ store: same }) as never },
      secrets: openSecrets({ dataDir }),
    });
    expect(await end(id, server)).toMatchObject({ state: "done", total: 4, changed: 4, unchanged: 0 });
    expect(await events(ids[0] ?? "", server)).toEqual(["priority"]);
    expect(await events(ids[3] ?? "", server)).toEqual(["priority", "priority"]);
  });
});
