import { sql } from "kysely";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Store } from "../../../../server/database/store.ts";
import { createWebhookFollower } from "../../../../server/webhooks/collect.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  eraseContact,
  mergeContact,
  updateContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { removeMessage, removeThread } from "../../../../shared/contract/conversations/threads/removals.ts";
import {
  createWebhook,
  listDeliveries,
  removeWebhook,
} from "../../../../shared/contract/webhooks/webhooks.ts";
import type { WebhookEvent } from "../../../../shared/domain/webhooks.ts";
import { webhookEventNames } from "../../../../shared/domain/webhooks.ts";
import { say as answerWords } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const confirmed = { query: { confirmed: "true" } } as const;

describe.each(bothStores())("deletions and webhook deliveries on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    // The server itself collects nothing for webhooks unless it is asked to: the test does.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    vi.useRealTimers();
    agent = await talk.createAgent();
  });

  const owner = () => talk.server.as(talk.owner);

  type Talked = Awaited<ReturnType<typeof converse>>;
  type Removal = {
    what: string;
    end: WebhookEvent;
    /** Whether the contact is written to first, in a transaction of its own. */
    isMarked?: boolean;
    remove: (made: Talked) => Promise<unknown>;
  };
  const removals: Removal[] = [
    {
      ...{ what: "a message", end: "message.deleted" },
      remove: ({ question }) => owner().call(removeMessage, question),
    },
    {
      ...{ what: "a conversation", end: "conversation.deleted" },
      remove: ({ thread }) => owner().call(removeThread, { ...thread, ...confirmed }),
    },
    {
      ...{ what: "a person", end: "contact.deleted", isMarked: true },
      remove: ({ contact }) => owner().call(eraseContact, { ...contact, ...confirmed }),
    },
    {
      ...{ what: "a contact that goes into another", end: "contact.merged" },
      remove: async ({ contact, visitor: { contactId } }) => {
        const stays = await talk.openVisitor(agent);
        const params = { ...contact.params, contactId: stays.contactId };
        await owner().call(mergeContact, { params, body: { data: { contactId } } });
      },
    },
  ];

  it.runIf(store.name === "postgres").each(removals)(
    "lock $what in the same order, so that neither has to retry",
    async ({ end, isMarked, remove }) => {
      const data = { name: "CRM", url: "http://127.0.0.1:8088/", events: webhookEventNames, agentIds: null };
      const { id: webhookId } = (await owner().call(createWebhook, { body: { data } })).data;
      const made = await converse();
      const runs = countRuns(talk.server.store);
      const rows: Held[] = [
        ...(isMarked ? [] : [{ table: "contacts" as const, id: made.visitor.contactId }]),
        ...made.threadIds.toSorted().map((id) => ({ table: "threads" as const, id })),
      ];
      const letGo: (() => Promise<void>)[] = [];
      for (const row of rows) letGo.push(await hold(talk.server.store, row));
      const removing = remove(made);
      await untilWaiting(1);
      const deps = {
        attachmentKey: new Uint8Array(32),
        lookOrigin: async () => null,
        now: talk.server.clock.now,
        report: (error: unknown) => expect(error).toBeUndefined(),
        store: talk.server.store,
      };
      const follower = createWebhookFollower(deps);
      const collecting = follower.collect();
      await untilWaiting(2);
      // Whoever takes them in another order has the last ones, and waits for the first.
      for (const go of letGo.toReversed()) {
        await go();
        await untilWaiting();
      }
      await Promise.all([removing, collecting]);
      const types = async () => {
        while (await follower.collect());
        const { items } = await owner().call(listDeliveries, { params: { webhookId } });
        return items.map(({ type }) => type);
      };
      await expect.poll(types).toContain(end);
      expect(runs.most()).toBe(1);
      await owner().call(removeWebhook, { params: { webhookId } });
    },
  );

  /** One visitor with two conversations, of whom something else is told, too. */
  async function converse() {
    const visitor: TestVisitor = await talk.openVisitor(agent);
    (await talk.useProvider()).script(answerWords("chat", ["Yes."]));
    const heard = await listen(say(talk.server, visitor, { content: "Hello" }));
    const other = await listen(say(talk.server, visitor, { content: "And hello" }));
    const thread = { params: { productId: agent.id, threadId: heard.threadId } };
    const question = { params: { ...thread.params, messageId: heard.message?.id ?? "" } };
    const contact = { params: { productId: agent.id, contactId: visitor.contactId } };
    await owner().call(updateContact, { ...contact, body: { data: { name: "Ada" } } });
    return { visitor, thread, question, contact, threadIds: [heard.threadId, other.threadId] };
  }

  /** Waits until nobody goes on, and `count` wait for a row. */
  async function untilWaiting(count?: number): Promise<void> {
    const isSo = async () => {
      const { rows } = await sql<{ isBlocked: boolean }>`
        select cardinality(pg_blocking_pids(pid)) > 0 as "isBlocked" from pg_stat_activity
        where datname = current_database() and state = 'active'
          and backend_type = 'client backend' and pid <> pg_backend_pid()
      `.execute(talk.server.store.reader);
      return rows.every(({ isBlocked }) => isBlocked) && rows.length === (count ?? rows.length);
    };
    await vi.waitUntil(isSo);
  }
});

/** Says how often a transaction was begun at most: a deadlock ends in another try. */
function countRuns(store: Store): { most: () => number } {
  const { transaction } = store;
  let most = 0;
  const spy = vi.spyOn(store, "transaction").mockImplementation((work, options) => {
    let runs = 0;
    return transaction((tx) => {
      runs += 1;
      most = Math.max(most, runs);
      return work(tx);
    }, options);
  });
  onTestFinished(() => void spy.mockRestore());
  return { most: () => most };
}

interface Held {
  table: "contacts" | "threads";
  id: string;
}

/** Holds a row, so that whoever wants it waits, until it is let go. */
async function hold(store: Store, { table, id }: Held): Promise<() => Promise<void>> {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = store.transaction(async (tx) => {
    await tx.selectFrom(table).select("id").where("id", "=", id).forUpdate().execute();
    held.resolve();
    await free.promise;
  });
  await held.promise;
  return async () => {
    free.resolve();
    await holding;
  };
}
