import { beforeEach, describe, expect, it, vi } from "vitest";
import { getAgent, publishAgent, updateAgent } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { listAuditEntries } from "../../../../shared/contract/accounts/audit.ts";
import { requestPerson } from "../../../../shared/contract/conversations/conversations.ts";
import { listThreads, updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { forecastRetention } from "../../../../shared/contract/conversations/threads/retention.ts";
import { retentionAction } from "../../../../shared/domain/retention.ts";
import { planRetention } from "../../../../server/conversations/threads/retention/retention.ts";
import { newId } from "../../../../server/database/ids.ts";
import { createJobs } from "../../../../server/jobs/jobs.ts";
import type { Visitor } from "../../../kit/factories.ts";
import { startTestServer } from "../../../kit/server.ts";
import type { TestServer } from "../../../kit/server.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say } from "../../../kit/conversations/threads/talks.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** The server's own queue finds what another process has queued. */
const silent = { publish: () => {}, subscribe: () => () => {} };

describe.each(bothStores())("the retention of conversations on $name", (store) => {
  let server: TestServer;
  let owner: Awaited<ReturnType<TestServer["createOwner"]>>;
  beforeEach(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
  });

  it("deletes older conversations with all their data, and keeps the rest", async () => {
    const agent = await retain(await server.createAgent(owner), 2);
    const old = await talk(agent);
    server.clock.advance(3 * dayMs);
    const young = await talk(agent);
    expect(await forecast(agent, 2)).toMatchObject({ conversations: 1, files: 0, keptOpen: 0 });
    await run(agent);
    expect(await threadIds(agent)).toEqual([young.threadId]);
    for (const table of ["messages", "receipts"] as const) {
      const rows = await server.store.db
        .selectFrom(table)
        .select("threadId")
        .where("threadId", "=", old.threadId)
        .execute();
      expect(rows, table).toEqual([]);
    }
    // That it went is all that is told of it.
    const told = server.store.db.selectFrom("liveEvents").select(["kind", "contactId", "payload"]);
    const end = (type: string) => JSON.stringify({ facts: [{ type }] });
    expect(await told.where("threadId", "=", old.threadId).execute()).toEqual([
      { kind: "threadGone", contactId: null, payload: end("conversation.deleted") },
    ]);
    const ofVisitor = told.where("contactId", "=", old.visitor.contactId).orderBy("number", "desc");
    expect(await ofVisitor.executeTakeFirst()).toMatchObject({ payload: end("contact.deleted") });
    expect(await contactsOf(agent)).toEqual([young.visitor.contactId]);
    // A visitor who comes back starts over.
    await expect(listen(say(server, old.visitor, { content: "Hello again" }))).rejects.toMatchObject({
      status: 401,
    });
  });

  it("deletes the webhook deliveries of a visitor who is deleted with it", async () => {
    const agent = await retain(await server.createAgent(owner), 2);
    await talk(agent);
    const [about = ""] = await contactsOf(agent);
    const { organizationId } = owner;
    await server.store.db
      .insertInto("webhookDeliveries")
      .values({
        ...{ organizationId, id: newId(), webhookId: "hook", eventId: "evt_1", type: "contact.created" },
        ...{ agentId: agent.id, about, position: 0, payload: "{}", state: "failed", isAgain: 0 },
        ...{ attempts: 0, tries: 0, dueAt: null, owner: null, leaseUntil: null, status: null, ms: null },
        ...{ error: null, createdAt: server.clock.now(), endedAt: 1 },
      })
      .execute();
    server.clock.advance(3 * dayMs);
    await run(agent);
    expect(await contactsOf(agent)).toEqual([]);
    expect(await server.store.db.selectFrom("webhookDeliveries").select("id").execute()).toEqual([]);
  });

  it("never deletes one that waits for a person or that a person has, until it is resolved", async () => {
    const agent = await retain(await server.createAgent(owner), 2);
    const [waiting, taken] = [await talk(agent), await talk(agent)];
    const params = { productId: agent.id };
    const body = { data: { clientId: newClientId(), threadId: waiting.threadId } };
    await server.as(waiting.visitor).call(requestPerson, { params, body });
    await change(agent, taken.threadId, { handledBy: "human" });
    server.clock.advance(3 * dayMs);
    expect(await forecast(agent, 2)).toMatchObject({ conversations: 0, keptOpen: 2 });
    const gone = await talk(agent);
    server.clock.advance(3 * dayMs);
    await run(agent);
    expect((await threadIds(agent)).toSorted()).toEqual([waiting.threadId, taken.threadId].toSorted());
    expect(await contactsOf(agent)).not.toContain(gone.visitor.contactId);
    await change(agent, taken.threadId, { status: "resolved" });
    server.clock.advance(3 * dayMs);
    await run(agent);
    expect(await threadIds(agent)).toEqual([waiting.threadId]);
  });

  it("is off until it is published, and for existing agents", async () => {
    const agent = await server.createAgent(owner);
    await talk(agent);
    await save(agent, 1);
    server.clock.advance(5 * dayMs);
    await planRetention({ store: server.store, jobs: queue() });
    expect(await jobsOf(agent)).toEqual([]);
    expect(await threadIds(agent)).toHaveLength(1);
  });

  it("is in the audit log with the number of deletions, without an actor", async () => {
    const agent = await retain(await server.createAgent(owner), 1);
    await talk(agent);
    await talk(agent);
    server.clock.advance(2 * dayMs);
    await run(agent);
    const query = { action: retentionAction };
    const { items, actions } = await server.as(owner).call(listAuditEntries, { query });
    expect(items[0]).toMatchObject({
      actor: null,
      outcome: "done",
      targets: { productId: agent.id, conversations: "2", files: "0" },
    });
    expect(actions).toContain(retentionAction);
  });

  it("affects no other agent and no other organization", async () => {
    const agent = await retain(await server.createAgent(owner), 1);
    const stranger = await server.createOwner();
    const [other, foreign] = [await server.createAgent(owner), await server.createAgent(stranger)];
    await talk(agent);
    await talk(other);
    await talk(foreign, stranger);
    server.clock.advance(2 * dayMs);
    await run(agent);
    expect(await threadIds(agent)).toEqual([]);
    expect(await threadIds(other)).toHaveLength(1);
    expect(await threadIds(foreign, stranger)).toHaveLength(1);
  });

  it.each([0, -1, 3651, 1.5, "7"])("refuses %j days", async (days) => {
    const agent = await server.createAgent(owner);
    await expect(save(agent, days as number)).rejects.toMatchObject({ status: 400 });
  });

  const queue = () => createJobs({ store: server.store, bus: silent, now: server.clock.now });

  /** Queues the job as the day's plan does, and waits for its end. */
  async function run(agent: Agent): Promise<void> {
    await planRetention({ store: server.store, jobs: queue() });
    await vi.waitUntil(async () => (await jobsOf(agent)).every(({ state }) => state === "done"), 20_000);
    expect(await jobsOf(agent)).not.toEqual([]);
  }

  async function jobsOf({ id }: Agent) {
    return server.store.db
      .selectFrom("jobs")
      .select("state")
      .where("kind", "=", "conversations.retention")
      .where("key", "=", id)
      .execute();
  }

  async function talk({ id }: Agent, by = owner): Promise<{ visitor: Visitor; threadId: string }> {
    const visitor = await server.createVisitor(by, id);
    const { threadId } = await listen(say(server, visitor, { content: "Are you open?" }));
    return { visitor, threadId };
  }

  async function save({ id }: Agent, retentionDays: number): Promise<void> {
    const params = { productId: id };
    const { revision, configuration } = (await server.as(owner).call(getAgent, { params })).data;
    const body = { data: { revision, configuration: { ...configuration, retentionDays } } };
    await server.as(owner).call(updateAgent, { params, body });
  }

  async function retain(agent: Agent, days: number): Promise<Agent> {
    await save(agent, days);
    return (await server.as(owner).call(publishAgent, { params: { productId: agent.id } })).data;
  }

  async function change({ id }: Agent, threadId: string, data: object): Promise<void> {
    await server.as(owner).call(updateThread, { params: { productId: id, threadId }, body: { data } });
  }

  async function forecast({ id }: Agent, days: number) {
    const query = { days };
    return (await server.as(owner).call(forecastRetention, { params: { productId: id }, query })).data;
  }

  async function threadIds({ id }: Agent, by = owner): Promise<string[]> {
    const { items } = await server.as(by).call(listThreads, { params: { productId: id } });
    return items.map((thread) => thread.id);
  }

  async function contactsOf({ id }: Agent): Promise<string[]> {
    const rows = await server.store.db
      .selectFrom("contacts")
      .select("id")
      .where("agentId", "=", id)
      .execute();
    return rows.map((row) => row.id);
  }
});
