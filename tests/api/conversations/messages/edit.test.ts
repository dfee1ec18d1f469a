import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { updateAgentStatus } from "../../../../shared/contract/agents/agents.ts";
import {
  editMessage,
  listVisitorMessages,
  sendFeedback,
  stopAnswer,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  getReceipt,
  getThread,
  listMessages,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { maxMessageCharacters } from "../../../../shared/domain/limits.ts";
import { holdReply, say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import {
  beginAnswer,
  listen,
  listenUntil,
  newClientId,
  newEar,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { Heard, TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

describe.each(bothStores())("a visitor's edited last message on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("gets a new answer in the same place, and updates the title", async () => {
    const { visitor, heard, provider } = await converse("How do I return a lamb?");
    provider.script(answerWith("chat", ["In its ", "box."]));
    const edited = await edit(visitor, heard, "How do I return a lamp?");
    expect(edited.events[0]).toMatchObject({
      type: "accepted",
      message: { id: heard.message?.id, content: "How do I return a lamp?", editedAt: expect.any(Number) },
      answer: { id: heard.answer?.id, generation: 1, status: "streaming", content: "", citations: [] },
      thread: { title: "How do I return a lamp?" },
    });
    expect(edited.text).toBe("In its box.");
    expect(edited.end).toMatchObject({ id: heard.answer?.id, generation: 1, status: "sent", position: 1 });
    expect(await contents(visitor, heard)).toEqual(["How do I return a lamp?", "In its box."]);
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).not.toContain("lamb");
    const receipt = await owner().call(getReceipt, answerOf(heard));
    expect(receipt.data.question).toBe("How do I return a lamp?");
  });

  it("shows the team its earlier text, and the visitor only the new one", async () => {
    const { visitor, heard } = await converse("One");
    await edit(visitor, heard, "Two");
    await edit(visitor, heard, "Three");
    const [message] = (await owner().call(listMessages, threadOf(heard))).items;
    expect(message).toMatchObject({
      content: "Three",
      earlier: [
        { content: "One", at: heard.message?.createdAt },
        { content: "Two", at: expect.any(Number) },
      ],
    });
    expect(JSON.stringify(await read(visitor, heard))).not.toMatch(/earlier|One|Two/);
  });

  it("is sent live to the team as unread, and matches the list", async () => {
    const { visitor, heard, provider } = await converse("One");
    await owner().call(updateThread, { ...threadOf(heard), body: { data: { read: true } } });
    const team = watch(talk.owner, { server: talk.server, agentId: agent.id });
    await team.ready;
    const held = holdReply();
    provider.script(held.reply);
    const ear = newEar();
    const stream = editing(visitor, heard, "Two");
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    const events = await team.until((all) => all.some(({ type }) => type === "thread"));
    expect(events.slice(1)).toMatchObject([
      { type: "message", message: { content: "Two", earlier: [{ content: "One" }] } },
      { type: "message", message: { status: "streaming", generation: 1 } },
      { type: "thread", thread: { unread: 1, title: "Two", lastMessage: { role: "user", text: "Two" } } },
    ]);
    // An empty answer would be asked for again, of the next test's provider.
    await held.asked;
    held.say("Fine.");
    held.end();
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({ type: "done" });
    team.stop();
  });

  it("stops an answer in progress, and no word of it follows", async () => {
    const { provider, visitor, ear, stream, held } = await beginAnswer(talk, agent, "The old");
    provider.script(answerWith("chat", ["The new."]));
    const edited = await edit(visitor, ear, "Something else");
    held.say(" goes on");
    await provider.closedEarly;
    expect(edited.text).toBe("The new.");
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.find(({ type }) => type === "restart")).toEqual({ type: "restart", generation: 1 });
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { content: "The new.", generation: 1 },
    });
    expect(await contents(visitor, ear)).toEqual(["Something else", "The new."]);
  });

  it("is changed once, no matter how often and how close together the edit is repeated", async () => {
    const { visitor, heard, provider } = await converse("One");
    provider.script(answerWith("chat", ["Once ", "only."]));
    const asked = provider.requests.length;
    const all = await Promise.all([1, 2, 3, 4].map(() => edit(visitor, heard, "Two")));
    expect(all.map(({ text }) => text)).toEqual(all.map(() => "Once only."));
    const later = await edit(visitor, heard, "Two");
    expect(later).toMatchObject({ text: "Once only.", end: { generation: 1, status: "sent" } });
    expect(provider.requests).toHaveLength(asked + 1);
  });

  it("returns its current text to a late repeat of its first sending", async () => {
    const { visitor, heard, provider } = await converse("One", "client-of-one");
    provider.script(answerWith("chat", ["To two."]));
    await edit(visitor, heard, "Two");
    const { threadId } = heard;
    const repeated = await listen(
      say(talk.server, visitor, { content: "One", clientId: "client-of-one", threadId }),
    );
    expect(repeated).toMatchObject({ text: "To two.", message: { content: "Two" } });
    const other = say(talk.server, visitor, { content: "Three", clientId: "client-of-one" });
    await expect(listen(other)).rejects.toMatchObject({ code: "repeated_with_other_content" });
  });

  it("loses the feedback on its earlier answer", async () => {
    const { visitor, heard } = await converse("One");
    const body = { data: { value: -1 as const } };
    await talk.server.as(visitor).call(sendFeedback, { ...answerOf(heard), body });
    expect((await edit(visitor, heard, "Two")).end?.feedback).toBeNull();
  });

  it("is answered even when its first answer was stopped", async () => {
    const { provider, visitor, ear } = await beginAnswer(talk, agent, "Half");
    await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
    provider.script(answerWith("chat", ["Whole."]));
    expect((await edit(visitor, ear, "Again")).end).toMatchObject({ content: "Whole.", status: "sent" });
  });

  it("reopens an ended conversation", async () => {
    const { visitor, heard } = await converse("One");
    await owner().call(updateThread, { ...threadOf(heard), body: { data: { status: "resolved" } } });
    const edited = await edit(visitor, heard, "Two");
    expect(edited.events[0]).toMatchObject({ thread: { status: "open" } });
    expect(edited.text).toBe("Fine.");
  });

  it("is changed without an answer while a person has the conversation", async () => {
    const { visitor, heard, provider } = await converse("One");
    await owner().call(updateThread, { ...threadOf(heard), body: { data: { handledBy: "human" } } });
    const asked = provider.requests.length;
    const edited = await edit(visitor, heard, "Two");
    expect(edited.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
    expect(edited.message?.content).toBe("Two");
    expect(await contents(visitor, heard)).toEqual(["Two", "Fine.", "joined"]);
    expect(provider.requests).toHaveLength(asked);
    const { data } = await owner().call(getThread, threadOf(heard));
    expect(data).toMatchObject({ unread: 1, lastMessage: { role: "assistant", text: "Fine." } });
  });

  it("is answered for the first time when nobody had answered it and the agent now can", async () => {
    const { visitor, heard, provider } = await converse("One");
    await owner().call(updateThread, { ...threadOf(heard), body: { data: { handledBy: "human" } } });
    const waiting = await listen(say(talk.server, visitor, { content: "Two", threadId: heard.threadId }));
    await owner().call(updateThread, { ...threadOf(heard), body: { data: { handledBy: "ai" } } });
    provider.script(answerWith("chat", ["To three."]));
    const edited = await edit(visitor, { ...heard, message: waiting.message }, "Three");
    expect(edited).toMatchObject({
      text: "To three.",
      end: { inReplyTo: waiting.message?.id, generation: 0 },
    });
    const again = await edit(visitor, { ...heard, message: waiting.message }, "Three");
    expect(again.end?.id).toBe(edited.end?.id);
    const said = await contents(visitor, heard);
    expect(said).toEqual(["One", "Fine.", "joined", "Three", "handedBack", "To three."]);
  });

  it("stops its answer when the agent was paused meanwhile", async () => {
    const paused = await talk.createAgent();
    const { provider, visitor, ear, stream } = await beginAnswer(talk, paused, "Half");
    const params = { productId: paused.id };
    await owner().call(updateAgentStatus, { params, body: { data: { status: "paused" } } });
    const edited = await edit(visitor, ear, "Two");
    expect(edited.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({ message: { status: "stopped", content: "Half" } });
    await provider.closedEarly;
  });

  it("is refused once a person has answered it, or the visitor has written again", async () => {
    const { visitor, heard } = await converse("One");
    const next = await listen(say(talk.server, visitor, { content: "Two", threadId: heard.threadId }));
    await expect(edit(visitor, heard, "Changed")).rejects.toMatchObject({ status: 409, code: "conflict" });
    const body = { data: { clientId: newClientId(), content: "A person." } };
    await owner().call(sendReply, { ...threadOf(heard), body });
    const last = { ...heard, message: next.message };
    await expect(edit(visitor, last, "Changed")).rejects.toMatchObject({ status: 409 });
    expect((await contents(visitor, heard)).filter((text) => text === "Changed")).toEqual([]);
  });

  it("changes the title only of a conversation that began with it", async () => {
    const { visitor, heard } = await converse("Hello");
    const next = await listen(say(talk.server, visitor, { content: "Hello", threadId: heard.threadId }));
    const edited = await edit(visitor, { ...heard, message: next.message }, "Other");
    expect(edited.events[0]).toMatchObject({ thread: { title: "Hello" } });
  });

  it.each([
    ["an empty text", " \n"],
    ["one character too many", "a".repeat(maxMessageCharacters + 1)],
  ])("refuses %s", async (_, content) => {
    const { visitor, heard } = await converse("One");
    await expect(edit(visitor, heard, content)).rejects.toMatchObject({ status: 400 });
  });

  it("counts toward the message limits, so that nobody gets endless answers", async () => {
    const { visitor, heard } = await converse("One");
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => edit(visitor, heard, "Two")));
    const refused = all.filter((one) => one.status === "rejected");
    expect(refused[0]?.reason).toMatchObject({ status: 429, code: "too_many" });
    expect(refused.length).toBeLessThanOrEqual(11);
  });

  it("must be the visitor's own message, not an answer or a stranger's", async () => {
    const { visitor, heard } = await converse("One");
    const stranger = await talk.openVisitor(agent);
    const other = await talk.createAgent();
    const body = { data: { content: "Mine now" } };
    const own = { params: { ...threadOf(heard).params, messageId: heard.message?.id ?? "" }, body };
    const refused = { status: 404, code: "not_found" };
    await expect(
      talk.server.as(visitor).call(editMessage, { ...answerOf(heard), body }),
    ).rejects.toMatchObject(refused);
    await expect(talk.server.as(stranger).call(editMessage, own)).rejects.toMatchObject(refused);
    const elsewhere = { params: { ...own.params, productId: other.id }, body };
    await expect(talk.server.as(visitor).call(editMessage, elsewhere)).rejects.toMatchObject(refused);
    expect(await contents(visitor, heard)).toEqual(["One", "Fine."]);
  });

  const owner = () => talk.server.as(talk.owner);

  async function converse(content: string, clientId = newClientId()) {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Fine."]));
    const visitor = await talk.openVisitor(agent);
    return { provider, visitor, heard: await listen(say(talk.server, visitor, { content, clientId })) };
  }

  function editing(visitor: TestVisitor, { threadId, message }: Heard, content: string) {
    const params = { productId: visitor.agentId, threadId, messageId: message?.id ?? "none" };
    return talk.server.as(visitor).stream(editMessage, { params, body: { data: { content } } });
  }

  function edit(visitor: TestVisitor, heard: Heard, content: string) {
    return listen(editing(visitor, heard, content));
  }

  async function read(visitor: TestVisitor, { threadId }: Heard) {
    const params = { productId: visitor.agentId, threadId };
    return (await talk.server.as(visitor).call(listVisitorMessages, { params })).items;
  }

  async function contents(visitor: TestVisitor, heard: Heard) {
    return (await read(visitor, heard)).map(({ content }) => content);
  }

  function threadOf({ threadId }: Heard) {
    return { params: { productId: agent.id, threadId } };
  }

  function answerOf({ threadId, answer }: Heard) {
    return { params: { productId: agent.id, threadId, messageId: answer?.id ?? "none" } };
  }
});
