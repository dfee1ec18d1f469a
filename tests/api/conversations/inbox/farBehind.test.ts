import { expect, describe, it } from "vitest";
import { newId } from "../../../../server/database/ids.ts";
import type { LiveEvent, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import { createLabel, listThreads } from "../../../../shared/contract/conversations/threads/threads.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { numberOf, watch } from "../../../kit/live/watching.ts";

/** Each is told of by two events. */
const many = 320;

describe.each(stores())("an open inbox on $name", (store) => {
  it("is reloaded once, at once, when a member with hundreds of conversations leaves", async () => {
    const talk = await startTalkingServer(store);
    const { server, owner } = talk;
    const boss = server.as(owner);
    const leaver = await server.createMember(owner.organizationId, "collaborator");
    const agent = await talk.createAgent();
    const params = { productId: agent.id };
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    const { threadId } = await listen(say(server, await talk.openVisitor(agent), { content: "Hello?" }));
    const like = server.store.db.selectFrom("threads").selectAll().where("id", "=", threadId);
    const thread = await like.executeTakeFirstOrThrow();
    const theirs = { handledBy: "human", assigneeId: leaver.user._id, waitingSince: 1 } as const;
    const rows = Array.from({ length: many }, () => ({ ...thread, ...theirs, id: newId() }));
    for (const half of [rows.slice(0, many / 2), rows.slice(many / 2)])
      await server.store.db.insertInto("threads").values(half).execute();

    const watching = watch(owner, { server, agentId: agent.id });
    const begin = await watching.ready;
    let shown = await readAll();
    const { items: groups } = await boss.call(listUserGroups);
    const groupId = groups.find(({ role }) => role === "collaborator")?._id ?? "";
    await boss.call(removeFromGroup, { params: { groupId, email: leaver.user.email } });
    await boss.call(createLabel, { params, body: { data: { name: "Mark", colour: "#336699" } } });
    const events = await watching.until((all) => all.some(({ type }) => type === "label"));
    watching.stop();
    for (const event of events) {
      if (event.type === "readAfresh") shown = await readAll();
      if (event.type === "thread") shown.set(event.thread.id, event.thread as Thread); // the team's stream
    }
    expect(shown).toEqual(await readAll());
    expect([...shown.values()].filter(({ assignee }) => assignee !== null)).toEqual([]);
    expect(numberOf(events.at(-1) as LiveEvent) - begin).toBeGreaterThan(2 * many); // the mark is there
    expect(events.filter(({ type }) => type === "readAfresh")).toHaveLength(1);
    expect(events.length).toBeLessThan(many / 2);

    async function readAll(): Promise<Map<string, Thread>> {
      const all: Thread[] = [];
      for (let [page, total] = [1, 1]; all.length < total; page += 1) {
        const answer = await boss.call(listThreads, { params, query: { limit: 100, page } });
        all.push(...answer.items);
        total = answer.page.total;
      }
      return new Map(all.map((one) => [one.id, one]));
    }
  });
});
