import { beforeEach, describe, expect, it } from "vitest";
import { mostTold } from "../../../../server/conversations/threads/assignment/place.ts";
import { getAgent, publishAgent, updateAgent } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  leavePerson,
  listVisitorThreads,
  requestPerson,
} from "../../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { noAssignment } from "../../../../shared/domain/assignment.ts";
import { queueUp } from "../../../kit/knowledge/queueUp.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { newClientId, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

describe.each(bothStores())("a visitor's place in the queue on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeEach(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  async function ask(): Promise<{ visitor: TestVisitor; threadId: string }> {
    const visitor = await talk.openVisitor(agent);
    const params = { productId: agent.id };
    const body = { data: { clientId: newClientId() } };
    const { data } = await talk.server.as(visitor).call(requestPerson, { params, body });
    return { visitor, threadId: data.id };
  }

  async function placeOf(visitor: TestVisitor): Promise<number | null | undefined> {
    const params = { productId: agent.id };
    const { items } = await talk.server.as(visitor).call(listVisitorThreads, { params });
    return items[0]?.peopleBefore;
  }

  const placesOf = (events: LiveEvent[]) =>
    events.flatMap((event) => (event.type === "place" ? [event.peopleBefore] : []));

  it("is the number of visitors ahead, updated at once when one leaves or a more urgent one comes", async () => {
    const first = await ask();
    const second = await ask();
    const third = await ask();
    const all = [first, second, third];
    expect(await Promise.all(all.map(({ visitor }) => placeOf(visitor)))).toEqual([0, 1, 2]);
    const last = watch(third.visitor, { server: talk.server, agentId: agent.id });
    await last.ready;
    const params = { productId: agent.id, threadId: first.threadId };
    await talk.server.as(first.visitor).call(leavePerson, { params });
    // A place from before may be told late.
    await last.until((events) => placesOf(events).at(-1) === 1);
    expect(await Promise.all(all.map(({ visitor }) => placeOf(visitor)))).toEqual([null, 0, 1]);
    await talk.server.as(talk.owner).call(updateThread, {
      params: { productId: agent.id, threadId: third.threadId },
      body: { data: { priority: "urgent" } },
    });
    await last.until((events) => placesOf(events).at(-1) === 0);
    expect(await placeOf(second.visitor)).toBe(1);
    last.stop();
  });

  it("is hidden beyond a limit, and withdrawn when others move ahead", async () => {
    const first = await ask();
    const { threadId } = first;
    await queueUp(talk.server.store, { threadId, count: mostTold - 1 });
    const [last, next] = [await ask(), await ask()];
    expect(await Promise.all([last, next].map(({ visitor }) => placeOf(visitor)))).toEqual([null, null]);
    const watches = [last, next].map(({ visitor }) =>
      watch(visitor, { server: talk.server, agentId: agent.id }),
    );
    await Promise.all(watches.map(({ ready }) => ready));
    /** Waits until both know this; a place from before may be told late. */
    const knows = (places: (number | null)[]) =>
      Promise.all(
        watches.map(({ until }, index) => until((events) => placesOf(events).at(-1) === places[index])),
      );
    const params = { productId: agent.id, threadId };
    await talk.server.as(first.visitor).call(leavePerson, { params });
    await knows([mostTold - 1, null]);
    await talk.server.as(first.visitor).call(requestPerson, {
      params: { productId: agent.id },
      body: { data: { clientId: newClientId(), threadId } },
    });
    await knows([mostTold - 1, null]);
    const priority = { priority: "urgent" } as const;
    await talk.server.as(talk.owner).call(updateThread, { params, body: { data: priority } });
    await knows([null, null]);
    expect(await placeOf(last.visitor)).toBe(null);
    watches.forEach(({ stop }) => stop());
  });

  it("is hidden after a takeover, and for an agent that doesn't show it", async () => {
    const asked = await ask();
    const other = await ask();
    await talk.server.as(talk.owner).call(updateThread, {
      params: { productId: agent.id, threadId: asked.threadId },
      body: { data: { handledBy: "human" } },
    });
    expect(await Promise.all([asked, other].map(({ visitor }) => placeOf(visitor)))).toEqual([null, 0]);
    const params = { productId: agent.id };
    const { data } = await talk.server.as(talk.owner).call(getAgent, { params });
    const configuration = { ...data.configuration, assignment: { ...noAssignment, tellsPlace: false } };
    await talk.server
      .as(talk.owner)
      .call(updateAgent, { params, body: { data: { revision: data.revision, configuration } } });
    await talk.server.as(talk.owner).call(publishAgent, { params });
    expect(await placeOf(other.visitor)).toBe(null);
  });
});
