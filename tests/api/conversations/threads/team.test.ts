import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { listVisitorMessages, watchEvents } from "../../../../shared/contract/conversations/conversations.ts";
import {
  getReceipt,
  getThread,
  listMessages,
  listThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import type { Actor } from "../../../kit/client.ts";
import type { Member } from "../../../kit/factories.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import type { ModelProvider } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import {
  beginAnswer,
  listen,
  newClientId,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { Heard, TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, numberOf, watch as watchAgent } from "../../../kit/live/watching.ts";

describe.each(stores())("the team of a conversation on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
  });

  it("sees its unread messages, and marks it as read", async () => {
    const { heard, thread } = await converse();
    expect(await list()).toMatchObject([
      {
        id: heard.threadId,
        title: "Hello?",
        surface: "widget",
        status: "open",
        handledBy: "ai",
        assignee: null,
        unread: 1,
        preview: false,
        lastMessage: { role: "assistant", text: "Hi." },
      },
      ...(await list()).slice(1),
    ]);
    const read = await owner().call(updateThread, { ...thread, body: { data: { read: true } } });
    expect(read.data.unread).toBe(0);
  });

  it.each([
    ["https://shop.test/lamps", { url: "https://shop.test/lamps", title: "Lamps" }],
    ["javascript:alert(1)", null],
  ])("sees the page where it began, if it is a web page: %s", async (url, seen) => {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Hi."]));
    const visitor = await talk.openVisitor(agent);
    const page = { url, title: "Lamps" };
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?", page }));
    const { data } = await owner().call(getThread, { params: { productId: agent.id, threadId } });
    expect(data.page).toEqual(seen);
  });

  it("doesn't see the preview's conversations", async () => {
    const { heard } = await converse({ preview: true });
    expect((await list()).map(({ id }) => id)).not.toContain(heard.threadId);
  });

  it("takes over in the middle of an answer: the agent stops, and no word of it follows the team's (fault 41)", async () => {
    const { provider, visitor, ear, stream, held, thread } = await begin("The agent says");
    await owner().call(updateThread, { ...thread, body: { data: { handledBy: "human" } } });
    held.say(" more");
    await provider.closedEarly;
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { status: "stopped", content: "The agent says" },
    });
    await reply(thread, "I take it from here.");
    const asked = await listen(say(talk.server, visitor, { content: "Thanks", threadId: ear.threadId }));
    expect(asked.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
    expect(asked.events[0]).toMatchObject({ thread: { handledBy: "human", assigneeName: "Test Person" } });
    const all = await owner().call(listMessages, thread);
    expect(all.items.map(({ role, kind, content }) => [role, kind, content])).toEqual([
      ["user", "text", "Tell me"],
      ["assistant", "text", "The agent says"],
      ["system", "event", "joined"],
      ["support", "text", "I take it from here."],
      ["user", "text", "Thanks"],
    ]);
    expect(provider.requests).toHaveLength(1);
  });

  it("resolves in the middle of an answer: the agent stops, and no word of it follows", async () => {
    const { provider, ear, stream, held, thread } = await begin("The agent says");
    const resolved = await owner().call(updateThread, { ...thread, body: { data: { status: "resolved" } } });
    expect(resolved.data).toMatchObject({ status: "resolved", lastMessage: { text: "The agent says" } });
    held.say(" more");
    await provider.closedEarly;
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { status: "stopped", content: "The agent says" },
    });
    const all = await owner().call(listMessages, thread);
    expect(all.items.map(({ kind, content }) => [kind, content])).toEqual([
      ["text", "Tell me"],
      ["text", "The agent says"],
      ["event", "resolved"],
    ]);
  });

  it.each<[string, () => ThreadChange, number]>([
    ["a former member", () => ({ assigneeId: "01m000000000000000000000aa" }), 400],
    ["a deleted team", () => ({ handledBy: "human", teamId: "01m000000000000000000000aa" }), 400],
    ["a deleted label", () => ({ status: "resolved", addLabelIds: ["01m000000000000000000000aa"] }), 400],
    ["a deleted field", () => ({ handledBy: "human", customFields: { gone: "1" } }), 400],
    ["an outdated assignee", () => ({ handledBy: "human", was: { assigneeId: colleague.user._id } }), 409],
  ])("lets the agent continue when a change is refused: %s", async (_, change, status) => {
    const { ear, stream, held, thread } = await begin("The agent says");
    const refused = owner().call(updateThread, { ...thread, body: { data: change() } });
    await expect(refused).rejects.toMatchObject({ status });
    held.say(" more.");
    held.end();
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { status: "sent", content: "The agent says more." },
    });
    expect((await owner().call(getThread, thread)).data).toMatchObject({ handledBy: "ai", status: "open" });
  });

  it("lets the agent continue when a reply is refused", async () => {
    const { ear, stream, held, thread } = await begin("The agent says");
    const data = {
      clientId: newClientId(),
      content: "See here",
      attachments: ["01m000000000000000000000aa"],
    };
    await expect(owner().call(sendReply, { ...thread, body: { data } })).rejects.toMatchObject({
      status: 422,
    });
    held.say(" more.");
    held.end();
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({ message: { status: "sent" } });
  });

  it("is shown to the visitor by name, without anything else about the member", async () => {
    const { visitor, heard, thread } = await converse();
    await reply(thread, "A person here.");
    const params = { productId: agent.id, threadId: heard.threadId };
    const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params });
    expect(items.at(-1)).toMatchObject({
      role: "support",
      author: { id: "team", name: "Test Person" },
      clientId: null,
    });
    expect(JSON.stringify(items)).not.toContain(talk.owner.user._id);
    const mine = await owner().call(listMessages, thread);
    expect(mine.items.at(-1)?.author?.id).toBe(talk.owner.user._id);
  });

  it("stores a reply once, no matter how often and how close together it is sent", async () => {
    const { thread } = await converse();
    const body = { data: { clientId: newClientId(), content: "Once." } };
    const sent = await Promise.all([1, 2, 3, 4].map(() => owner().call(sendReply, { ...thread, body })));
    expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
    const other = { data: { ...body.data, content: "Twice." } };
    await expect(owner().call(sendReply, { ...thread, body: other })).rejects.toMatchObject({ status: 409 });
    const all = await owner().call(listMessages, thread);
    expect(all.items.map(({ content }) => content)).toEqual(["Hello?", "Hi.", "joined", "Once."]);
  });

  it("has one winner when two take over at once, and the other is told (fault 42)", async () => {
    const { thread } = await converse();
    const both = await Promise.allSettled(
      [talk.owner, colleague].map((member) =>
        talk.server.as(member).call(updateThread, { ...thread, body: { data: { handledBy: "human" } } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((one) => one.status === "rejected");
    expect(refused?.reason).toMatchObject({ status: 409, code: "conflict" });
    const all = await owner().call(listMessages, thread);
    expect(all.items.filter(({ content }) => content === "joined")).toHaveLength(1);
  });

  it("hands back, and the agent answers again", async () => {
    const { provider, visitor, heard, thread } = await converse();
    await reply(thread, "A person.");
    const back = await owner().call(updateThread, { ...thread, body: { data: { handledBy: "ai" } } });
    expect(back.data).toMatchObject({ handledBy: "ai", assignee: null });
    provider.script(answerWith("chat", ["The agent again."]));
    const asked = await listen(
      say(talk.server, visitor, { content: "Who is there?", threadId: heard.threadId }),
    );
    expect(asked.text).toBe("The agent again.");
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).toContain("A person.");
  });

  it("resolves it, which lets the agent answer again, and the visitor reopens it by writing", async () => {
    const { visitor, heard, thread } = await converse();
    await reply(thread, "All done?");
    const resolved = await owner().call(updateThread, { ...thread, body: { data: { status: "resolved" } } });
    expect(resolved.data).toMatchObject({ status: "resolved", handledBy: "ai", assignee: null, unread: 0 });
    expect((await list({ status: "resolved" })).map(({ id }) => id)).toContain(heard.threadId);
    const asked = await listen(say(talk.server, visitor, { content: "One more", threadId: heard.threadId }));
    expect(asked.end?.status).toBe("sent");
    const all = await owner().call(listMessages, thread);
    expect(all.items.map(({ content }) => content)).toContain("resolved");
    expect((await owner().call(getThread, thread)).data).toMatchObject({ status: "open", unread: 1 });
  });

  it("never loses or mixes up messages when a person takes over while the visitor writes", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { visitor, heard, thread, provider } = await converse();
      provider.script(answerWith("chat", ["From ", "the agent."]));
      const { threadId } = heard;
      const [asked] = await Promise.all([
        listen(say(talk.server, visitor, { content: "Now?", threadId })),
        owner().call(updateThread, { ...thread, body: { data: { handledBy: "human" } } }),
      ]);
      const { items } = await owner().call(listMessages, thread);
      const joined = items.findIndex(({ content }) => content === "joined");
      expect(items.slice(joined).filter(({ role }) => role === "assistant")).toEqual([]);
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index));
      expect(items.filter(({ content }) => content === "Now?")).toHaveLength(1);
      expect(asked.events.at(-1)?.type).toMatch(/done|handedOver/);
      expect(items.every(({ status }) => status !== "streaming")).toBe(true);
    }
  });

  it("gets every live event, the visitor only their own, and only the team gets receipts (B13)", async () => {
    const { visitor, thread, heard } = await converse();
    const stranger = await talk.openVisitor(agent);
    const [team, own, foreign] = [watch(talk.owner), watch(visitor), watch(stranger)];
    await Promise.all([team.ready, own.ready, foreign.ready]);
    await reply(thread, "Live.");
    const inTeam = await team.until((events) => events.some((event) => isMessage(event, "Live.")));
    const inOwn = await own.until((events) => events.some((event) => isMessage(event, "Live.")));
    expect(inTeam.filter(({ type }) => type === "thread")).toMatchObject([{ thread: { assignee: {} } }]);
    expect(JSON.stringify(inOwn)).not.toContain(talk.owner.user._id);
    expect(JSON.stringify(inOwn)).not.toMatch(
      /"contact"|attributes|personRequestedAt|context|passages|earlier/,
    );
    await listen(say(talk.server, stranger, { content: "Me too" }));
    const inForeign = await foreign.until((events) => events.some((event) => isMessage(event, "Me too")));
    expect(JSON.stringify(inForeign)).not.toContain(heard.threadId);
    [team, own, foreign].forEach(({ stop }) => stop());
  });

  it("gets no event after its membership has ended (B14)", async () => {
    const gone = await talk.server.createMember(talk.owner.organizationId, "support");
    const stream = talk.server.as(gone).stream(watchEvents, { params: { productId: agent.id } });
    expect((await stream.next()).value).toMatchObject({ type: "ready" });
    await talk.server.store.db.deleteFrom("members").where("userId", "=", gone.user._id).execute();
    expect(await stream.next()).toMatchObject({ done: true });
  });

  it("continues the live events from where it was", async () => {
    const { thread } = await converse();
    const first = watch(talk.owner);
    const from = await first.ready;
    first.stop();
    await reply(thread, "Missed.");
    const again = watch(talk.owner, from);
    const missed = await again.until((events) => events.some((event) => isMessage(event, "Missed.")));
    expect(missed.map(numberOf)).toEqual(
      missed.map((_, index) => (index === 0 ? expect.any(Number) : from + index)),
    );
    again.stop();
  });

  it("sees the sources behind an answer, and the visitor doesn't", async () => {
    const { heard, visitor } = await converse();
    const input = {
      params: { productId: agent.id, threadId: heard.threadId, messageId: heard.answer?.id ?? "" },
    };
    const { data } = await owner().call(getReceipt, input);
    expect(data).toMatchObject({
      messageId: heard.answer?.id,
      question: "Hello?",
      model: "gpt-4o",
      provider: "openai",
      agentVersion: agent.publishedVersion,
      tokensIn: 16,
    });
    const withOrganization = { ...input, params: { ...input.params, orgId: talk.owner.organizationId } };
    await expect(talk.server.as(visitor).call(getReceipt, withOrganization)).rejects.toMatchObject({
      status: 401,
    });
  });

  it("loses it all with the agent", async () => {
    const doomed = await talk.createAgent();
    const { thread } = await converse({ with: doomed });
    await deleteForGood(owner(), doomed.id);
    await expect(owner().call(getThread, thread)).rejects.toMatchObject({ status: 404 });
    for (const table of ["contacts", "threads", "messages"] as const) {
      const rows = await talk.server.store.db
        .selectFrom(table)
        .select("id")
        .where("agentId", "=", doomed.id)
        .execute();
      expect(rows).toEqual([]);
    }
  });

  const owner = () => talk.server.as(talk.owner);

  interface Conversing {
    preview?: boolean;
    with?: Agent;
  }

  async function converse({ preview = false, with: other = agent }: Conversing = {}) {
    const provider: ModelProvider = await talk.useProvider();
    provider.script(answerWith("chat", ["Hi."]));
    const visitor: TestVisitor = await talk.openVisitor(other, { preview });
    const heard: Heard = await listen(say(talk.server, visitor, { content: "Hello?" }));
    return {
      provider,
      visitor,
      heard,
      thread: { params: { productId: other.id, threadId: heard.threadId } },
    };
  }

  const begin = (text: string) => beginAnswer(talk, agent, text);

  async function reply(thread: { params: { productId: string; threadId: string } }, content: string) {
    const body = { data: { clientId: newClientId(), content } };
    return owner().call(sendReply, { ...thread, body });
  }

  async function list(query: { status?: string } = {}) {
    return (
      await owner().call(listThreads, { params: { productId: agent.id }, query: { limit: 100, ...query } })
    ).items;
  }

  function watch(actor: Actor, after?: number) {
    return watchAgent(actor, { server: talk.server, agentId: agent.id, after });
  }
});
