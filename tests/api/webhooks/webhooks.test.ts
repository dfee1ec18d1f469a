import * as v from "valibot";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  endThread,
  rateThread,
  requestPerson,
} from "../../../shared/contract/conversations/conversations.ts";
import { sendReply, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { identifyVisitor } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  createWebhook,
  endOldWebhookSecret,
  getDelivery,
  getWebhook,
  listDeliveries,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  webhookPayload,
} from "../../../shared/contract/webhooks/webhooks.ts";
import { webhookEventNames } from "../../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../../shared/domain/webhooks.ts";
import { newId } from "../../../server/database/ids.ts";
import { createEvents } from "../../../server/live/events.ts";
import { say as answerByModel } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { isSignedBy, startWebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";
import type { WebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";

describe.each(stores())("webhooks on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let receiver: WebhookReceiver;
  const made: string[] = [];
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    agent = await talk.createAgent();
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    for (const webhookId of made.splice(0)) await owner().call(removeWebhook, { params: { webhookId } });
    await receiver.stop();
  });

  it("report every event of a conversation in order, each body as the contract describes it", async () => {
    const { secret } = await make();
    const { visitor, thread } = await converse("Where is my order?");
    await talk.server.as(visitor).call(requestPerson, {
      params: { productId: agent.id },
      body: { data: { clientId: newClientId(), threadId: thread.params.threadId } },
    });
    const reply = { data: { clientId: newClientId(), content: "It left today." } };
    await owner().call(updateThread, { ...thread, body: { data: { handledBy: "human" } } });
    await owner().call(sendReply, { ...thread, body: reply });
    await talk.server.as(visitor).call(endThread, thread);
    await talk.server.as(visitor).call(rateThread, { ...thread, body: { data: { score: 4 } } });

    const arrived = await receiver.until(11);
    expect(arrived.map(({ body }) => describeBody(body))).toEqual([
      "conversation.created",
      "message.created user Where is my order?",
      "message.created assistant It is on its way.",
      'conversation.handed_over "ai" > "human"',
      "conversation.updated resolution",
      `conversation.assigned ${holder(null)} > ${holder(talk.owner.user._id)}`,
      "message.created support It left today.",
      'conversation.handed_over "human" > "ai"',
      `conversation.assigned ${holder(talk.owner.user._id)} > ${holder(null)}`,
      'conversation.status_changed "open" > "resolved"',
      "conversation.rated null > 4",
    ]);
    for (const delivery of arrived) {
      expect(v.safeParse(webhookPayload, delivery.body).issues).toBeUndefined();
      expect(await isSignedBy(delivery, secret)).toBe(true);
      expect(Math.abs(talk.server.clock.now() / 1000 - delivery.timestamp)).toBeLessThan(60);
      expect(delivery.headers["content-type"]).toBe("application/json");
    }
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(arrived.length);
  });

  it("report a new contact, and when it becomes known who they are", async () => {
    await make({ events: ["contact.created", "contact.identified"] });
    const visitor = await talk.server.createVisitor(talk.owner, agent.id);
    const [created] = await receiver.until(1);
    const known = { email: "ada@example.com", name: "Ada" };
    await talk.server.as(visitor).call(identifyVisitor, {
      params: { productId: agent.id },
      body: { data: known },
    });
    const [, identified] = await receiver.until(2);
    expect(created?.body).toMatchObject({
      type: "contact.created",
      data: { agentId: agent.id, contact: { id: visitor.contactId, email: null, externalId: null } },
    });
    expect(identified?.body).toMatchObject({
      type: "contact.identified",
      data: { contact: { id: visitor.contactId, ...known, verified: false } },
    });
    for (const { body } of receiver.arrived) {
      expect(v.safeParse(webhookPayload, body).issues).toBeUndefined();
    }
  });

  it("report only the chosen events of the chosen agents, and nothing of previews", async () => {
    const other = await talk.createAgent();
    await make({ events: ["message.created"], agentIds: [other.id] });
    await converse("To the first agent");
    const preview = await talk.openVisitor(other, { preview: true });
    await listen(say(talk.server, preview, { content: "In the preview" }));
    const { visitor } = await converse("To the other agent", other);
    expect(visitor.agentId).toBe(other.id);
    const arrived = await receiver.until(2);
    expect(arrived.map(({ body }) => describeBody(body))).toEqual([
      "message.created user To the other agent",
      "message.created assistant It is on its way.",
    ]);
  });

  it("leave the team's notes out for subscribers without them", async () => {
    const told = await startWebhookReceiver();
    await make({ events: ["message.created"] });
    await make({ events: ["message.created"], includesNotes: true, url: told.url });
    const { thread } = await converse("Hello");
    await Promise.all([receiver.until(2), told.until(2)]);
    await writeNote(thread.params.threadId, "Between us");
    const reply = { data: { clientId: newClientId(), content: "To you" } };
    await owner().call(sendReply, { ...thread, body: reply });
    await told.until(4);
    await receiver.until(3);
    await told.stop();
    expect(told.arrived.slice(2).map(({ body }) => describeBody(body))).toEqual([
      "message.created support Between us",
      "message.created support To you",
    ]);
    expect(receiver.arrived.slice(2).map(({ body }) => describeBody(body))).toEqual([
      "message.created support To you",
    ]);
  });

  it("sign with both secrets while one replaces the other", async () => {
    const { id: webhookId, secret: first } = await make({ events: ["message.created"] });
    const at = { params: { webhookId } };
    const rotated = (await owner().call(rotateWebhookSecret, at)).data;
    const second = rotated.secret;
    expect(rotated.oldSecretUntil).toBeGreaterThan(talk.server.clock.now());
    await converse("Under both");
    const [both] = await receiver.until(2);
    expect(both?.signatures).toHaveLength(2);
    expect(await Promise.all([first, second].map((one) => both && isSignedBy(both, one)))).toEqual([
      true,
      true,
    ]);

    expect((await owner().call(endOldWebhookSecret, at)).data.oldSecretUntil).toBeNull();
    await converse("Under the new one");
    const last = (await receiver.until(4)).at(-1);
    expect(await Promise.all([first, second].map((one) => last && isSignedBy(last, one)))).toEqual([
      false,
      true,
    ]);

    const third = (await owner().call(rotateWebhookSecret, at)).data.secret;
    talk.server.clock.advance(24 * 60 * 60 * 1000 + 1000);
    await owner().call(testWebhook, at);
    const aged = (await receiver.until(5)).at(-1);
    expect(aged?.signatures).toHaveLength(1);
    expect(await Promise.all([second, third].map((one) => aged && isSignedBy(aged, one)))).toEqual([
      false,
      true,
    ]);
  });

  it("are tested by a test event, which shows request and response", async () => {
    const { id: webhookId, secret } = await make();
    receiver.react((_delivery, response) => {
      response.writeHead(200, { "x-long": "a".repeat(900) }).end(`fine\u0000${"b".repeat(5000)}`);
    });
    const { data } = await owner().call(testWebhook, { params: { webhookId } });
    const [arrived] = await receiver.until(1);
    expect(arrived?.id).toBe(data.eventId);
    expect(data).toMatchObject({ type: webhookEventNames[0], isTest: true });
    expect(arrived?.body).toMatchObject({ type: webhookEventNames[0], test: true });
    expect(arrived && (await isSignedBy(arrived, secret))).toBe(true);
    const shown = await untilDelivery(webhookId, data.id, ({ state }) => state === "delivered");
    expect(shown).toMatchObject({ attempts: 1, status: 200, error: null, payload: arrived?.raw });
    const [attempt] = shown.history;
    expect(attempt?.responseBody).toMatch(/^fine\ufffdb+$/);
    expect(attempt?.responseBody).toHaveLength(2000);
    expect(attempt?.responseHeaders["x-long"]).toHaveLength(200);
    expect(attempt?.requestHeaders["webhook-id"]).toBe(data.eventId);
    const { data: webhook } = await owner().call(getWebhook, { params: { webhookId } });
    expect(webhook).toMatchObject({ failingSince: null, lastDeliveredAt: null, isEnabled: true });
  });

  it("are tested by a sample of each subscribed event, shaped and signed like a real one", async () => {
    const { id: webhookId, secret } = await make({ agentIds: [agent.id], events: webhookEventNames });
    for (const [index, event] of webhookEventNames.entries()) {
      // As seldom as a session may.
      talk.server.clock.advance(10_000);
      await owner().call(testWebhook, { params: { webhookId }, body: { data: { event } } });
      const arrived = (await receiver.until(index + 1)).at(-1);
      expect(arrived?.body).toEqual(v.parse(webhookPayload, arrived?.body));
      expect(arrived?.body).toMatchObject({ type: event, test: true, data: { agentId: agent.id } });
      expect(arrived?.id).toMatch(/^evt_test_/);
      expect(arrived && (await isSignedBy(arrived, secret))).toBe(true);
    }
    const { items } = await owner().call(listDeliveries, { params: { webhookId }, query: { limit: 100 } });
    expect(items.map(({ type }) => type)).toEqual(webhookEventNames.toReversed());
    expect(items.every(({ isTest }) => isTest)).toBe(true);
  });

  it("refuse a test with an event that they don't subscribe to", async () => {
    const { id: webhookId } = await make({ events: ["message.created"] });
    talk.server.clock.advance(20_000);
    const body = { data: { event: "contact.deleted" as const } };
    await expect(owner().call(testWebhook, { params: { webhookId }, body })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const { data } = await owner().call(testWebhook, { params: { webhookId } });
    expect(data.type).toBe("message.created");
  });

  it("start with later events, and continue from then on when they are turned on again", async () => {
    await converse("Before there was one");
    const { id: webhookId } = await make({ events: ["message.created"] });
    await converse("One");
    await receiver.until(2);
    const turn = (isEnabled: boolean) =>
      owner().call(updateWebhook, { params: { webhookId }, body: { data: { isEnabled } } });
    expect((await turn(false)).data).toMatchObject({ isEnabled: false, disabledBecause: "person" });
    await converse("Two");
    expect((await turn(true)).data).toMatchObject({ isEnabled: true, disabledBecause: null });
    await converse("Three");
    const arrived = await receiver.until(4);
    const said = arrived.map(({ body }) => describeBody(body)).filter((one) => one.includes(" user "));
    expect(said).toEqual(["message.created user One", "message.created user Three"]);
  });

  it("A1, G5: call no private address, and name no foreign agent", async () => {
    const closed = await startTalkingServer(store);
    const create = (data: { url: string; agentIds?: string[] }) =>
      closed.server.as(closed.owner).call(createWebhook, {
        body: { data: { name: "Hook", events: ["message.created"], ...data } },
      });
    for (const url of [receiver.url, "http://169.254.169.254/latest", "http://[::1]:8080/"]) {
      await expect(create({ url })).rejects.toMatchObject({
        ...{ status: 400, code: "invalid_input" },
        body: { error: { fields: [{ path: "body.data.url" }] } },
      });
    }
    await expect(create({ url: "https://192.0.2.9.example", agentIds: [agent.id] })).rejects.toMatchObject({
      status: 400,
    });
    expect(receiver.arrived).toEqual([]);
  });

  const owner = () => talk.server.as(talk.owner);

  interface Given {
    events?: WebhookEvent[];
    agentIds?: string[] | null;
    includesNotes?: boolean;
    url?: string;
  }

  async function make(given: Given = {}) {
    const events = webhookEventNames.filter((name) => !name.startsWith("contact."));
    const body = { data: { name: "Hook", url: receiver.url, events, agentIds: [agent.id], ...given } };
    const { data } = await owner().call(createWebhook, { body });
    made.push(data.id);
    return data;
  }

  async function converse(content: string, to = agent) {
    const provider = await talk.useProvider();
    provider.script(answerByModel("chat", ["It is on its way."]));
    const visitor: TestVisitor = await talk.openVisitor(to);
    const { threadId } = await listen(say(talk.server, visitor, { content }));
    return { visitor, thread: { params: { productId: to.id, threadId } } };
  }

  /** No call of ours writes one yet: the row and its live event, as every message has them. */
  async function writeNote(threadId: string, content: string) {
    const events = createEvents({ store: talk.server.store, bus: silentBus });
    await talk.server.store.transaction(async (tx) => {
      const before = await tx
        .selectFrom("messages")
        .selectAll()
        .where("threadId", "=", threadId)
        .where("role", "=", "assistant")
        .executeTakeFirstOrThrow();
      const note = { id: newId(), role: "support", audience: "team", content, position: 50 } as const;
      await tx
        .insertInto("messages")
        .values({ ...before, ...note, inReplyTo: null })
        .execute();
      const { organizationId, agentId, contactId } = before;
      const facts = [{ type: "message.created" }];
      await events.append(tx, {
        ...{ organizationId, agentId, contactId, threadId, kind: "message", audience: "team" },
        ...{ payload: { messageId: note.id, facts }, createdAt: talk.server.clock.now() },
      });
    });
  }

  async function untilDelivery(
    webhookId: string,
    deliveryId: string,
    holds: (delivery: { state: string; attempts: number }) => boolean,
  ) {
    return vi.waitUntil(async () => {
      const { data } = await owner().call(getDelivery, { params: { webhookId, deliveryId } });
      return holds(data) && data;
    });
  }
});

const silentBus = { publish: () => {}, subscribe: () => () => {}, close: async () => {} };

/** A holder as it is told. */
function holder(assigneeId: string | null): string {
  return JSON.stringify({ assigneeId, teamId: null });
}

function describeBody({ type, data }: { type: string; data: Record<string, unknown> }): string {
  const { message, change, changed } = data as {
    changed?: string[];
    message?: { role: string; content: string };
    change?: { from: unknown; to: unknown };
  };
  if (changed) return `${type} ${changed.join()}`;
  if (message) return `${type} ${message.role} ${message.content}`;
  return change ? `${type} ${JSON.stringify(change.from)} > ${JSON.stringify(change.to)}` : type;
}
