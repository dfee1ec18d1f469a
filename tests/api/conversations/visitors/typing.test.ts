import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  listVisitorThreads,
  readThread,
  stopAnswer,
  tellVisitorTyping,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  getThread,
  sendReply,
  tellTyping,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { LiveEvent, VisitorThread } from "../../../../shared/contract/conversations/conversations.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import {
  beginAnswer,
  listen,
  newClientId,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch as watchAgent } from "../../../kit/live/watching.ts";

describe.each(stores())("typing, read marks and page context on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("tell only the other side that somebody is typing", async () => {
    const { visitor, thread } = await converse();
    const stranger = await talk.openVisitor(agent);
    const [team, own, foreign] = [watch(talk.owner), watch(visitor), watch(stranger)];
    await Promise.all([team.ready, own.ready, foreign.ready]);
    const kept = await countEvents();
    await talk.server.as(visitor).call(tellVisitorTyping, thread);
    await talk.server.as(talk.owner).call(tellTyping, thread);
    expect(await countEvents()).toBe(kept);
    const { threadId } = thread.params;
    const byVisitor = { type: "typing", threadId, by: "visitor", name: null };
    const byTeam = { type: "typing", threadId, by: "team", name: "Test Person" };
    expect((await team.until(hasTyping)).filter(isTyping)).toEqual([byVisitor]);
    expect((await own.until(hasTyping)).filter(isTyping)).toEqual([byTeam]);

    // What is kept comes after what was sent as a transient event before it.
    const sent = await listen(say(talk.server, stranger, { content: "Something of my own" }));
    for (const side of [team, foreign]) await side.until((all) => all.some(isEndOf(sent.threadId)));
    await reply(thread, "There.");
    const [all, mine, theirs] = await Promise.all([
      team.until((events) => events.some((event) => isMessage(event, "There."))),
      own.until((events) => events.some((event) => isMessage(event, "There."))),
      foreign.until((events) => events.some(isEndOf(sent.threadId))),
    ]);
    expect(all.filter(isTyping)).toEqual([byVisitor]);
    expect(mine.filter(isTyping)).toEqual([byTeam]);
    expect(theirs.filter(isTyping)).toEqual([]);
    expect(JSON.stringify(mine)).not.toContain(talk.owner.user._id);
    [team, own, foreign].forEach(({ stop }) => stop());
  });

  it("stay silent in the preview", async () => {
    const { visitor, thread } = await converse({ preview: true });
    const team = watch(talk.owner);
    await team.ready;
    await talk.server.as(visitor).call(tellVisitorTyping, thread);
    const other = await converse();
    await talk.server.as(other.visitor).call(tellVisitorTyping, other.thread);
    const [first] = (await team.until(hasTyping)).filter(isTyping);
    expect(first).toMatchObject({ threadId: other.thread.params.threadId });
    team.stop();
  });

  it("follow the visitor's own reading, which only grows and ends at the newest message", async () => {
    const { visitor, thread } = await converse();
    const before = await mine(visitor);
    expect(before).toMatchObject({ unread: 1, lastMessage: { role: "assistant", text: "Hi." } });
    await read(visitor, thread, 1);
    expect(await mine(visitor)).toMatchObject({ unread: 1 });
    await read(visitor, thread, 2);
    expect(await mine(visitor)).toMatchObject({ unread: 0 });
    await reply(thread, "One.");
    await reply(thread, "Two.");
    expect(await mine(visitor)).toMatchObject({ unread: 2, lastMessage: { role: "support", text: "Two." } });
    await read(visitor, thread, 1_000_000);
    await read(visitor, thread, 0);
    await Promise.all([4, 1, 3, 2].map((readTo) => read(visitor, thread, readTo)));
    expect(await mine(visitor)).toMatchObject({ unread: 0 });
    const { data } = await owner().call(getThread, thread);
    expect(data.visitorReadTo).toBe(5);
    await reply(thread, "Three.");
    expect(await mine(visitor)).toMatchObject({ unread: 1 });
  });

  it("skip answers that aren't complete", async () => {
    const { visitor, ear, thread } = await beginAnswer(talk, agent, "Half");
    expect(await mine(visitor)).toMatchObject({ unread: 0 });
    const params = { ...thread.params, messageId: ear.answer?.id ?? "" };
    await talk.server.as(visitor).call(stopAnswer, { params });
    expect(await mine(visitor)).toMatchObject({ unread: 0 });
  });

  it("tell the team how far the visitor has read, and the visitor how far the team has", async () => {
    const { visitor, thread } = await converse();
    expect(await mine(visitor)).toMatchObject({ teamReadTo: 0 });
    const [team, own] = [watch(talk.owner), watch(visitor)];
    await Promise.all([team.ready, own.ready]);
    await read(visitor, thread, 2);
    const told = await team.until((all) => all.some(({ type }) => type === "thread"));
    expect(told.at(-1)).toMatchObject({ thread: { visitorReadTo: 2 } });
    const marked = await owner().call(updateThread, { ...thread, body: { data: { read: true } } });
    expect(marked.data).toMatchObject({ teamReadTo: 2, unread: 0 });
    const heard = await own.until((all) => all.filter(({ type }) => type === "thread").length > 1);
    expect(heard.at(-1)).toMatchObject({ thread: { teamReadTo: 2, unread: 0 } });
    await reply(thread, "Read and answered.");
    expect(await mine(visitor)).toMatchObject({ teamReadTo: 4, unread: 1 });
    [team, own].forEach(({ stop }) => stop());
  });

  it("are closed to everyone except the visitor and the team", async () => {
    const { visitor, thread } = await converse();
    const stranger = await talk.openVisitor(agent);
    const outsider = await talk.server.createOwner();
    const other = await talk.createAgent();
    const { threadId } = thread.params;
    const places = [
      { as: stranger, params: thread.params },
      { as: visitor, params: { productId: agent.id, threadId: "missing" } },
      { as: visitor, params: { productId: other.id, threadId } },
    ];
    for (const { as, params } of places) {
      const client = talk.server.as(as);
      const body = { data: { readTo: 2 } };
      const missing = { status: 404, code: "not_found" };
      await expect(client.call(tellVisitorTyping, { params })).rejects.toMatchObject(missing);
      await expect(client.call(readThread, { params, body })).rejects.toMatchObject(missing);
    }
    for (const productId of [agent.id, other.id]) {
      const asked = talk.server.as(outsider).call(tellTyping, { params: { productId, threadId } });
      await expect(asked).rejects.toMatchObject({ status: 404 });
    }
    const wrongAgent = owner().call(tellTyping, { params: { productId: other.id, threadId } });
    await expect(wrongAgent).rejects.toMatchObject({ status: 404 });
    expect((await owner().call(getThread, thread)).data.visitorReadTo).toBe(0);
  });

  it.each([-1, 1.5, "2", null])("refuse to read up to %j", async (readTo) => {
    const { visitor, thread } = await converse();
    const body = { data: { readTo: readTo as number } }; // wrong on purpose
    await expect(talk.server.as(visitor).call(readThread, { ...thread, body })).rejects.toMatchObject({
      status: 400,
    });
  });

  it("include the page context of the last message, and give it to the model", async () => {
    const { visitor, thread, provider } = await converse({ context: { plan: "pro", cart: [1, 2] } });
    expect((await owner().call(getThread, thread)).data.context).toEqual({ plan: "pro", cart: [1, 2] });
    expect(lastTurn(provider.requests)).toContain('{"plan":"pro","cart":[1,2]}');
    const { threadId } = thread.params;
    await listen(say(talk.server, visitor, { content: "And?", threadId, context: { plan: "free" } }));
    expect((await owner().call(getThread, thread)).data.context).toEqual({ plan: "free" });
    await listen(say(talk.server, visitor, { content: "And?", threadId }));
    expect((await owner().call(getThread, thread)).data.context).toBeNull();
    expect(lastTurn(provider.requests)).not.toContain("page-context");
    expect(JSON.stringify(await mine(visitor))).not.toContain("context");
    const tooMuch = { text: "a".repeat(4000) };
    await expect(
      listen(say(talk.server, visitor, { content: "And?", threadId, context: tooMuch })),
    ).rejects.toMatchObject({ status: 400 });
  });

  const owner = () => talk.server.as(talk.owner);
  const watch = (actor: Parameters<typeof watchAgent>[0]) =>
    watchAgent(actor, { server: talk.server, agentId: agent.id });

  async function converse({ preview = false, context }: { preview?: boolean; context?: object } = {}) {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Hi."]));
    const visitor = await talk.openVisitor(agent, { preview });
    const said = { content: "Hello?", ...(context && { context: { ...context } }) };
    const { threadId } = await listen(say(talk.server, visitor, said));
    return { provider, visitor, thread: { params: { productId: agent.id, threadId } } };
  }

  type Place = Awaited<ReturnType<typeof converse>>["thread"];

  async function read(visitor: TestVisitor, place: Place, readTo: number): Promise<void> {
    await talk.server.as(visitor).call(readThread, { ...place, body: { data: { readTo } } });
  }

  async function mine(visitor: TestVisitor): Promise<VisitorThread | undefined> {
    const params = { productId: agent.id };
    return (await talk.server.as(visitor).call(listVisitorThreads, { params })).items[0];
  }

  async function reply(place: Place, content: string) {
    const body = { data: { clientId: newClientId(), content } };
    return owner().call(sendReply, { ...place, body });
  }

  async function countEvents(): Promise<number> {
    const rows = await talk.server.store.db
      .selectFrom("liveEvents")
      .select("number")
      .where("agentId", "=", agent.id)
      .execute();
    return rows.length;
  }
});

function isTyping(event: LiveEvent): boolean {
  return event.type === "typing";
}

function hasTyping(events: LiveEvent[]): boolean {
  return events.some(isTyping);
}

/** Whether an event tells that the answer in this thread is whole. */
function isEndOf(threadId: string) {
  return (event: LiveEvent) =>
    event.type === "message" &&
    event.message.threadId === threadId &&
    event.message.role === "assistant" &&
    event.message.status === "sent";
}

function lastTurn(requests: { body: { messages?: unknown[] } }[]): string {
  const messages = requests.at(-1)?.body.messages as { content: string }[]; // a chat request
  return messages.at(-1)?.content ?? "";
}
