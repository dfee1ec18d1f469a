import { beforeAll, describe, expect, it } from "vitest";
import { updateAgentStatus } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  editMessage,
  leavePerson,
  listVisitorMessages,
  listVisitorThreads,
  requestPerson,
  retryAnswer,
  stopAnswer,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  getThread,
  listMessages,
  listThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { holdReply, say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import {
  beginAnswer,
  listen,
  listenUntil,
  newClientId,
  newEar,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

interface Party {
  visitor: TestVisitor;
  at: { params: { productId: string; threadId: string } };
}

describe.each(stores())("a visitor who writes to a paused agent on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  const owner = () => talk.server.as(talk.owner);
  const look = async ({ at }: Pick<Party, "at">) => (await owner().call(getThread, at)).data;
  const decide = ({ at }: Party, data: ThreadChange) => owner().call(updateThread, { ...at, body: { data } });
  const write = ({ visitor, at }: Party, content: string) =>
    listen(say(talk.server, visitor, { content, threadId: at.params.threadId }));
  const eventsOf = async ({ at }: Pick<Party, "at">) =>
    (await owner().call(listMessages, at)).items.flatMap(({ kind, content }) =>
      kind === "event" ? [content] : [],
    );

  async function set({ id: productId }: Agent, status: Agent["status"]): Promise<void> {
    await owner().call(updateAgentStatus, { params: { productId }, body: { data: { status } } });
  }

  /** A visitor whom the agent answered, before it was paused. */
  async function pauseAfterAnswer() {
    const agent = await talk.createAgent();
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Two days."]));
    const visitor = await talk.openVisitor(agent);
    const heard = await listen(say(talk.server, visitor, { content: "How long?" }));
    await set(agent, "paused");
    const at = { params: { productId: agent.id, threadId: heard.threadId } };
    return { agent, provider, heard, visitor, at };
  }

  it("waits for the team, and both sides are told once", async () => {
    const party = await pauseAfterAnswer();
    const { visitor, at, agent } = party;
    expect(await look(party)).toMatchObject({ handledBy: "ai", waitingSince: null });
    const before = (await look(party)).unread;
    const heard = await write(party, "And to Spain?");
    expect(heard.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
    const shown = { handledBy: "human", isWaitingForPerson: true, peopleBefore: 0 };
    expect(heard.events[0]).toMatchObject({ thread: shown });
    const { waitingSince, personRequestedAt } = await look(party);
    expect(waitingSince).toBe(heard.message?.createdAt);
    await write(party, "Hello?");
    expect(await look(party)).toMatchObject({
      ...{ assignee: null, unread: before + 2, waitingSince, personRequestedAt },
    });
    const params = { productId: agent.id };
    for (const queue of ["unassigned", "waiting"] as const) {
      const { items } = await owner().call(listThreads, { params, query: { queue } });
      expect(items.map(({ id }) => id)).toEqual([at.params.threadId]);
    }
    expect(await eventsOf(party)).toEqual(["agentPaused"]);
    const { items } = await talk.server.as(visitor).call(listVisitorMessages, at);
    expect(items.map(({ content }) => content)).toEqual([
      ...["How long?", "Two days.", "And to Spain?", "Hello?"],
    ]);
  });

  it("is answered by the agent again once it is live and they write again", async () => {
    const party = await pauseAfterAnswer();
    const { agent, provider } = party;
    await write(party, "And to Spain?");
    await set(agent, "live");
    expect(await look(party)).toMatchObject({ handledBy: "human", personRequestedAt: expect.any(Number) });
    provider.script(answerWith("chat", ["Four days."]));
    const heard = await write(party, "Hello?");
    expect(heard).toMatchObject({ text: "Four days." });
    expect(heard.events[0]).toMatchObject({ thread: { handledBy: "ai", isWaitingForPerson: false } });
    expect(await look(party)).toMatchObject({
      ...{ handledBy: "ai", assignee: null, personRequestedAt: null, waitingSince: null },
    });
    expect(await eventsOf(party)).toEqual(["agentPaused", "agentLive"]);
  });

  it("stays with the team after asking for a person or getting one, even once the agent is live", async () => {
    const asking = await pauseAfterAnswer();
    await write(asking, "And to Spain?");
    await set(asking.agent, "live");
    const { threadId } = asking.at.params;
    const leave = () => talk.server.as(asking.visitor).call(leavePerson, asking.at);
    await leave();
    const { productId } = asking.at.params;
    const body = { data: { clientId: newClientId(), threadId } };
    await talk.server.as(asking.visitor).call(requestPerson, { params: { productId }, body });
    const given = await pauseAfterAnswer();
    await write(given, "And to Spain?");
    await decide(given, { assigneeId: talk.owner.user._id });
    await decide(given, { assigneeId: null });
    await set(given.agent, "live");
    for (const party of [asking, given]) {
      const heard = await write(party, "Hello?");
      expect(heard.events.at(-1)?.type).toBe("handedOver");
    }
  });

  it("can't continue with the agent while it is paused", async () => {
    const party = await pauseAfterAnswer();
    await write(party, "And to Spain?");
    const leave = () => talk.server.as(party.visitor).call(leavePerson, party.at);
    await expect(leave()).rejects.toMatchObject({ status: 409, code: "conflict" });
    await set(party.agent, "live");
    expect((await leave()).data).toMatchObject({ handledBy: "ai", isWaitingForPerson: false });
  });

  it("waits again when the team handed the conversation back, or had resolved it", async () => {
    const party = await pauseAfterAnswer();
    await write(party, "And to Spain?");
    for (const change of [{ handledBy: "ai" }, { status: "resolved" }] as const) {
      await decide(party, change);
      expect(await look(party)).toMatchObject({ handledBy: "ai", waitingSince: null });
      await write(party, "And to France?");
      expect(await look(party)).toMatchObject({ status: "open", personRequestedAt: expect.any(Number) });
    }
  });

  it("is not put into the queue when a team member has the conversation", async () => {
    const party = await pauseAfterAnswer();
    const body = { data: { clientId: newClientId(), content: "I am here." } };
    await owner().call(sendReply, { ...party.at, body });
    await write(party, "And to Spain?");
    expect(await look(party)).toMatchObject({
      ...{ assignee: { id: talk.owner.user._id }, personRequestedAt: null },
      waitingSince: expect.any(Number),
    });
    expect(await eventsOf(party)).toEqual(["joined"]);
  });

  it("waits too after editing the last message, or retrying a stopped answer", async () => {
    const edited = await pauseAfterAnswer();
    const messageId = edited.heard.message?.id ?? "";
    const params = { ...edited.at.params, messageId };
    const as = talk.server.as(edited.visitor);
    const body = { data: { content: "How long to Spain?" } };
    const anew = await listen(as.stream(editMessage, { params, body }));
    expect(anew.events[0]).toMatchObject({ answer: null, thread: { isWaitingForPerson: true } });
    expect(await look(edited)).toMatchObject({ unread: 1, waitingSince: expect.any(Number) });

    const agent = await talk.createAgent();
    const { visitor, ear, thread } = await beginAnswer(talk, agent, "Half");
    const answer = { params: { ...thread.params, messageId: ear.answer?.id ?? "" } };
    await talk.server.as(visitor).call(stopAnswer, answer);
    await set(agent, "paused");
    const again = await listen(talk.server.as(visitor).stream(retryAnswer, answer), "Half");
    expect(again.events.map(({ type }) => type)).toEqual(["handedOver"]);
    const { items } = await talk.server
      .as(visitor)
      .call(listVisitorThreads, { params: { productId: agent.id } });
    expect(items[0]).toMatchObject({ isWaitingForPerson: true });
    expect(await eventsOf({ at: thread })).toEqual(["agentPaused"]);
  });

  it.each(["clicks", "replies", "is given it"] as const)(
    "gets no further word of an answer in progress after a team member %s",
    async (how) => {
      const agent = await talk.createAgent();
      const { provider, visitor, ear, stream, held, thread } = await beginAnswer(talk, agent, "So far");
      const party = { visitor, at: thread };
      await set(agent, "paused");
      const heard = await write(party, "And to Spain?");
      expect(heard.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
      const body = { data: { clientId: newClientId(), content: "I am here." } };
      if (how === "clicks") await decide(party, { handledBy: "human" });
      if (how === "is given it") await decide(party, { assigneeId: talk.owner.user._id });
      if (how === "replies") await owner().call(sendReply, { ...thread, body });
      held.say(" and more");
      await provider.closedEarly;
      for await (const event of stream) ear.events.push(event);
      const ended = { status: "stopped", content: "So far" };
      expect(ear.events.at(-1)).toMatchObject({ type: "done", message: ended });
      const { items } = await owner().call(listMessages, thread);
      expect(items.slice(0, 4).map(({ content }) => content)).toEqual([
        ...["Tell me", "So far", "And to Spain?", "agentPaused"],
      ]);
      const text = how === "replies" ? "I am here." : "And to Spain?";
      expect(await look(party)).toMatchObject({ lastMessage: { text }, handledBy: "human" });
    },
  );

  it.each(["edited", "tried again"] as const)(
    "gets no further word of an earlier answer when the newest one is %s",
    async (how) => {
      const agent = await talk.createAgent();
      const { provider, visitor, ear, stream, thread } = await beginAnswer(talk, agent, "So far");
      const as = talk.server.as(visitor);
      const held = holdReply();
      provider.script(held.reply);
      const next = newEar();
      const { threadId } = thread.params;
      const second = say(talk.server, visitor, { content: "And to Spain?", threadId });
      await listenUntil(second, next, ({ events }) => events.length > 0);
      await held.asked;
      const answer = { params: { ...thread.params, messageId: next.answer?.id ?? "" } };
      await as.call(stopAnswer, answer);
      await set(agent, "paused");
      const question = { params: { ...thread.params, messageId: next.message?.id ?? "" } };
      const body = { data: { content: "And to France?" } };
      await listen(
        how === "edited" ? as.stream(editMessage, { ...question, body }) : as.stream(retryAnswer, answer),
      );
      for await (const event of stream) ear.events.push(event);
      expect(ear.events.at(-1)).toMatchObject({ message: { status: "stopped", content: "So far" } });
      expect(await look({ at: thread })).toMatchObject({ handledBy: "human", assignee: null });
    },
  );

  it("is still answered in the preview", async () => {
    const agent = await talk.createAgent();
    await set(agent, "paused");
    (await talk.useProvider()).script(answerWith("chat", ["Two days."]));
    const visitor = await talk.openVisitor(agent, { preview: true });
    expect((await listen(say(talk.server, visitor, { content: "How long?" }))).text).toBe("Two days.");
  });
});
