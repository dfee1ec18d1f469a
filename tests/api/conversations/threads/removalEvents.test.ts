import * as v from "valibot";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  isAnyEndedSince,
  readReached,
} from "../../../../server/conversations/threads/removal/removedSince.ts";
import { openSecrets } from "../../../../server/database/secrets.ts";
import type { Store } from "../../../../server/database/store.ts";
import { createIdempotency } from "../../../../server/requests/idempotency.ts";
import { createWebhookFollower } from "../../../../server/webhooks/collect.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { eraseContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { removeMessage, removeThread } from "../../../../shared/contract/conversations/threads/removals.ts";
import { createNote, removeNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import {
  getThread,
  listMessages,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import {
  createWebhook,
  getDelivery,
  listDeliveries,
  removeWebhook,
  testWebhook,
  webhookPayload,
} from "../../../../shared/contract/webhooks/webhooks.ts";
import { webhookEventNames } from "../../../../shared/domain/webhooks.ts";
import type { WebhookEvent } from "../../../../shared/domain/webhooks.ts";
import { findWords } from "../../../kit/safety/findWords.ts";
import { say as answerWords } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import {
  answerWith,
  isSignedBy,
  startWebhookReceiver,
  takeIt,
} from "../../../kit/webhooks/webhookReceiver.ts";
import type { ArrivedDelivery, WebhookReceiver } from "../../../kit/webhooks/webhookReceiver.ts";

/** What is typed by mistake; nobody else says it. */
const card = "zubrowka4711";
const confirmed = { query: { confirmed: "true" } } as const;
const allowed = { egressAllow: ["127.0.0.0/8"] };

describe.each(stores())("events of deletions for programs on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    talk = await startTalkingServer(store, allowed);
    agent = await talk.createAgent();
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.stop());

  it("name a deleted message by ids only, and none of a preview's", async () => {
    const { id: webhookId, secret } = await makeWebhook(talk, receiver.url);
    const preview = await converse(talk, agent, { preview: true });
    await as(talk).call(removeMessage, preview.question);
    const { question } = await converse(talk, agent);
    const said = ["conversation.created", "message.created", "message.created"];
    await receiver.until(said.length);
    await as(talk).call(removeMessage, question);
    const arrived = await vi.waitUntil(
      () => receiver.arrived.some(({ body }) => body.type === "message.deleted") && receiver.arrived,
    );
    const [end, ...others] = arrived.filter(({ body }) => body.type === "message.deleted");
    const { threadId, messageId } = question.params;
    const { organizationId } = talk.owner;
    expect(end?.body.data).toEqual({ organizationId, agentId: agent.id, threadId, messageId });
    expect(others).toEqual([]);
    expect(v.safeParse(webhookPayload, end?.body).issues).toBeUndefined();
    expect(end && (await isSignedBy(end, secret))).toBe(true);
    await as(talk).call(removeWebhook, { params: { webhookId } });
  });

  it("remove the message from all waiting deliveries, and lose nothing else", async () => {
    receiver.react(answerWith(500));
    const { id: webhookId } = await makeWebhook(talk, receiver.url);
    const { question, answer, thread } = await converse(talk, agent);
    const body = { data: { clientId: newClientId(), content: "We look for it" } };
    const { data: reply } = await as(talk).call(sendReply, { ...thread, body });
    const listed = async () => (await as(talk).call(listDeliveries, { params: { webhookId } })).items;
    const isIn = async () => {
      const all = await listed();
      return countOf(all, "message.created") === 3 && all.some(({ attempts }) => attempts > 0);
    };
    await vi.waitUntil(isIn);
    const others = (await listed()).filter(({ type }) => type !== "message.created");
    await as(talk).call(removeMessage, question);
    // What was claimed before arrives before the list is emptied.
    const { db } = talk.server.store;
    const leased = db.selectFrom("webhookDeliveries").select("id").where("leaseUntil", "is not", null);
    await vi.waitUntil(async () => (await leased.execute()).length === 0);
    receiver.arrived.length = 0;
    receiver.react(takeIt);
    talk.server.clock.advance(60_000);
    await as(talk).call(testWebhook, { params: { webhookId } });
    const isOver = async () => {
      const all = await listed();
      return (
        all.some(({ type }) => type === "message.deleted") && all.every(({ endedAt }) => endedAt !== null)
      );
    };
    await vi.waitUntil(isOver);
    const { arrived } = receiver;
    const messages = arrived.filter(({ body: { type } }) => type === "message.created");
    expect(messages.map(({ body: { data } }) => (data["message"] as Message).id)).toEqual([answer, reply.id]);
    expect(arrived.map(({ id }) => id)).toEqual(expect.arrayContaining(others.map(({ eventId }) => eventId)));
    expect(arrived.map(({ raw }) => raw).join()).not.toContain(card);
    const eventId = others.find(({ type }) => type === "conversation.created")?.eventId;
    const begun = arrived.find(({ id }) => id === eventId);
    const shown = (await as(talk).call(getThread, thread)).data;
    const left = (await as(talk).call(listMessages, thread)).items.map(({ content }) => content);
    const { title, lastMessage } = begun?.body.data["thread"] as Thread; // as the contract has it
    expect(title).toBe(shown.title);
    // As it was when the event was collected, which may have been before the reply, or the answer.
    if (lastMessage) expect(left).toContain(lastMessage.text);
    expect(await findWords(talk.server, [card])).toEqual([]);
    await as(talk).call(removeWebhook, { params: { webhookId } });
  });

  it("leave deliveries without its words unchanged, with their results", async () => {
    const { id: webhookId } = await makeWebhook(talk, receiver.url, { events: ["conversation.updated"] });
    const { thread, question } = await converse(talk, agent);
    const historyOf = async (deliveryId: string) =>
      (await as(talk).call(getDelivery, { params: { webhookId, deliveryId } })).data.history;
    /** Has the conversation told of as it is now, and waits until that is delivered. */
    const tell = async (priority: "high" | "low") => {
      await as(talk).call(updateThread, { ...thread, body: { data: { priority } } });
      const isTold = ({ body: { data } }: ArrivedDelivery) =>
        (data["thread"] as Thread).priority === priority && String(data["changed"]) === "priority";
      const find = async () => {
        const { items } = await as(talk).call(listDeliveries, { params: { webhookId } });
        const arrived = receiver.arrived.find(isTold);
        return items.find(({ eventId, state }) => eventId === arrived?.id && state === "delivered");
      };
      return (await vi.waitUntil(find)).id;
    };
    const before = await tell("high");
    const body = { data: { clientId: newClientId(), content: `Is it ${card}?` } };
    const { data: reply } = await as(talk).call(sendReply, { ...thread, body });
    const behind = await tell("low");
    const [kept] = await historyOf(before);
    await as(talk).call(removeMessage, { params: { ...thread.params, messageId: reply.id } });
    expect(await historyOf(before)).toEqual([kept]);
    expect(await historyOf(behind)).toEqual([]);
    await as(talk).call(removeMessage, question);
    expect(await historyOf(before)).toEqual([]);
    await as(talk).call(removeWebhook, { params: { webhookId } });
  });

  it("remove the echo of a receiver that still had the message when it was deleted", async () => {
    const held: (() => void)[] = [];
    receiver.react(({ raw }, response) => void held.push(() => void response.writeHead(200).end(raw)));
    const { id: webhookId } = await makeWebhook(talk, receiver.url);
    const at = { params: { webhookId } };
    const { question } = await converse(talk, agent);
    await receiver.until(1);
    await as(talk).call(removeMessage, question);
    const [before, anew] = await receiver.until(2);
    expect([anew?.id, before?.raw.includes(card), anew?.raw.includes(card)]).toEqual([
      before?.id,
      true,
      false,
    ]);
    const listed = async () => (await as(talk).call(listDeliveries, at)).items;
    const isDelivered = async (id: string) =>
      (await listed()).some((one) => one.eventId === id && one.state === "delivered");
    held[0]?.();
    receiver.react(takeIt);
    const { data: test } = await as(talk).call(testWebhook, at);
    await vi.waitUntil(() => isDelivered(test.eventId));
    expect(await isDelivered(before?.id ?? "")).toBe(false);
    held[1]?.();
    await vi.waitUntil(() => isDelivered(before?.id ?? ""));
    const deliveryId = (await listed()).find(({ eventId }) => eventId === before?.id)?.id ?? "";
    const { history } = (await as(talk).call(getDelivery, { params: { webhookId, deliveryId } })).data;
    expect(history.map(({ responseBody }) => responseBody)).toEqual([anew?.raw]);
    expect(await findWords(talk.server, [card])).toEqual([]);
    await as(talk).call(removeWebhook, at);
  });

  it("report a deleted note to subscribers of notes, and remove it from their waiting deliveries", async () => {
    receiver.react(answerWith(500));
    const { id: withNotes } = await makeWebhook(talk, receiver.url, { includesNotes: true });
    const { id: without } = await makeWebhook(talk, receiver.url);
    const { thread } = await converse(talk, agent);
    const data = { clientId: newClientId(), content: `Noted: ${card}-note` };
    const note = (await as(talk).call(createNote, { ...thread, body: { data } })).data;
    const typesOf = async (webhookId: string) =>
      (await as(talk).call(listDeliveries, { params: { webhookId } })).items.map(({ type }) => type);
    const count = async (webhookId: string, type: string) =>
      (await typesOf(webhookId)).filter((one) => one === type).length;
    await vi.waitUntil(async () => (await count(withNotes, "message.created")) === 3);
    await as(talk).call(removeNote, { params: { ...thread.params, noteId: note.id } });
    await vi.waitUntil(async () => (await count(withNotes, "message.deleted")) === 1);
    expect(await count(withNotes, "message.created")).toBe(2);
    expect(await findWords(talk.server, [`${card}-note`])).toEqual([]);
    const body = { data: { clientId: newClientId(), content: "We look for it" } };
    await as(talk).call(sendReply, { ...thread, body });
    await vi.waitUntil(async () => (await count(without, "message.created")) === 3);
    expect(await typesOf(without)).not.toContain("message.deleted");
    for (const webhookId of [withNotes, without])
      await as(talk).call(removeWebhook, { params: { webhookId } });
  });
});

describe.each(stores())("deleted data in another process on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    // The server itself collects nothing for webhooks unless it is asked to: the other process does.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    talk = await startTalkingServer(store, allowed);
    vi.useRealTimers();
    agent = await talk.createAgent();
  });

  type Conversed = Awaited<ReturnType<typeof converse>>;
  const removals: [string, (made: Conversed) => Promise<unknown>][] = [
    ["message", ({ question }) => as(talk).call(removeMessage, question)],
    ["conversation", ({ thread }) => as(talk).call(removeThread, { ...thread, ...confirmed })],
    [
      "person",
      async ({ visitor: { contactId } }) => {
        const params = { productId: agent.id, contactId };
        await as(talk).call(eraseContact, { params, ...confirmed });
      },
    ],
  ];

  it.each(removals)("is not queued for webhooks after the deletion of a %s", async (name, remove) => {
    const { id: webhookId } = await makeWebhook(talk, "http://127.0.0.1:8088/");
    const made = await converse(talk, agent);
    const held = holdTransactions(talk.server.store);
    const deps = {
      attachmentKey: new Uint8Array(32),
      lookOrigin: async () => null,
      now: talk.server.clock.now,
      report: (error: unknown) => expect(error).toBeUndefined(),
    };
    const collecting = createWebhookFollower({ ...deps, store: held.store }).collect();
    await held.asked;
    await remove(made);
    await forgotten();
    held.go();
    await collecting;
    while (await createWebhookFollower({ ...deps, store: talk.server.store }).collect());
    expect(await findWords(talk.server, [card])).toEqual([]);
    const { items } = await as(talk).call(listDeliveries, { params: { webhookId } });
    const ended = name === "person" ? "contact" : name;
    expect(items.map(({ type }) => type)).toContain(`${ended}.deleted`);
    expect(countOf(items, "message.created")).toBe(name === "message" ? 1 : 0);
    await as(talk).call(removeWebhook, { params: { webhookId } });
  });

  it.each(removals.slice(0, 2))(
    "is not stored for a program's repeat after the deletion of a %s",
    async (name, remove) => {
      const made = await converse(talk, agent);
      const { once } = createIdempotency({
        ...{ store: talk.server.store, now: talk.server.clock.now },
        ...{ readReached, isAnyEndedSince },
        seal: openSecrets({ dataDir: talk.server.dataDir }),
      });
      const { threadId } = made.thread.params;
      const asked = { organizationId: talk.owner.organizationId, apiKeyId: "other", key: name };
      const request = { ...asked, requestHash: "same", path: `/threads/${threadId}/summary` };
      const first = await once(request, async () => {
        await remove(made);
        await forgotten();
        return { summary: `The card is ${card}` };
      });
      expect(first.isRepeat).toBe(false);
      const again = once(request, async () => ({ summary: "Nothing." }));
      await expect(again).rejects.toMatchObject({ code: "idempotency_key_reused" });
    },
  );

  /** Every job of the server's is over, with those that it has queued. */
  async function forgotten(): Promise<void> {
    const { db } = talk.server.store;
    const under = db.selectFrom("jobs").select("id").where("kind", "in", forgetting);
    const isOver = async () =>
      (await under.where("state", "in", ["queued", "running"]).execute()).length === 0;
    await vi.waitUntil(isOver);
  }
});

const forgetting = ["conversations.forget", "conversations.erase"];

const as = ({ server, owner }: TalkingServer) => server.as(owner);

async function makeWebhook(
  talk: TalkingServer,
  url: string,
  also?: { includesNotes?: boolean; events?: WebhookEvent[] },
) {
  const data = { name: "Copy", url, events: webhookEventNames, agentIds: null, ...also };
  return (await as(talk).call(createWebhook, { body: { data } })).data;
}

/** A visitor's word that should not stand there, with its answer. */
async function converse(talk: TalkingServer, agent: Agent, options?: { preview: boolean }) {
  const visitor: TestVisitor = await talk.openVisitor(agent, options);
  (await talk.useProvider()).script(answerWords("chat", ["I did not find that."]));
  const heard = await listen(say(talk.server, visitor, { content: `My card is ${card}` }));
  const thread = { params: { productId: agent.id, threadId: heard.threadId } };
  const { items } = await as(talk).call(listMessages, thread);
  const messageId = items.find(({ role }) => role === "user")?.id ?? "";
  const question = { params: { ...thread.params, messageId } };
  return { visitor, thread, question, answer: heard.end?.id ?? "" };
}

function countOf(all: { type: string }[], type: string): number {
  return all.filter((one) => one.type === type).length;
}

/** A process that has read what it wants to write, and comes to it when it is let go. */
function holdTransactions(store: Store) {
  const [asked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction: Store["transaction"] = async (work, options) => {
    asked.resolve();
    await gone.promise;
    return store.transaction(work, options);
  };
  return { store: { ...store, transaction }, asked: asked.promise, go: gone.resolve };
}
