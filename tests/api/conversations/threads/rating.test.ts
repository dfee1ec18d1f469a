import { beforeAll, describe, expect, it } from "vitest";
import { publishAgent, type Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  endThread,
  listVisitorThreads,
  rateThread,
} from "../../../../shared/contract/conversations/conversations.ts";
import { getThread, updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { LiveEvent, ThreadRating } from "../../../../shared/contract/conversations/conversations.ts";
import { getWidget, updateWidget } from "../../../../shared/contract/surfaces/surfaces.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

type Said = { score: number; remark?: string } | null;

describe.each(stores())("rating a conversation on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("is stored, replaced and withdrawn, and both sides see it at once", async () => {
    const { visitor, thread } = await converse();
    await end(visitor, thread);
    const place = { server: talk.server, agentId: agent.id };
    const [team, own] = [watch(talk.owner, place), watch(visitor, place)];
    await Promise.all([team.ready, own.ready]);
    const given: Said[] = [{ score: 2 }, { score: 5, remark: "Quick <b>help</b>" }, null, { score: 4 }];
    for (const [index, said] of given.entries()) {
      const expected = said && { remark: "", ...said, at: expect.any(Number) as number };
      expect((await rate(visitor, thread, said)).rating).toEqual(expected);
      for (const side of [team, own]) {
        const events = await side.until((all) => ratingsOf(all).length > index);
        expect(ratingsOf(events).at(-1)).toEqual(expected);
      }
    }
    [team, own].forEach(({ stop }) => stop());
    expect((await talk.server.as(talk.owner).call(getThread, thread)).data.rating).toMatchObject({
      score: 4,
    });
    const { items } = await talk.server.as(visitor).call(listVisitorThreads, { params: thread.params });
    expect(items[0]?.rating).toMatchObject({ score: 4, remark: "" });
  });

  it("changes nothing and sends no event when it is repeated", async () => {
    const { visitor, thread } = await converse();
    await end(visitor, thread);
    const first = await rate(visitor, thread, { score: 3, remark: "So so" });
    const numbers = () =>
      talk.server.store.db
        .selectFrom("liveCounters")
        .select("last")
        .where("agentId", "=", agent.id)
        .execute();
    const before = await numbers();
    expect(await rate(visitor, thread, { score: 3, remark: "So so" })).toEqual(first);
    expect(await numbers()).toEqual(before);
  });

  it("is possible only after the conversation ended, also by the team, and stays when it is reopened", async () => {
    const { visitor, thread } = await converse();
    await expect(rate(visitor, thread, { score: 5 })).rejects.toMatchObject({
      status: 409,
      code: "conflict",
    });
    const body = { data: { status: "resolved" as const } };
    await talk.server.as(talk.owner).call(updateThread, { ...thread, body });
    await rate(visitor, thread, { score: 1 });
    const { threadId } = thread.params;
    await listen(say(talk.server, visitor, { content: "One more thing", threadId }));
    const { data } = await talk.server.as(talk.owner).call(getThread, thread);
    expect(data).toMatchObject({ status: "open", rating: { score: 1 } });
    await expect(rate(visitor, thread, { score: 2 })).rejects.toMatchObject({ status: 409 });
    expect((await rate(visitor, thread, null)).rating).toBeNull();
  });

  it("is possible only in one's own conversations", async () => {
    const { visitor, thread } = await converse();
    await end(visitor, thread);
    const { threadId } = thread.params;
    const stranger = await talk.openVisitor(agent);
    const elsewhere = { params: { productId: (await talk.createAgent()).id, threadId } };
    const missing = { params: { ...thread.params, threadId: "missing" } };
    for (const [who, place] of [
      [stranger, thread],
      [visitor, elsewhere],
      [visitor, missing],
    ] as const) {
      await expect(rate(who, place, { score: 5 })).rejects.toMatchObject({ status: 404, code: "not_found" });
    }
  });

  it("is refused when the published chat takes none, but an earlier rating can be withdrawn", async () => {
    const { visitor, thread } = await converse();
    await end(visitor, thread);
    await rate(visitor, thread, { score: 5 });
    await takeRatings(false);
    await expect(rate(visitor, thread, { score: 4 })).rejects.toMatchObject({
      status: 422,
      code: "feedback_refused",
    });
    expect((await rate(visitor, thread, null)).rating).toBeNull();
    await takeRatings(true);
  });

  it.each([
    { score: 0 },
    { score: 6 },
    { score: 2.5 },
    { score: "5" },
    { score: 5, remark: "a".repeat(1001) },
    { score: 5, by: "me" },
    {},
  ])("refuses %j", async (said) => {
    const { visitor, thread } = await converse();
    await end(visitor, thread);
    await expect(rate(visitor, thread, said as Said)).rejects.toMatchObject({ status: 400 }); // wrong on purpose
  });

  async function converse() {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]), answerWith("chat", ["Yes?"]));
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    return { visitor, thread: { params: { productId: agent.id, threadId } } };
  }

  type Place = Awaited<ReturnType<typeof converse>>["thread"];

  async function end(visitor: TestVisitor, place: Place): Promise<void> {
    await talk.server.as(visitor).call(endThread, place);
  }

  async function rate(visitor: TestVisitor, place: Place, said: Said) {
    return (await talk.server.as(visitor).call(rateThread, { ...place, body: { data: said } })).data;
  }

  async function takeRatings(hasFeedback: boolean): Promise<void> {
    const owner = talk.server.as(talk.owner);
    const params = { productId: agent.id };
    const {
      type: _,
      token: __,
      lastSeen: ___,
      savedBy: ____,
      ...rest
    } = (await owner.call(getWidget, { params })).data;
    const data = { ...rest, settings: { ...rest.settings, hasFeedback } };
    await owner.call(updateWidget, { params, body: { data } });
    await owner.call(publishAgent, { params });
  }
});

function ratingsOf(events: LiveEvent[]): (ThreadRating | null)[] {
  return events.flatMap((event) => (event.type === "thread" ? [event.thread.rating] : []));
}
