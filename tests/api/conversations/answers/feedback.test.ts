import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  listVisitorMessages,
  sendFeedback,
} from "../../../../shared/contract/conversations/conversations.ts";
import { listMessages, sendReply } from "../../../../shared/contract/conversations/threads/threads.ts";
import type {
  Feedback,
  LiveEvent,
  Message,
} from "../../../../shared/contract/conversations/conversations.ts";
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
import { watch } from "../../../kit/live/watching.ts";

describe.each(stores())("feedback on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("is stored, replaced and withdrawn, and both sides see it at once", async () => {
    const { visitor, answer, thread } = await converse();
    const place = { server: talk.server, agentId: agent.id };
    const [team, own] = [watch(talk.owner, place), watch(visitor, place)];
    await Promise.all([team.ready, own.ready]);
    const bad = { value: -1 as const, reason: "incomplete" as const, text: "And the bulbs?\u0000" };
    // What no database keeps is told at once as it will be read.
    const kept = { ...bad, text: "And the bulbs?\ufffd" };
    const good = { value: 1 as const, reason: null, text: "" };
    for (const [index, feedback] of [kept, good, null].entries()) {
      expect((await rate(visitor, answer, feedback === kept ? bad : feedback)).feedback).toEqual(feedback);
      for (const side of [team, own]) {
        const events = await side.until((all) => messagesOf(all).length > index);
        expect(messagesOf(events).at(-1)?.feedback).toEqual(feedback);
      }
    }
    [team, own].forEach(({ stop }) => stop());
    await rate(visitor, answer, good);
    const { items } = await talk.server.as(talk.owner).call(listMessages, thread);
    expect(items.map(({ feedback }) => feedback)).toEqual([null, good]);
  });

  it("changes nothing and sends no event when it is repeated", async () => {
    const { visitor, answer } = await converse();
    const first = await rate(visitor, answer, { value: 1, reason: null, text: "" });
    const numbers = () =>
      talk.server.store.db
        .selectFrom("liveCounters")
        .select("last")
        .where("agentId", "=", agent.id)
        .execute();
    const before = await numbers();
    expect(await rate(visitor, answer, { value: 1, reason: null, text: "" })).toEqual(first);
    expect(await numbers()).toEqual(before);
  });

  it("is accepted for the team's replies too", async () => {
    const { visitor, thread } = await converse();
    const body = { data: { clientId: newClientId(), content: "A person." } };
    const { data } = await talk.server.as(talk.owner).call(sendReply, { ...thread, body });
    const place = { params: { ...thread.params, messageId: data.id } };
    const rated = await rate(visitor, place, { value: -1, reason: "other", text: "Rude" });
    expect(rated).toMatchObject({ feedback: { text: "Rude" }, author: { id: "team" } });
  });

  it("is refused until the answer is complete", async () => {
    const { visitor, ear, thread, held } = await beginAnswer(talk, agent, "Half");
    const place = { params: { ...thread.params, messageId: ear.answer?.id ?? "" } };
    const early = rate(visitor, place, { value: 1, reason: null, text: "" });
    await expect(early).rejects.toMatchObject({ status: 409 });
    held.end();
  });

  it("is accepted only in the visitor's own conversations", async () => {
    const { visitor, answer, thread, message } = await converse();
    const good = { value: 1 as const, reason: null, text: "" };
    const body = { data: { clientId: newClientId(), content: "A person." } };
    await talk.server.as(talk.owner).call(sendReply, { ...thread, body });
    const { items } = await talk.server.as(visitor).call(listVisitorMessages, thread);
    const event = { params: { ...thread.params, messageId: items[2]?.id ?? "" } };
    const stranger = await talk.openVisitor(agent);
    const missing = { params: { ...thread.params, messageId: "missing" } };
    const elsewhere = { params: { ...answer.params, productId: (await talk.createAgent()).id } };
    for (const [who, place] of [
      [visitor, message],
      [visitor, event],
      [visitor, missing],
      [visitor, elsewhere],
      [stranger, answer],
    ] as const) {
      await expect(rate(who, place, good)).rejects.toMatchObject({ status: 404, code: "not_found" });
    }
  });

  it.each([
    [{ value: 2 }],
    [{ value: 1, reason: "boring" }],
    [{ value: -1, text: "a".repeat(1001) }],
    [{ value: 1, author: "me" }],
  ])("refuses %j", async (data) => {
    const { visitor, answer } = await converse();
    const body = { data } as { data: { value: 1 } }; // wrong on purpose
    await expect(talk.server.as(visitor).call(sendFeedback, { ...answer, body })).rejects.toMatchObject({
      status: 400,
    });
  });

  async function converse() {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    const visitor = await talk.openVisitor(agent);
    const heard = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const thread = { params: { productId: agent.id, threadId: heard.threadId } };
    const place = (messageId = "none") => ({ params: { ...thread.params, messageId } });
    return { visitor, thread, answer: place(heard.answer?.id), message: place(heard.message?.id) };
  }

  interface Place {
    params: { productId: string; threadId: string; messageId: string };
  }

  async function rate(visitor: TestVisitor, place: Place, feedback: Feedback | null) {
    const body = { data: feedback ?? { value: null } };
    return (await talk.server.as(visitor).call(sendFeedback, { ...place, body })).data;
  }
});

function messagesOf(events: LiveEvent[]): Message[] {
  return events.flatMap((event) => (event.type === "message" ? [event.message] : []));
}
