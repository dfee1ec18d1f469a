import * as v from "valibot";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { sayConsent } from "../../../shared/contract/conversations/contacts/consent.ts";
import {
  blockContact,
  eraseContact,
  getContact,
  mergeContact,
  unblockContact,
  undoMerge,
  updateContact,
} from "../../../shared/contract/conversations/contacts/contacts.ts";
import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import {
  createCustomField,
  removeCustomField,
} from "../../../shared/contract/conversations/inbox/customFields.ts";
import { createIdentitySecret, identifyVisitor } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  changeThreads,
  getThreadChange,
} from "../../../shared/contract/conversations/inbox/threadChanges.ts";
import {
  createLabel,
  listThreads,
  removeLabel,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import type { ManyChange } from "../../../shared/contract/conversations/inbox/threadChanges.ts";
import type { ThreadChange } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createWebhook,
  getWebhook,
  listDeliveries,
  removeWebhook,
  webhookPayload,
} from "../../../shared/contract/webhooks/webhooks.ts";
import { webhookEventNames } from "../../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../../shared/domain/webhooks.ts";
import { openSecrets } from "../../../server/database/secrets.ts";
import { pruneDeliveries } from "../../../server/webhooks/history.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import { signJwt } from "../../kit/surfaces/identities.ts";
import { startTestServer } from "../../kit/server.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { answerWith, isSignedBy, startWebhookReceiver, takeIt } from "../../kit/webhooks/webhookReceiver.ts";
import type { ArrivedDelivery, WebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";

const allowed = { egressAllow: ["127.0.0.0/8"] };
const ofConversations: WebhookEvent[] = ["conversation.updated", "conversation.deleted", "label.deleted"];
const ofContacts: WebhookEvent[] = [
  ...(["contact.updated", "contact.merged", "contact.unmerged", "contact.deleted"] as const),
  "conversation.updated",
];

describe.each(bothStores())("a copy kept through webhooks on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let receiver: WebhookReceiver;
  const made: string[] = [];
  beforeAll(async () => {
    talk = await startTalkingServer(store, allowed);
    agent = await talk.server.createAgent(talk.owner);
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    for (const webhookId of made.splice(0)) await owner().call(removeWebhook, { params: { webhookId } });
    await receiver.stop();
  });

  it("gets each change of a conversation once, and nothing when nothing changes", async () => {
    const { threadId } = await converse();
    const { secret } = await make(ofConversations);
    const { data: label } = await addLabel("Refund");
    const field = { key: "plan", name: "Plan", kind: "text" as const };
    await owner().call(createCustomField, { body: { data: field } });
    const steps: ThreadChange[] = [
      { priority: "high" },
      { addLabelIds: [label.id], priority: "low" },
      { addLabelIds: [label.id], priority: "low" },
      { customFields: { plan: "Gold" } },
      { customFields: { plan: "Gold" } },
      { status: "resolved" },
      { removeLabelIds: [label.id], customFields: { plan: null } },
    ];
    for (const data of steps) await change(threadId, data);
    const arrived = await receiver.until(5);
    expect(arrived.map(changedOf)).toEqual([
      ["priority"],
      ["priority", "labelIds"],
      ["customFields"],
      ["resolution"],
      ["labelIds", "customFields"],
    ]);
    for (const delivery of arrived) await expectSound(delivery, secret);
    await owner().call(removeCustomField, { params: { fieldKey: "plan" } });
  });

  it("matches the inbox in the end after a bulk change", async () => {
    const threadIds: string[] = [];
    for (const visitor of await talk.openVisitors(agent, 12)) threadIds.push(await speak(visitor));
    const { data: label } = await addLabel("Many");
    await make(["conversation.updated", "conversation.status_changed"]);
    await changeMany({ threadIds }, { priority: "urgent", addLabelIds: [label.id], status: "resolved" });
    await changeMany({ threadIds: threadIds.slice(0, 5) }, { priority: "low" });
    const arrived = await receiver.until(12 * 2 + 5);
    expect(arrived.filter(({ body }) => body.type === "conversation.updated")).toHaveLength(17);
    const copy = new Map(
      arrived.map(({ body }) => body.data["thread"] as Thread).map((one) => [one.id, one]),
    );
    const query = { limit: 100 };
    const { items } = await owner().call(listThreads, { params: { productId: agent.id }, query });
    const seen = ({ id, status, priority, labelIds, resolution }: Thread) =>
      JSON.stringify({ id, status, priority, labelIds, resolution });
    expect([...copy.values()].map(seen).toSorted()).toEqual(
      items
        .filter(({ id }) => threadIds.includes(id))
        .map(seen)
        .toSorted(),
    );
  });

  it("gets a contact's changes with the changed fields", async () => {
    const visitor = await talk.openVisitor(agent);
    const { secret } = await make(ofContacts);
    const edit = (data: { name?: string; attributes?: Record<string, string> }) =>
      owner().call(updateContact, { ...at(visitor), body: { data } });
    await edit({ name: "Ada", attributes: { tier: "gold" } });
    await edit({ name: "Ada", attributes: { tier: "gold" } });
    await owner().call(blockContact, at(visitor));
    await owner().call(blockContact, at(visitor));
    await owner().call(unblockContact, at(visitor));
    const body = { data: { value: "granted" as const, text: "May we?", agoMs: 0 } };
    await talk.server.as(visitor).call(sayConsent, { params: { productId: agent.id }, body });
    const known = { data: { email: "ada@example.com", phone: "+49 30 123456" } };
    await talk.server.as(visitor).call(identifyVisitor, { params: { productId: agent.id }, body: known });
    const arrived = await receiver.until(5);
    expect(arrived.map(changedOf)).toEqual([
      ["name", "attributes"],
      ["isBlocked"],
      ["isBlocked"],
      ["consent"],
      ["email", "phone"],
    ]);
    expect(arrived.at(-1)?.body.data["contact"]).toMatchObject({
      ...{ id: visitor.contactId, name: "Ada", email: "ada@example.com", attributes: { tier: "gold" } },
      ...{ phone: "+4930123456", isBlocked: false, consent: { value: "granted" } },
    });
    for (const delivery of arrived) await expectSound(delivery, secret);
  });

  it("gets merged contacts, and which conversations return when a merge is undone", async () => {
    const [stays, goes] = [await converse(), await converse()];
    const { secret } = await make(ofContacts);
    const into = { data: { contactId: goes.visitor.contactId } };
    await owner().call(mergeContact, { ...at(stays.visitor), body: into });
    await until("contact.merged");
    expect(receiver.arrived.find(isOf("contact.merged"))?.body.data).toMatchObject({
      contactId: goes.visitor.contactId,
      into: stays.visitor.contactId,
    });
    const { merges } = (await owner().call(getContact, at(stays.visitor))).data;
    await owner().call(undoMerge, {
      params: { ...at(stays.visitor).params, mergeId: merges[0]?.id ?? "" },
    });
    await until("contact.unmerged");
    await until("conversation.updated");
    const back = receiver.arrived.find(isOf("conversation.updated"));
    expect(back?.body.data).toMatchObject({
      changed: ["contact"],
      thread: { id: goes.threadId, contact: { id: goes.visitor.contactId } },
    });
    expect(receiver.arrived.find(isOf("contact.unmerged"))?.body.data).toMatchObject({
      contact: { id: goes.visitor.contactId },
      from: stays.visitor.contactId,
    });
    for (const delivery of receiver.arrived) await expectSound(delivery, secret);
  });

  it("gets the merge when a visitor signs in", async () => {
    const params = { productId: agent.id };
    const { secret } = (await owner().call(createIdentitySecret, { params })).data;
    const exp = Math.floor(talk.server.clock.now() / 1000) + 600;
    const body = { data: { token: signJwt({ claims: { exp, sub: "ada" }, secret }) } };
    const signIn = async (visitor: TestVisitor) =>
      (await talk.server.as(visitor).call(identifyVisitor, { params, body })).data.contactId;
    const known = await signIn(await talk.openVisitor(agent));
    await make(["contact.merged"]);
    const again = await talk.openVisitor(agent);
    expect(await signIn(again)).toBe(known);
    const [merged] = await receiver.until(1);
    expect(merged?.body.data).toMatchObject({ contactId: again.contactId, into: known });
  });

  it("gets an erasure by ids only, even when the earlier events could not be delivered", async () => {
    receiver.react(answerWith(500));
    const copy = await make(webhookEventNames);
    const { visitor, threadId } = await converse("My name is zubrowka");
    await owner().call(updateContact, { ...at(visitor), body: { data: { name: "zubrowka" } } });
    await receiver.until(3);
    await owner().call(eraseContact, { ...at(visitor), query: { confirmed: "true" } });
    const types = ["conversation.deleted", "contact.deleted"] as const;
    const listed = async () =>
      (await owner().call(listDeliveries, { params: { webhookId: copy.id } })).items.map(({ type }) => type);
    await vi.waitUntil(
      async () => (await listed()).filter((one) => types.some((type) => type === one)).length === 2,
    );
    await pruneDeliveries(talk.server.store, talk.server.clock.now());
    expect((await listed()).toSorted()).toEqual(types.toSorted());
    receiver.react(takeIt);
    talk.server.clock.advance(60_000);
    const isOver = async () =>
      (await owner().call(getWebhook, { params: { webhookId: copy.id } })).data.waiting === 0;
    await vi.waitUntil(isOver);
    const place = { organizationId: talk.owner.organizationId, agentId: agent.id };
    const ends = receiver.arrived.filter(({ body }) => types.some((type) => type === body.type));
    expect(new Map(ends.map(({ body }) => [body.type, body.data]))).toEqual(
      new Map<string, unknown>([
        ["conversation.deleted", { ...place, threadId }],
        ["contact.deleted", { ...place, contactId: visitor.contactId }],
      ]),
    );
    expect(new Set(ends.map(({ id }) => id)).size).toBe(2);
    for (const delivery of ends) await expectSound(delivery, copy.secret);
    const rows = await talk.server.store.db.selectFrom("webhookDeliveries").select("payload").execute();
    expect(JSON.stringify(rows)).not.toContain("zubrowka");
  });

  it("gets the deletion of a label, a field and an agent once, for everything that had it", async () => {
    const other = await talk.server.createAgent(talk.owner);
    const params = { productId: other.id };
    const events: WebhookEvent[] = ["label.deleted", "custom_field.deleted", "agent.deleted"];
    const { secret } = await make([...events, "conversation.deleted"], { agentIds: [other.id] });
    const label = { data: { name: "Gone", colour: "#336699" } };
    const { data } = await owner().call(createLabel, { params, body: label });
    const field = { key: "soon", name: "Soon", kind: "text" as const };
    await owner().call(createCustomField, { body: { data: field } });
    await owner().call(removeLabel, { params: { ...params, labelId: data.id } });
    await owner().call(removeCustomField, { params: { fieldKey: "soon" } });
    await receiver.until(2);
    const { threadId } = await converse("Hello", other);
    await owner().call(eraseContact, { ...at(await whoOf(threadId)), query: { confirmed: "true" } });
    await receiver.until(3);
    // What ended before is told neither again nor to who came later, once the agent is gone.
    await make(["conversation.deleted", "message.created"], { agentIds: [agent.id, other.id] });
    await deleteForGood(owner(), other.id);
    await receiver.until(4);
    await converse();
    const arrived = await receiver.until(6);
    const place = { organizationId: talk.owner.organizationId, agentId: other.id };
    const told = arrived.filter(({ body }) => body.type !== "message.created");
    expect(told.map(({ body }) => [body.type, body.data]).toSorted()).toEqual(
      [
        ["label.deleted", { ...place, labelId: data.id }],
        ["custom_field.deleted", { ...place, key: "soon" }],
        ["conversation.deleted", { ...place, threadId }],
        ["agent.deleted", place],
      ].toSorted(),
    );
    for (const delivery of told) await expectSound(delivery, secret);
  });

  it("B1: gets nothing of other agents, other organizations and previews, or beyond its subscription", async () => {
    const stranger = await talk.server.createOwner();
    const events = webhookEventNames;
    const theirs = { name: "Theirs", url: receiver.url, events };
    await talk.server.as(stranger).call(createWebhook, { body: { data: theirs } });
    const other = await talk.server.createAgent(talk.owner);
    await make(events, { agentIds: [other.id] });
    const { id: webhookId } = await make(["conversation.rated"]);
    const { visitor, threadId } = await converse();
    await change(threadId, { priority: "high" });
    await owner().call(updateContact, { ...at(visitor), body: { data: { name: "Ada" } } });
    const preview = await talk.openVisitor(other, { preview: true });
    await speak(preview);
    const shown = await talk.openVisitor(other);
    const last = { params: { productId: other.id, contactId: shown.contactId } };
    await owner().call(updateContact, { ...last, body: { data: { name: "Last" } } });
    const arrived = await receiver.until(1);
    expect(arrived.map(({ body }) => (body.data["contact"] as { name: string }).name)).toEqual(["Last"]);
    expect((await owner().call(listDeliveries, { params: { webhookId } })).items).toEqual([]);
  });

  const owner = () => talk.server.as(talk.owner);
  const at = ({ agentId, contactId }: Pick<TestVisitor, "agentId" | "contactId">) => ({
    params: { productId: agentId, contactId },
  });

  async function make(events: WebhookEvent[], given: { agentIds?: string[] } = {}) {
    const body = { data: { name: "Copy", url: receiver.url, events, agentIds: [agent.id], ...given } };
    const { data } = await owner().call(createWebhook, { body });
    made.push(data.id);
    return data;
  }

  async function until(type: WebhookEvent): Promise<void> {
    await vi.waitUntil(() => receiver.arrived.some(isOf(type)));
  }

  async function speak(visitor: TestVisitor, content = "Are you open?"): Promise<string> {
    return (await listen(say(talk.server, visitor, { content }))).threadId;
  }

  async function converse(content?: string, of = agent) {
    const visitor = await talk.openVisitor(of);
    return { visitor, threadId: await speak(visitor, content) };
  }

  function addLabel(name: string) {
    const body = { data: { name, colour: "#336699" } };
    return owner().call(createLabel, { params: { productId: agent.id }, body });
  }

  async function change(threadId: string, data: ThreadChange): Promise<void> {
    await owner().call(updateThread, { params: { productId: agent.id, threadId }, body: { data } });
  }

  async function changeMany(of: { threadIds: string[] }, data: ManyChange): Promise<void> {
    const params = { productId: agent.id };
    const body = { data: { of, change: data } };
    const { id: threadChangeId } = (await owner().call(changeThreads, { params, body })).data;
    const isOver = async () => {
      const run = await owner().call(getThreadChange, { params: { ...params, threadChangeId } });
      return run.data.state === "done";
    };
    await vi.waitUntil(isOver);
  }

  async function whoOf(threadId: string) {
    const thread = talk.server.store.db.selectFrom("threads").select(["agentId", "contactId"]);
    return thread.where("id", "=", threadId).executeTakeFirstOrThrow();
  }
});

describe.each(bothStores().filter(({ name }) => name === "postgres"))("two processes on $name", (store) => {
  it("report each deleted conversation once", async () => {
    const receiver = await startWebhookReceiver();
    const opened = await store.open();
    const at = () => ({
      ...store,
      open: async () => ({ store: await store.openAt(opened.place), place: opened.place }),
    });
    const options = { ...allowed, secrets: openSecrets(opened.place) };
    const talk = await startTalkingServer(at(), options);
    await startTestServer({ ...options, store: at() });
    const agent = await talk.server.createAgent(talk.owner);
    const owner = talk.server.as(talk.owner);
    const events: WebhookEvent[] = ["conversation.deleted", "contact.deleted"];
    await owner.call(createWebhook, { body: { data: { name: "Copy", url: receiver.url, events } } });
    const visitors = await talk.openVisitors(agent, 4);
    const ids = new Set<string>();
    for (const visitor of visitors) {
      for (let index = 0; index < 3; index += 1)
        ids.add((await listen(say(talk.server, visitor, { content: `${index}` }))).threadId);
    }
    for (const { contactId } of visitors) {
      ids.add(contactId);
      const params = { productId: agent.id, contactId };
      await owner.call(eraseContact, { params, query: { confirmed: "true" } });
    }
    const arrived = await receiver.until(ids.size);
    const told = arrived.map(({ body }) => body.data["threadId"] ?? body.data["contactId"]);
    expect(told.toSorted()).toEqual([...ids].toSorted());
    await receiver.stop();
  });
});

function isOf(type: WebhookEvent): (delivery: ArrivedDelivery) => boolean {
  return ({ body }) => body.type === type;
}

function changedOf({ body }: ArrivedDelivery): unknown {
  return body.data["changed"];
}

/** It is signed, and as the contract has it. */
async function expectSound(delivery: ArrivedDelivery, secret: string): Promise<void> {
  expect(v.safeParse(webhookPayload, delivery.body).issues).toBeUndefined();
  expect(await isSignedBy(delivery, secret)).toBe(true);
}
