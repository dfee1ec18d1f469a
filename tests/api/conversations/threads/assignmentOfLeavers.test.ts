import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../server/database/ids.ts";
import type { Store } from "../../../../server/database/store.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { initiateChat } from "../../../../shared/contract/conversations/threads/initiateChat.ts";
import {
  createScheduledReply,
  sendScheduledReply,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import {
  getThread,
  listThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { countBlocked } from "../../../kit/database/countBlocked.ts";
import type { Member } from "../../../kit/factories.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import type { StoreKind } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

interface Scene {
  leaver: Member;
  visitor: TestVisitor;
  /** Where the visitor's conversation is, which the agent answers. */
  thread: { params: { productId: string; threadId: string } };
}

/** Makes what would be theirs ready; gives what makes it theirs. */
type Way = (scene: Scene) => Promise<() => Promise<unknown>>;

/** A kind of store that counts the deadlocks of what runs on it, which the store itself runs again. */
function countDeadlocks(kind: StoreKind) {
  const counted = { count: 0 };
  const open: StoreKind["open"] = async (steps) => {
    const { store, place } = await kind.open(steps);
    const transaction: Store["transaction"] = (work, options) =>
      store.transaction(async (tx) => {
        try {
          return await work(tx);
        } catch (error) {
          if (error instanceof Error && Reflect.get(error, "code") === "40P01") counted.count += 1;
          throw error;
        }
      }, options);
    return { store: { ...store, transaction }, place };
  };
  return { kind: { ...kind, open }, counted };
}

describe.each(bothStores())("a leaving member, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  const { kind, counted } = countDeadlocks(store);
  beforeAll(async () => {
    talk = await startTalkingServer(kind);
    agent = await talk.createAgent();
  });

  const as = (member: Member) => talk.server.as(member);

  it.runIf(store.name === "postgres").each<[string, Way]>([
    [
      "it is given to them",
      async ({ leaver, thread }) =>
        () =>
          as(talk.owner).call(updateThread, { ...thread, body: { data: { assigneeId: leaver.user._id } } }),
    ],
    [
      "they take it over",
      async ({ leaver, thread }) =>
        () =>
          as(leaver).call(updateThread, { ...thread, body: { data: { handledBy: "human" } } }),
    ],
    [
      "they reply",
      async ({ leaver, thread }) => {
        const data = { clientId: newClientId(), content: "I am here" };
        return () => as(leaver).call(sendReply, { ...thread, body: { data } });
      },
    ],
    [
      "their scheduled reply is sent",
      async ({ leaver, thread }) => {
        const change = (data: { handledBy?: "human"; assigneeId?: null }) =>
          as(leaver).call(updateThread, { ...thread, body: { data } });
        await change({ handledBy: "human" });
        const sendAt = talk.server.clock.now() + 60 * 60_000;
        const data = { clientId: newClientId(), content: "I am here", sendAt };
        const scheduled = await as(leaver).call(createScheduledReply, { ...thread, body: { data } });
        await change({ assigneeId: null });
        const params = { ...thread.params, scheduledReplyId: scheduled.data.id };
        return () => as(talk.owner).call(sendScheduledReply, { params });
      },
    ],
    [
      "they begin it",
      async ({ leaver, visitor: { contactId }, thread }) => {
        const params = { productId: thread.params.productId, surfaceType: "widget" };
        const data = { contactId, clientId: newClientId(), content: "I am here" };
        return () => as(leaver).call(initiateChat, { params, body: { data } });
      },
    ],
  ])("has no conversation afterwards when %s at that moment", async (_, prepare) => {
    const leaver = await talk.server.createMember(talk.owner.organizationId, "support");
    const visitor = await talk.openVisitor(agent);
    (await talk.useProvider()).script(answerWith("chat", ["Yes."]));
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello" }));
    const thread = { params: { productId: agent.id, threadId } };
    const give = await prepare({ leaver, visitor, thread });
    const { items: groups } = await as(talk.owner).call(listUserGroups);
    const groupId = groups.find(({ role }) => role === "support")?._id ?? "";

    // Who gives it has found the leaver, and can't tell of it yet.
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = talk.server.store.transaction(async (tx) => {
      await tx
        .selectFrom("liveCounters")
        .select("last")
        .where("agentId", "=", agent.id)
        .forUpdate()
        .execute();
      held.resolve();
      await free.promise;
    });
    await held.promise;
    const given = give();
    await expect.poll(() => countBlocked(talk.server.store)).toBe(1);
    let hasLeft = false;
    const left = as(talk.owner)
      .call(removeFromGroup, { params: { groupId, email: leaver.user.email } })
      .then(() => (hasLeft = true));
    const isWaiting = async () => hasLeft || (await countBlocked(talk.server.store)) === 2;
    await expect.poll(isWaiting).toBe(true);
    free.resolve();
    await Promise.all([holding, given, left]);
    const params = { productId: agent.id };
    const { items } = await as(talk.owner).call(listThreads, {
      params,
      query: { assigneeId: leaver.user._id },
    });
    expect(items).toEqual([]);
    expect((await as(talk.owner).call(getThread, thread)).data.assignee).toBeNull();
  });

  it.runIf(store.name === "postgres")(
    "doesn't block whoever reassigns their conversations at that moment, and keeps none of them",
    async () => {
      const { db, transaction } = talk.server.store;
      const visitor = await talk.openVisitor(agent);
      (await talk.useProvider()).script(answerWith("chat", ["Yes."]));
      const { threadId } = await listen(say(talk.server, visitor, { content: "Hello" }));
      const threads = db.selectFrom("threads").selectAll();
      const like = await threads.where("id", "=", threadId).executeTakeFirstOrThrow();
      const { items: groups } = await as(talk.owner).call(listUserGroups);
      const groupId = groups.find(({ role }) => role === "support")?._id ?? "";
      const areBlocked = (count: number) => expect.poll(() => countBlocked(talk.server.store)).toBe(count);
      for (const _ of [1, 2, 3]) {
        const leavers = await Promise.all(
          [1, 2].map(() => talk.server.createMember(talk.owner.organizationId, "support")),
        );
        const rows = leavers.flatMap(({ user }) =>
          [1, 2].map(() => ({ ...like, id: newId(), handledBy: "human" as const, assigneeId: user._id })),
        );
        const ids = rows.map(({ id }) => id);
        await db.insertInto("threads").values(rows).execute();

        // All have found the conversations, and nobody has got one yet.
        const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const holding = transaction(async (tx) => {
          await tx.selectFrom("threads").select("id").where("id", "in", ids).forUpdate().execute();
          held.resolve();
          await free.promise;
        });
        await held.promise;
        const giving = rows.map(({ id, assigneeId }) =>
          as(talk.owner).call(updateThread, {
            params: { productId: agent.id, threadId: id },
            body: { data: { assigneeId } },
          }),
        );
        await areBlocked(giving.length);
        const leaving = leavers.map(({ user: { email } }) =>
          as(talk.owner).call(removeFromGroup, { params: { groupId, email } }),
        );
        await areBlocked(giving.length + leaving.length);
        free.resolve();
        await Promise.all([holding, ...giving, ...leaving]);
        const left = await db.selectFrom("threads").select("assigneeId").where("id", "in", ids).execute();
        expect(left).toEqual(rows.map(() => ({ assigneeId: null })));
      }
      expect(counted.count).toBe(0);
    },
  );
});
