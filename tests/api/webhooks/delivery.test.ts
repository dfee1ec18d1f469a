import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  createWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  redeliver,
  redeliverFailed,
  removeWebhook,
  testWebhook,
  updateWebhook,
} from "../../../shared/contract/webhooks/webhooks.ts";
import { sendReply } from "../../../shared/contract/conversations/threads/threads.ts";
import { deliveriesKept } from "../../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../../shared/domain/webhooks.ts";
import { pruneDeliveries } from "../../../server/webhooks/history.ts";
import { newId } from "../../../server/database/ids.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import { answerWith, startWebhookReceiver, takeIt } from "../../kit/webhooks/webhookReceiver.ts";
import type { ArrivedDelivery, WebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";

const minute = 60_000;
const hour = 60 * minute;

describe.each(stores())("a webhook delivery on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let receiver: WebhookReceiver;
  let mail: MailServer;
  const made: string[] = [];
  beforeAll(async () => {
    mail = await startMailServer();
    talk = await startTalkingServer(store, {
      egressAllow: ["127.0.0.0/8"],
      mail: { smtpUrl: mail.url, from: undefined },
    });
    // Paused, so that what visitors write stands alone.
    agent = await talk.createAgent();
    await owner().call(updateAgentStatus, {
      params: { productId: agent.id },
      body: { data: { status: "paused" } },
    });
    return () => mail.stop();
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    for (const webhookId of made.splice(0)) await owner().call(removeWebhook, { params: { webhookId } });
    await receiver.stop();
  });

  it("is deleted with its conversation and contact, and with the agent", async () => {
    const { server } = talk;
    // A paused agent's chat opens for nobody.
    const live = await talk.createAgent();
    const at = await make({ events: ["message.created", "contact.created"] });
    const agentIds = [agent.id, live.id];
    await owner().call(updateWebhook, { ...at, body: { data: { agentIds } } });
    const count = async () => (await owner().call(listDeliveries, at)).page.total;
    const { thread } = await converse("To be forgotten");
    const visitor = await server.createVisitor(talk.owner, live.id);
    await server.createVisitor(talk.owner, live.id);
    await receiver.until(3);
    const isOver = async () => (await owner().call(getWebhook, at)).data.waiting === 0;
    await vi.waitUntil(isOver);
    await pruneDeliveries(server.store, server.clock.now());
    expect(await count()).toBe(3);
    await server.store.db.deleteFrom("threads").where("id", "=", thread.params.threadId).execute();
    await server.store.db.deleteFrom("contacts").where("id", "=", visitor.contactId).execute();
    await pruneDeliveries(server.store, server.clock.now());
    expect(await count()).toBe(1);
    await deleteForGood(owner(), live.id);
    await vi.waitUntil(async () => (await count()) === 0);
  });

  it("is retried with the same id and body and a fresh time, after ever longer pauses, until it is accepted", async () => {
    const at = await make();
    receiver.react(answerWith(500, {}, "not now"));
    await converse("Hello");
    const tried = [await untilTried(at, 1)];
    const pauses = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute];
    for (const [index, pause] of pauses.entries()) {
      const { nextAttemptAt } = tried.at(-1) ?? { nextAttemptAt: null };
      const waits = (nextAttemptAt ?? 0) - talk.server.clock.now();
      expect(waits).toBeGreaterThan(pause - 5_000);
      expect(waits).toBeLessThan(pause * 1.2 + 1);
      if (index === pauses.length - 1) receiver.react(takeIt);
      talk.server.clock.advance(waits + 1);
      tried.push(await untilTried(at, index + 2));
    }
    const [first, ...rest] = receiver.arrived;
    for (const again of rest) {
      expect([again.id, again.raw]).toEqual([first?.id, first?.raw]);
      expect(again.timestamp).toBeGreaterThanOrEqual(first?.timestamp ?? 0);
    }
    expect(tried.at(-1)).toMatchObject({ state: "delivered", attempts: 6, status: 204, error: null });
    const detail = await read(at, tried.at(-1)?.id ?? "");
    expect(detail.history.map(({ number, status }) => [number, status])).toEqual([
      [6, 204],
      ...[5, 4, 3, 2, 1].map((number) => [number, 500]),
    ]);
    expect(detail.history.at(-1)).toMatchObject({
      responseBody: "not now",
      error: "The address answered with 500.",
    });
  });

  it("waits as long as the receiver asks to, and no shorter", async () => {
    const at = await make();
    receiver.react(answerWith(429, { "retry-after": "900" }));
    await converse("Hello");
    const { nextAttemptAt } = await untilTried(at, 1);
    expect((nextAttemptAt ?? 0) - talk.server.clock.now()).toBeGreaterThan(14 * minute);
    const date = new Date(talk.server.clock.now() + 2 * hour).toUTCString();
    receiver.react(answerWith(503, { "retry-after": date }));
    talk.server.clock.advance(15 * minute + 1);
    const second = await untilTried(at, 2);
    expect((second.nextAttemptAt ?? 0) - talk.server.clock.now()).toBeGreaterThan(hour);
  });

  it("keeps a conversation's order while one delivery fails, and delays no other conversation", async () => {
    const at = await make();
    const failing = refuseContent("Bad one");
    receiver.react(failing);
    const { thread } = await converse("Bad one");
    await reply(thread, "And then this");
    await untilTried(at, 1);
    await converse("Somebody else");
    await vi.waitUntil(() => contents(receiver.arrived).includes("Somebody else"));
    expect(contents(receiver.arrived)).not.toContain("And then this");
    receiver.react(takeIt);
    talk.server.clock.advance(10_000);
    await vi.waitUntil(() => contents(receiver.arrived).includes("And then this"));
    const own = receiver.arrived.filter(({ body }) => body.data["threadId"] === thread.params.threadId);
    expect(contents(own)).toEqual(["Bad one", "Bad one", "And then this"]);
  });

  it("G5: delays no other webhook when one never answers", async () => {
    const patient = await startWebhookReceiver();
    receiver.react(() => {});
    await make();
    await make({ url: patient.url });
    const said = Array.from({ length: 6 }, (_, index) => `Word ${index}`);
    for (const content of said) await converse(content);
    await patient.until(6);
    expect(contents(patient.arrived).toSorted()).toEqual(said);
    // At most four at once go to one address.
    expect(receiver.arrived.length).toBeLessThanOrEqual(4);
    await patient.stop();
  });

  it("is given up after six failed attempts, so that its conversation continues", async () => {
    const at = await make();
    receiver.react(refuseContent("Poison"));
    const { thread } = await converse("Poison");
    await reply(thread, "After it");
    for (let tries = 1; tries < 6; tries += 1) {
      await untilTried(at, tries);
      expect(contents(receiver.arrived)).not.toContain("After it");
      talk.server.clock.advance(hour);
    }
    await vi.waitUntil(() => contents(receiver.arrived).includes("After it"));
    expect((await oldest(at)).state).toBe("waiting");
  });

  it("G5: turns off a webhook whose address is gone, and tells owners and admins by mail", async () => {
    const admin = await talk.server.createMember(talk.owner.organizationId, "admin");
    const support = await talk.server.createMember(talk.owner.organizationId, "support");
    const at = await make();
    receiver.react(answerWith(410));
    await converse("Hello");
    const off = await untilOff(at);
    expect(off).toMatchObject({ disabledBecause: "gone", waiting: 0 });
    const told = () =>
      [talk.owner, admin].every(({ user }) => mail.letters.some(({ to }) => to.includes(user.email)));
    await vi.waitUntil(told);
    const letter = mail.letters.find(({ to }) => to.includes(admin.user.email));
    expect(letter?.source).toContain(`/account/webhooks?webhook=${at.params.webhookId}`);
    expect(mail.letters.some(({ to }) => to.includes(support.user.email))).toBe(false);
    await converse("Nobody is told");
    expect(receiver.arrived).toHaveLength(1);
    await expect(
      owner().call(redeliverFailed, { ...at, body: { data: { since: 0 } } }),
    ).rejects.toMatchObject({ status: 409, code: "conflict" });
  });

  it("G5: turns off a webhook that accepted nothing for three days, and gives up what waited (fault 39)", async () => {
    const at = await make();
    receiver.react(answerWith(500));
    await converse("Hello");
    let { attempts, nextAttemptAt, state } = await untilTried(at, 1);
    while (state === "waiting") {
      talk.server.clock.advance((nextAttemptAt ?? 0) - talk.server.clock.now() + 1);
      ({ attempts, nextAttemptAt, state } = await untilTried(at, attempts + 1));
    }
    expect(attempts).toBe(12);
    expect(await untilOff(at)).toMatchObject({ disabledBecause: "failing", waiting: 0 });
    const { failingSince, disabledAt } = (await owner().call(getWebhook, at)).data;
    expect((disabledAt ?? 0) - (failingSince ?? 0)).toBeGreaterThanOrEqual(72 * hour);
    expect((disabledAt ?? 0) - (failingSince ?? 0)).toBeLessThan(90 * hour);

    receiver.react(takeIt);
    await owner().call(updateWebhook, { ...at, body: { data: { isEnabled: true } } });
    const since = talk.server.clock.now() - 100 * hour;
    const { data } = await owner().call(redeliverFailed, { ...at, body: { data: { since } } });
    expect(data.count).toBe(1);
    await vi.waitUntil(async () => (await oldest(at)).state === "delivered");
    expect((await owner().call(getWebhook, at)).data).toMatchObject({ isEnabled: true, failingSince: null });
  });

  it("isn't repeated as a test when all failed ones are sent again", async () => {
    const at = await make();
    receiver.react(answerWith(500));
    const test = await untilEnded(at, (await owner().call(testWebhook, at)).data.id);
    expect(test).toMatchObject({ state: "failed" });
    const { data } = await owner().call(redeliverFailed, { ...at, body: { data: { since: 0 } } });
    expect(data.count).toBe(0);
    expect((await oldest(at)).state).toBe("failed");
  });

  it("is sent again at once under the same id on request", async () => {
    const at = await make();
    const { thread } = await converse("Once more");
    await receiver.until(1);
    await vi.waitUntil(async () => (await oldest(at)).state === "delivered");
    const { id: deliveryId, eventId } = await oldest(at);
    const params = { ...at.params, deliveryId };
    expect((await owner().call(redeliver, { params })).data).toMatchObject({ state: "waiting" });
    const [first, again] = await receiver.until(2);
    expect([again?.id, again?.raw]).toEqual([eventId, first?.raw]);
    expect(thread.params.threadId).toBe(again?.body.data["threadId"]);
  });

  it("G5: follows no redirect, and reads no endless answer", async () => {
    const elsewhere = await startWebServer((_request, response) => void response.end("hi"));
    const at = await make();
    receiver.react(answerWith(302, { location: `${elsewhere.origin}/next` }));
    const redirected = await untilEnded(at, (await owner().call(testWebhook, at)).data.id);
    expect(redirected).toMatchObject({ state: "failed", status: 302 });
    expect(redirected.error).toContain("redirects");
    expect(elsewhere.hits).toEqual([]);
    receiver.react(answerWith(200, {}, "x".repeat(200_000)));
    const large = await untilEnded(at, (await owner().call(testWebhook, at)).data.id);
    expect(large).toMatchObject({ state: "delivered", status: 200, error: null });
    await elsewhere.stop();
  });

  it("is shown to the owner with a reason when nothing listens", async () => {
    const silent = await startWebServer((_request, response) => void response.end());
    await silent.stop();
    const at = await make({ url: `${silent.origin}/hook` });
    const ended = await untilEnded(at, (await owner().call(testWebhook, at)).data.id);
    expect(ended).toMatchObject({ state: "failed", status: null });
    expect(ended.error).toContain("could not be reached");
  });

  it("is kept for 14 days and up to the newest 5,000, and a waiting one is kept", async () => {
    const at = await make();
    await converse("Kept");
    await receiver.until(1);
    await vi.waitUntil(async () => (await oldest(at)).state === "delivered");
    const { server } = talk;
    const like = await server.store.db
      .selectFrom("webhookDeliveries")
      .selectAll()
      .where("webhookId", "=", at.params.webhookId)
      .executeTakeFirstOrThrow();
    const now = server.clock.now();
    const rows = Array.from({ length: deliveriesKept + 20 }, (_, index) => {
      const id = newId(now);
      return { ...like, id, eventId: id, createdAt: now + index, payload: "{}" };
    });
    for (let from = 0; from < rows.length; from += 500)
      await server.store.db
        .insertInto("webhookDeliveries")
        .values(rows.slice(from, from + 500))
        .execute();
    await pruneDeliveries(server.store, server.clock.now());
    const list = async () => (await owner().call(listDeliveries, at)).page.total;
    expect(await list()).toBe(deliveriesKept);
    server.clock.advance(15 * 24 * hour);
    await pruneDeliveries(server.store, server.clock.now());
    expect(await list()).toBe(0);
  });

  const owner = () => talk.server.as(talk.owner);

  type At = { params: { webhookId: string } };

  async function make(given: { url?: string; events?: WebhookEvent[] } = {}): Promise<At> {
    const events: WebhookEvent[] = ["message.created"];
    const body = { data: { name: "Hook", url: receiver.url, events, agentIds: [agent.id], ...given } };
    const { data } = await owner().call(createWebhook, { body });
    made.push(data.id);
    return { params: { webhookId: data.id } };
  }

  async function converse(content: string) {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content }));
    return { visitor, thread: { params: { productId: agent.id, threadId } } };
  }

  async function reply(thread: { params: { productId: string; threadId: string } }, content: string) {
    const body = { data: { clientId: newClientId(), content } };
    await owner().call(sendReply, { ...thread, body });
  }

  async function read(at: At, deliveryId: string) {
    return (await owner().call(getDelivery, { params: { ...at.params, deliveryId } })).data;
  }

  async function oldest(at: At) {
    const { items } = await owner().call(listDeliveries, { ...at, query: { limit: 100 } });
    const last = items.at(-1);
    if (!last) throw new Error("Nothing was put into line yet.");
    return last;
  }

  async function untilTried(at: At, attempts: number) {
    return vi.waitUntil(async () => {
      const { items } = await owner().call(listDeliveries, { ...at, query: { limit: 100 } });
      const last = items.at(-1);
      return last !== undefined && last.attempts >= attempts && last;
    });
  }

  async function untilEnded(at: At, deliveryId: string) {
    return vi.waitUntil(async () => {
      const delivery = await read(at, deliveryId);
      return delivery.state !== "waiting" && delivery;
    });
  }

  async function untilOff(at: At) {
    return vi.waitUntil(async () => {
      const { data } = await owner().call(getWebhook, at);
      return !data.isEnabled && data;
    });
  }
});

/** Refuses deliveries of a message that says this, and takes all others. */
function refuseContent(content: string) {
  return (delivery: ArrivedDelivery, response: Parameters<typeof takeIt>[1]) =>
    contents([delivery])[0] === content ? answerWith(500)(delivery, response) : takeIt(delivery, response);
}

function contents(deliveries: ArrivedDelivery[]): (string | undefined)[] {
  return deliveries.map(({ body }) => (body.data["message"] as { content?: string } | undefined)?.content);
}
