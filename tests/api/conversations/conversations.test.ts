import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  listVisitorMessages,
  listVisitorThreads,
  requestPerson,
  resumeAnswer,
  retryAnswer,
  sendMessage,
  stopAnswer,
} from "../../../shared/contract/conversations/conversations.ts";
import {
  getReceipt,
  getThread,
  listMessages,
  listThreads,
} from "../../../shared/contract/conversations/threads/threads.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listModels } from "../../../shared/contract/models/models.ts";
import { updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import { maxMessageCharacters } from "../../../shared/domain/limits.ts";
import { newId } from "../../../server/database/ids.ts";
import { holdReply, refuse, say as answerWith } from "../../kit/models/modelProvider.ts";
import { rounds } from "../../kit/rounds.ts";
import { bothStores } from "../../kit/database/stores.ts";
import {
  listen,
  listenUntil,
  newClientId,
  newEar,
  say,
  startTalkingServer,
} from "../../kit/conversations/threads/talks.ts";
import type { Heard, TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("a visitor's conversation on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  it("begins with the first message, which is stored before it is acknowledged, and streams the answer", async () => {
    const { provider, visitor } = await setUp();
    const held = holdReply();
    provider.script(held.reply);
    const ear = newEar();
    const stream = say(talk.server, visitor, { content: "How do I return\n a lamp?" });
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    expect(ear.events[0]).toMatchObject({
      type: "accepted",
      message: { role: "user", content: "How do I return\n a lamp?", status: "sent", position: 0 },
      answer: {
        role: "assistant",
        content: "",
        status: "streaming",
        position: 1,
        inReplyTo: ear.message?.id,
      },
      thread: { title: "How do I return a lamp?", status: "open", handledBy: "ai" },
    });
    expect((await read(visitor, ear)).map(({ role, status }) => [role, status])).toEqual([
      ["user", "sent"],
      ["assistant", "streaming"],
    ]);
    await held.asked;
    held.say("In the ");
    await listenUntil(stream, ear, ({ text }) => text === "In the ");
    held.say("box.");
    held.end();
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { content: "In the box.", status: "sent", generation: 0, error: null },
    });
    expect((await read(visitor, ear)).map(({ content }) => content)).toEqual([
      "How do I return\n a lamp?",
      "In the box.",
    ]);
  });

  it("continues in its thread, and the model gets the earlier messages", async () => {
    const { provider, visitor } = await setUp();
    provider.script(answerWith("chat", ["Yes."]));
    const first = await listen(say(talk.server, visitor, { content: "Do you ship to Norway?" }));
    const { threadId } = first;
    const second = await listen(say(talk.server, visitor, { content: "And to Sweden?", threadId }));
    expect(second.threadId).toBe(threadId);
    const asked = JSON.stringify(provider.requests.at(-1)?.body.messages);
    expect(asked).toMatch(/Do you ship to Norway\?.*Yes\..*And to Sweden\?/);
    expect(second.end?.position).toBe(3);
  });

  it("stores and answers each message once, no matter how often and how close together it is sent (fault 7)", async () => {
    const { provider } = await setUp();
    provider.script(answerWith("chat", ["Once ", "only."]));
    const visitors = await Promise.all(Array.from({ length: 8 }, () => talk.openVisitor(agent)));
    const sends = visitors.flatMap((visitor) =>
      [1, 2, 3].map((times) => ({ visitor, times, clientId: newClientId(), content: `Question ${times}` })),
    );
    const heard = await Promise.all(
      sends.map(({ visitor, times, ...message }) =>
        Promise.all(Array.from({ length: times }, () => listen(say(talk.server, visitor, message)))),
      ),
    );
    expect(provider.requests).toHaveLength(sends.length);
    for (const repeats of heard) {
      expect(new Set(repeats.map(({ message }) => message?.id)).size).toBe(1);
      expect(new Set(repeats.map(({ end }) => end?.id)).size).toBe(1);
      expect(repeats.map(({ text }) => text)).toEqual(repeats.map(() => "Once only."));
    }
    for (const visitor of visitors) {
      const { items } = await talk.server
        .as(visitor)
        .call(listVisitorThreads, { params: { productId: agent.id } });
      expect(items).toHaveLength(3);
    }
    const [{ visitor, content, clientId }] = sends as [(typeof sends)[number]]; // there are sends
    const later = await listen(say(talk.server, visitor, { content, clientId }));
    expect(later.text).toBe("Once only.");
    expect(provider.requests).toHaveLength(sends.length);
  });

  it("refuses different content under the same client id (fault 8)", async () => {
    const { provider, visitor } = await setUp();
    provider.script(answerWith("chat", ["Hi"]));
    const clientId = newClientId();
    await listen(say(talk.server, visitor, { content: "One", clientId }));
    await expect(listen(say(talk.server, visitor, { content: "Two", clientId }))).rejects.toMatchObject({
      status: 409,
      code: "repeated_with_other_content",
    });
    const other = await talk.openVisitor(agent);
    expect((await listen(say(talk.server, other, { content: "Two", clientId }))).text).toBe("Hi");
  });

  it("is completed when the visitor leaves, and can be read from any offset", async () => {
    const { provider, visitor } = await setUp();
    const held = holdReply();
    provider.script(held.reply);
    const leave = new AbortController();
    const ear = newEar();
    const stream = say(talk.server, visitor, { content: "Tell me", signal: leave.signal });
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    await held.asked;
    held.say("One 👩‍🚀");
    await listenUntil(stream, ear, ({ text }) => text !== "");
    leave.abort();
    await stream.return(undefined).catch(() => {});
    held.say(" two");
    const again = resume(visitor, ear, ear.text.length);
    await listenUntil(again, ear, ({ text }) => text.endsWith("two"));
    held.say(" three.");
    held.end();
    for await (const event of again) ear.events.push(event);
    const whole = "One 👩‍🚀 two three.";
    expect(ear.events.at(-1)).toMatchObject({ type: "done", message: { content: whole } });
    for (let offset = 0; offset <= whole.length; offset += 1) {
      const rest = await listen(resume(visitor, ear, offset), whole.slice(0, offset));
      expect(rest.text).toBe(whole);
      expect(rest.events.some(({ type }) => type === "restart")).toBe(false);
    }
    expect((await listen(resume(visitor, ear, 3, 7))).events[0]).toEqual({ type: "restart", generation: 0 });
    expect(provider.requests).toHaveLength(1);
  });

  it("stops at once everywhere, keeps the text so far and closes the connection to the provider (fault 11)", async () => {
    const { provider, visitor } = await setUp();
    const { ear, stream } = await begin(provider, visitor, "So far ");
    const elsewhere = listen(resume(visitor, ear, 0));
    const { data } = await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
    expect(data).toMatchObject({ status: "stopped", content: "So far ", error: null });
    await provider.closedEarly;
    for await (const event of stream) ear.events.push(event);
    expect(ear.events.at(-1)).toMatchObject({
      type: "done",
      message: { status: "stopped", content: "So far " },
    });
    expect((await elsewhere).end).toMatchObject({ status: "stopped", content: "So far " });
    const again = await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
    expect(again.data).toEqual(data);
    const receipt = await talk.server.as(talk.owner).call(getReceipt, answerOf(ear));
    expect(receipt.data).toMatchObject({ model: "gpt-4o", credits: 5 });
  });

  it("costs nothing when it is stopped before its first word", async () => {
    const { provider, visitor } = await setUp();
    const { ear } = await begin(provider, visitor);
    const { data } = await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
    expect(data).toMatchObject({ status: "stopped", content: "" });
    const receipt = await talk.server.as(talk.owner).call(getReceipt, answerOf(ear));
    expect(receipt.data).toMatchObject({ credits: 0 });
  });

  it("retries a stopped or failed answer, as a new generation", async () => {
    const { provider, visitor } = await setUp();
    const { ear } = await begin(provider, visitor, "Half");
    await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
    provider.script(answerWith("chat", ["Whole."]));
    const retried = await listen(talk.server.as(visitor).stream(retryAnswer, answerOf(ear)), "Half");
    expect(retried.events[0]).toEqual({ type: "restart", generation: 1 });
    expect(retried.text).toBe("Whole.");
    expect(retried.end).toMatchObject({ status: "sent", generation: 1, id: ear.answer?.id });
    await expect(talk.server.as(visitor).call(retryAnswer, answerOf(ear))).rejects.toMatchObject({
      status: 409,
    });
    expect((await read(visitor, ear)).map(({ content }) => content)).toEqual(["Tell me", "Whole."]);
  });

  it("retries only the newest answer", async () => {
    const { provider, visitor } = await setUp();
    const { ear } = await begin(provider, visitor, "Half");
    await talk.server.as(visitor).call(stopAnswer, answerOf(ear));
    provider.script(answerWith("chat", ["Next."]));
    await listen(say(talk.server, visitor, { content: "Something else", threadId: ear.threadId }));
    await expect(talk.server.as(visitor).call(retryAnswer, answerOf(ear))).rejects.toMatchObject({
      status: 409,
    });
  });

  it("gets no answer while the agent is paused", async () => {
    const { visitor, provider } = await setUp();
    const paused = await talk.createAgent();
    const params = { productId: paused.id };
    const waiting = await talk.openVisitor(paused);
    await talk.server
      .as(talk.owner)
      .call(updateAgentStatus, { params, body: { data: { status: "paused" } } });
    const heard = await listen(say(talk.server, waiting, { content: "Anybody there?" }));
    expect(heard.events.map(({ type }) => type)).toEqual(["accepted", "handedOver"]);
    expect(heard.answer).toBeNull();
    expect(heard.events[0]).toMatchObject({ thread: { handledBy: "human", isWaitingForPerson: true } });
    expect(provider.requests).toHaveLength(0);
    expect(visitor.agentId).not.toBe(paused.id);
  });

  it("begins and continues under the id that the visitor's browser made", async () => {
    const { provider, visitor } = await setUp();
    provider.script(answerWith("chat", ["Yes."]));
    const newThreadId = newId();
    const first = await listen(say(talk.server, visitor, { content: "Do you ship?", newThreadId }));
    const second = await listen(say(talk.server, visitor, { content: "Where to?", newThreadId }));
    expect([first.threadId, second.threadId]).toEqual([newThreadId, newThreadId]);
    expect(second.end?.position).toBe(3);
  });

  it("begins once under such an id, no matter how many messages arrive together", async () => {
    const { provider, visitor } = await setUp();
    provider.script(answerWith("chat", ["Yes."]));
    const newThreadId = newId();
    const heard = await Promise.all(
      ["One", "Two", "Three"].map((content) => listen(say(talk.server, visitor, { content, newThreadId }))),
    );
    expect(heard.map(({ threadId }) => threadId)).toEqual(heard.map(() => newThreadId));
  });

  it("begins under another id when somebody else has that one, and reveals nothing of theirs (B1)", async () => {
    const { provider, visitor } = await setUp();
    provider.script(answerWith("chat", ["Yes."]));
    const { threadId } = await listen(say(talk.server, visitor, { content: "Secret" }));
    const stranger = await talk.openVisitor(agent);
    const { message } = await listen(
      say(talk.server, stranger, { content: "Mine now", newThreadId: threadId }),
    );
    expect(message?.threadId).not.toBe(threadId);
    expect(message?.position).toBe(0);
    const { data } = await talk.server.as(stranger).call(requestPerson, {
      params: { productId: agent.id },
      body: { data: { clientId: newClientId(), newThreadId: threadId } },
    });
    expect(data.id).not.toBe(threadId);
  });

  it("refuses a conversation id that the server wouldn't make", async () => {
    const { visitor } = await setUp();
    for (const newThreadId of ["mine", newId().toUpperCase(), `${newId()}0`, "../../threads/0000000000000"])
      await expect(
        listen(say(talk.server, visitor, { content: "Hello", newThreadId })),
      ).rejects.toMatchObject({ status: 400 });
  });

  it("is listed by page, latest first, and returns its messages as a window", async () => {
    const { provider, visitor } = await setUp();
    provider.script(answerWith("chat", ["Fine."]));
    const threads: Heard[] = [];
    for (const content of ["One", "Two", "Three"])
      threads.push(await listen(say(talk.server, visitor, { content })));
    const client = talk.server.as(visitor);
    const params = { productId: agent.id };
    const page = await client.call(listVisitorThreads, { params, query: { page: 1, limit: 2 } });
    expect(page.items.map(({ title }) => title)).toEqual(["Three", "Two"]);
    expect(page.page).toEqual({ page: 1, limit: 2, total: 3 });
    const threadId = threads[0]?.threadId ?? "";
    for (const content of ["a", "b"]) await listen(say(talk.server, visitor, { content, threadId }));
    const window = { params: { ...params, threadId } };
    const newest = await client.call(listVisitorMessages, { ...window, query: { limit: 4 } });
    expect(newest.items.map(({ position }) => position)).toEqual([2, 3, 4, 5]);
    expect(newest.hasMore).toBe(true);
    const older = await client.call(listVisitorMessages, { ...window, query: { limit: 4, before: 2 } });
    expect(older.items.map(({ content }) => content)).toEqual(["One", "Fine."]);
    expect(older.hasMore).toBe(false);
    expect((await client.call(listVisitorThreads, { params })).items[0]?.title).toBe("One");
  });

  it("answers a stranger exactly as if it didn't exist (B1, B2, B13)", async () => {
    const { provider, visitor } = await setUp();
    const { ear } = await begin(provider, visitor, "Secret");
    const { threadId } = ear;
    const messageId = ear.answer?.id ?? "";
    const stranger = talk.server.as(await talk.openVisitor(agent));
    const other = await talk.createAgent();
    const elsewhere = talk.server.as(await talk.openVisitor(other));
    const outsider = await talk.server.createOwner();
    for (const ids of [
      { threadId, messageId },
      { threadId: "missing", messageId: "missing" },
    ]) {
      const input = { params: { productId: agent.id, ...ids } };
      for (const client of [stranger, elsewhere]) {
        for (const call of [listVisitorMessages, resumeAnswer, stopAnswer, retryAnswer]) {
          await expect(client.call(call, input)).rejects.toMatchObject({ status: 404, code: "not_found" });
        }
        const body = { data: { clientId: newClientId(), content: "Mine now", threadId: ids.threadId } };
        await expect(client.call(sendMessage, { ...input, body })).rejects.toMatchObject({ status: 404 });
      }
      for (const call of [getThread, listMessages, getReceipt]) {
        await expect(talk.server.as(outsider).call(call, input)).rejects.toMatchObject({ status: 404 });
      }
    }
    await expect(
      talk.server.as(outsider).call(listThreads, { params: { productId: agent.id } }),
    ).rejects.toMatchObject({ status: 404 });
    const own = { params: { productId: agent.id, threadId, messageId: ear.message?.id ?? "" } };
    await expect(talk.server.as(visitor).call(stopAnswer, own)).rejects.toMatchObject({ status: 404 });
    expect((await read(visitor, ear)).at(-1)?.status).toBe("streaming");
  });

  it.each([
    ["5 MB", "a".repeat(5_000_000), 413],
    ["one character too many", "a".repeat(maxMessageCharacters + 1), 400],
    ["100,000 lines", "a\n".repeat(100_000), 413],
    ["30,000 emoji", "😀".repeat(30_000), 400],
    ["only white space", " \n\t ", 400],
  ])("refuses a message of %s before any model is asked (C9)", async (_, content, status) => {
    const { provider, visitor } = await setUp();
    await expect(listen(say(talk.server, visitor, { content }))).rejects.toMatchObject({ status });
    expect(provider.requests).toHaveLength(0);
  });

  it("returns every text as it was sent, and streams what it stores (E14, F12)", async () => {
    const { provider, visitor } = await setUp();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ""),
        fc.array(fc.string({ unit: "binary", maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        async (content, said) => {
          talk.server.clock.advance(60_000);
          provider.script(answerWith("chat", ["A", ...said]));
          const heard = await listen(say(talk.server, visitor, { content }));
          const stored = content.trim().replaceAll("\u0000", "\ufffd");
          expect((await read(visitor, heard)).map((message) => message.content)).toEqual([
            stored,
            heard.text,
          ]);
          expect(heard.end?.content).toBe(heard.text);
        },
      ),
      rounds({ some: 6, whole: 15 }),
    );
  });

  it.each([
    ["half a character", "A\ud83d B", "A\ufffd B"],
    ["markup", "</script><b>x</b>", "</script><b>x</b>"],
    [
      "a link without a source",
      "See [this](https://evil.example/?q=secret) ![x](https://evil.example/p)",
      "See this x",
    ],
    ["an invalid citation", "It is so [4].", "It is so."],
  ])("shows an answer with %s safely (F11, F12, C18)", async (_, said, expected) => {
    const { provider, visitor } = await setUp();
    provider.script(answerWith("chat", [said]));
    const heard = await listen(say(talk.server, visitor, { content: "Hello there" }));
    expect(heard.text).toBe(expected);
    expect(heard.end).toMatchObject({ content: expected, citations: [], status: "sent" });
  });

  it("ends an answer that doesn't end (F12)", async () => {
    const { provider, visitor } = await setUp();
    provider.script(
      answerWith(
        "chat",
        Array.from({ length: 100 }, () => "abcde ".repeat(200)),
      ),
    );
    const heard = await listen(say(talk.server, visitor, { content: "Talk for ever" }));
    expect(heard.end).toMatchObject({ status: "failed", error: { code: "model_length" } });
    expect(heard.end?.content.length).toBeLessThanOrEqual(32_000);
    expect(heard.text).toBe(heard.end?.content);
  });

  it.each([
    ["is cut off", [answerWith("chat", ["Half an ans"], { reason: null })], "Half an ans", "model_cut"],
    [
      "reaches its length limit",
      [answerWith("chat", ["Long"], { reason: "length" })],
      "Long",
      "model_length",
    ],
    ["declines", [answerWith("chat", ["No"], { reason: "content_filter" })], "No", "model_filtered"],
    ["says nothing", [answerWith("chat", [])], "", "model_empty"],
  ])("reports that the model %s, and keeps its text (faults 16, 18)", async (_, replies, text, code) => {
    const { provider, visitor } = await setUp();
    provider.script(...replies);
    const heard = await listen(say(talk.server, visitor, { content: "Hello there" }));
    expect(heard.events.at(-1)?.type).toBe("failed");
    expect(heard.text).toBe(text);
    expect(heard.end).toMatchObject({ status: "failed", content: text, error: { code } });
    provider.script(answerWith("chat", ["Better."]));
    expect((await listen(talk.server.as(visitor).stream(retryAnswer, answerOf(heard)))).text).toBe("Better.");
  });

  it.each([
    ["the key is refused", refuse(401), "key was refused"],
    ["no credit is left", refuse(402), "no credit"],
    ["the model is unknown", refuse(404), "does not know this model"],
    ["the wait is too long", refuse(429, { "retry-after": "60" }), "busy"],
  ])(
    "is answered by the built-in model when %s, as the receipt says (faults 13, 19, 20)",
    async (_, reply, reason) => {
      const { provider, visitor } = await setUp();
      provider.script(reply);
      const heard = await listen(say(talk.server, visitor, { content: "Hello" }));
      expect(heard.end).toMatchObject({ status: "sent", error: null });
      expect(heard.text).toContain("Hello!");
      expect(JSON.stringify(heard.events)).not.toMatch(/key|credit|openai/i);
      const { data } = await talk.server.as(talk.owner).call(getReceipt, answerOf(heard));
      expect(data).toMatchObject({ model: "pilothouse-builtin", credits: 0, fallback: { model: "gpt-4o" } });
      expect(data.fallback?.reason).toContain(reason);
    },
  );

  it("is answered at the second try when the provider fails once (fault 14)", async () => {
    const { provider, visitor } = await setUp();
    provider.script(refuse(503), answerWith("chat", ["There you are."]));
    const heard = await listen(say(talk.server, visitor, { content: "Hello" }));
    expect(heard.text).toBe("There you are.");
    const { data } = await talk.server.as(talk.owner).call(getReceipt, answerOf(heard));
    expect(data).toMatchObject({ attempts: 2, tokensIn: 16, tokensOut: 5, credits: 5, fallback: null });
  });

  it("is answered each time although every fifth request is refused (fault 14)", async () => {
    const { provider } = await setUp();
    let asked = 0;
    let due = 0;
    const refused = new Set<string>();
    // Many ask at once: none of them is refused as often as it is tried, but the next one in its place.
    provider.script((response, body, request) => {
      asked += 1;
      if (asked % 5 === 0) due += 1;
      const question = /Hello \d+!/.exec(JSON.stringify(body))?.[0] ?? expect.fail("no question");
      const isRefused = due > 0 && !refused.has(question);
      if (isRefused) {
        due -= 1;
        refused.add(question);
      }
      const reply = isRefused ? refuse(503) : answerWith("chat", ["There you are."]);
      reply(response, body, request);
    });
    const visitors = await talk.openVisitors(agent, 60);
    const heard = await Promise.all(
      visitors.map((one, index) => listen(say(talk.server, one, { content: `Hello ${index}!` }))),
    );
    const whole = { content: "There you are.", status: "sent", error: null };
    expect(heard.map(({ end }) => end)).toMatchObject(visitors.map(() => whole));
    expect(refused.size).toBeGreaterThanOrEqual(visitors.length / 5);
  });

  it("offers the models that this installation can reach", async () => {
    const { items } = await talk.server.as(talk.owner).call(listModels);
    const available = items.filter(({ isAvailable }) => isAvailable).map(({ value }) => value);
    expect(available).toEqual(expect.arrayContaining(["pilothouse-builtin", "gpt-4o", "llama-3.3"]));
    expect(available).not.toContain("claude-4.5-sonnet");
    expect(items.find(({ value }) => value === "gpt-4o")).toMatchObject({
      creditsPerMessage: 5,
      isPremium: true,
    });
  });

  async function setUp() {
    const provider = await talk.useProvider();
    return { provider, visitor: await talk.openVisitor(agent) };
  }

  /** Begins an answer that has said this much and goes on. */
  async function begin(
    provider: Awaited<ReturnType<TalkingServer["useProvider"]>>,
    visitor: TestVisitor,
    text = "",
  ) {
    const held = holdReply();
    provider.script(held.reply);
    const ear = newEar();
    const stream = say(talk.server, visitor, { content: "Tell me" });
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    await held.asked;
    if (text) held.say(text);
    await listenUntil(stream, ear, (heard) => heard.text === text);
    return { held, ear, stream };
  }

  async function read(visitor: TestVisitor, { threadId }: Heard) {
    const params = { productId: agent.id, threadId };
    return (await talk.server.as(visitor).call(listVisitorMessages, { params })).items;
  }

  function resume(visitor: TestVisitor, heard: Heard, offset: number, generation = 0) {
    return talk.server
      .as(visitor)
      .stream(resumeAnswer, { ...answerOf(heard), query: { offset, generation } });
  }

  function answerOf({ threadId, answer }: Heard) {
    return { params: { productId: agent.id, threadId, messageId: answer?.id ?? "none" } };
  }
});
