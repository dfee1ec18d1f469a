import { expect, it } from "vitest";
import { listUserGroups, removeFromGroup } from "../../shared/contract/teams.ts";
import { getThread, updateThread } from "../../shared/contract/threads.ts";
import { countBlocked } from "../kit/countBlocked.ts";
import { say as answerWith } from "../kit/modelProvider.ts";
import { stores } from "../kit/stores.ts";
import { listen, say, startTalkingServer } from "../kit/talks.ts";

const onPostgres = stores().filter(({ name }) => name === "postgres");

it.runIf(onPostgres.length > 0)(
  "is nobody's who leaves at the moment in which it is given to them",
  async () => {
    const [store] = onPostgres;
    if (!store) return;
    const talk = await startTalkingServer(store);
    const owner = talk.server.as(talk.owner);
    const agent = await talk.createAgent();
    const leaver = await talk.server.createMember(talk.owner.organizationId, "support");
    (await talk.useProvider()).script(answerWith("chat", ["Yes."]));
    const { threadId } = await listen(say(talk.server, await talk.openVisitor(agent), { content: "Hello" }));
    const thread = { params: { productId: agent.id, threadId } };
    const { items: groups } = await owner.call(listUserGroups);
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
    const given = owner.call(updateThread, { ...thread, body: { data: { assigneeId: leaver.user._id } } });
    await expect.poll(() => countBlocked(talk.server.store), { timeout: 20_000 }).toBe(1);
    let hasLeft = false;
    const left = owner
      .call(removeFromGroup, { params: { groupId, email: leaver.user.email } })
      .then(() => (hasLeft = true));
    const isWaiting = async () => hasLeft || (await countBlocked(talk.server.store)) === 2;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    free.resolve();
    await Promise.all([holding, given, left]);
    expect((await owner.call(getThread, thread)).data.assignee).toBeNull();
  },
);
