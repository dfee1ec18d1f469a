import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../shared/contract/agents.ts";
import { initiateChat } from "../../shared/contract/initiateChat.ts";
import { createScheduledReply, sendScheduledReply } from "../../shared/contract/scheduledReplies.ts";
import { listUserGroups, removeFromGroup } from "../../shared/contract/teams.ts";
import { getThread, listThreads, sendReply, updateThread } from "../../shared/contract/threads.ts";
import { countBlocked } from "../kit/countBlocked.ts";
import type { Member } from "../kit/factories.ts";
import { say as answerWith } from "../kit/modelProvider.ts";
import { stores } from "../kit/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../kit/talks.ts";
import type { TalkingServer, TestVisitor } from "../kit/talks.ts";

interface Scene {
  leaver: Member;
  visitor: TestVisitor;
  /** Where the visitor's conversation is, which the agent answers. */
  thread: { params: { productId: string; threadId: string } };
}

/** Makes what would be theirs ready; gives what makes it theirs. */
type Way = (scene: Scene) => Promise<() => Promise<unknown>>;

describe.each(stores())("who leaves, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
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
  ])("has no conversation afterwards where %s at that moment", async (_, prepare) => {
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
    await expect.poll(() => countBlocked(talk.server.store), { timeout: 20_000 }).toBe(1);
    let hasLeft = false;
    const left = as(talk.owner)
      .call(removeFromGroup, { params: { groupId, email: leaver.user.email } })
      .then(() => (hasLeft = true));
    const isWaiting = async () => hasLeft || (await countBlocked(talk.server.store)) === 2;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
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
});
