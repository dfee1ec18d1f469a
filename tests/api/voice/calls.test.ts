import { get } from "node:http";
import { describe, expect, it } from "vitest";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getAssistance } from "../../../shared/contract/conversations/messages/assist.ts";
import { listVisitorMessages, sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import { listMessages, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { startCall } from "../../../shared/contract/voice/voice.ts";
import { callWords } from "../../../shared/words/call.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { holdReply, refuse, say } from "../../kit/models/modelProvider.ts";
import type { Reply } from "../../kit/models/modelProvider.ts";
import { beginCall, listenForCalls, openCall } from "../../kit/voice/callClient.ts";
import type { TestCall } from "../../kit/voice/callClient.ts";
import { offerCalls } from "../../kit/voice/offerCalls.ts";

describe.each(stores())("a call on $name", (kind) => {
  it("is a conversation: words are a message, the answer is spoken by sentence, and both are kept", async () => {
    const { talk, agent, visitor, call } = await begin(kind, { callGreeting: "Hello, this is Ada." });
    const provider = await talk.useProvider();
    provider.script(say("chat", ["Refunds take **five** days. ", "Is there anything else?"]));
    expect(await call.next("say")).toMatchObject({ text: "Hello, this is Ada." });
    call.hearAll();
    await ask(talk, call, "How long do refunds take?");
    const { threadId } = await call.next("turn");
    expect(await call.next("say")).toMatchObject({ text: "Refunds take five days." });
    expect(await call.next("say")).toMatchObject({ text: "Is there anything else?" });
    await listening(call);
    expect(await readTexts(talk, visitor, agent, threadId)).toEqual([
      ["user", "How long do refunds take?"],
      ["assistant", "Refunds take **five** days. Is there anything else?"],
    ]);
    call.send({ type: "end" });
    expect(await call.next("over")).toMatchObject({ reason: "visitor" });
    const readRow = () => talk.server.store.db.selectFrom("calls").selectAll().executeTakeFirstOrThrow();
    await expect.poll(readRow).toMatchObject({ state: "ended", ending: "visitor", threadId });
    const row = await readRow();
    const [turn] = JSON.parse(row.turns) as { sentMs: number; wordMs: number; soundMs: number }[];
    expect(turn).toEqual({
      messageId: expect.any(String) as string,
      sentMs: expect.any(Number) as number,
      wordMs: expect.any(Number) as number,
      soundMs: expect.any(Number) as number,
    });
  });

  it("takes what is typed, once whether it comes by the call or as a message, and says the answer", async () => {
    const { talk, agent, visitor, call } = await begin(kind);
    const provider = await talk.useProvider();
    provider.script(say("chat", ["Five days."]));
    const typed = { clientId: "typed-in-a-call-1", text: "How long do refunds take?" };
    call.send({ type: "typed", ...typed });
    const { threadId } = await call.next("turn");
    expect(await call.next("say")).toMatchObject({ text: "Five days." });
    await talk.server
      .as(visitor)
      .stream(sendMessage, {
        params: { productId: agent.id },
        body: { data: { threadId, clientId: typed.clientId, content: typed.text } },
      })
      .next();
    expect(await readTexts(talk, visitor, agent, threadId)).toEqual([
      ["user", typed.text],
      ["assistant", "Five days."],
    ]);
  });

  it("keeps what is typed at once in one conversation, in its order", async () => {
    const { talk, agent, visitor, call } = await begin(kind);
    const provider = await talk.useProvider();
    provider.script(...Array.from({ length: 3 }, () => say("chat", ["Yes."])));
    const typed = ["One more thing.", "Do you ship to Norway?", "And to Iceland?"];
    typed.forEach((text, at) => call.send({ type: "typed", text, clientId: `typed-in-a-row-${at}` }));
    const threadIds = new Set<string>();
    for (const _ of typed) threadIds.add((await call.next("turn")).threadId);
    expect(threadIds.size).toBe(1);
    await call.next("say");
    const [threadId = ""] = threadIds;
    const texts = await readTexts(talk, visitor, agent, threadId);
    expect(texts.filter(([role]) => role === "user")).toEqual(typed.map((text) => ["user", text]));
  });

  it("asks nobody who writes whether they are there", async () => {
    const { talk, call } = await begin(kind);
    call.hearAll();
    await call.next("state");
    talk.server.clock.advance(8000);
    call.send({ type: "writes" });
    // What comes behind it says that the call knows.
    call.send({ type: "words", part: 0, text: "…", isFinal: true });
    await call.next("caption");
    talk.server.clock.advance(8000);
    call.send({ type: "words", part: 1, text: "…", isFinal: true });
    await call.next("caption");
    expect(call.frames.filter(({ type }) => type === "say")).toEqual([]);
    talk.server.clock.advance(2000);
    expect(await call.next("say")).toMatchObject({ text: callWords.stillThere });
  });

  it("keeps of an answer that was interrupted what was heard, and the model goes on from there", async () => {
    const { talk, agent, visitor, call } = await begin(kind);
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(held.reply, say("chat", ["Ten days."]));
    await ask(talk, call, "How long do refunds take?");
    await held.asked;
    held.say("Refunds take five days. **Express refunds take two days.** They cost more. Ask us. ");
    const first = await call.next("say");
    const second = await call.next("say");
    call.send({ type: "heard", id: first.id, characters: first.text.length });
    call.send({ type: "heard", id: second.id, characters: "Express refunds ta".length });
    call.send({ type: "voice", isOn: true });
    await call.next("pause");
    await words(call, "And to Norway?", 1);
    await call.next("drop");
    talk.server.clock.advance(2000);
    await call.next("turn");
    const { threadId } = await call.next("turn");
    expect(await call.next("say")).toMatchObject({ text: "Ten days." });
    expect((await readTexts(talk, visitor, agent, threadId)).slice(0, 3)).toEqual([
      ["user", "How long do refunds take?"],
      ["assistant", "Refunds take five days. **Express refunds**"],
      ["user", "And to Norway?"],
    ]);
    const told = JSON.stringify(provider.requests.at(-1)?.body.messages);
    expect(told).toContain("Express refunds");
    expect(told).not.toContain("two days");
  });

  it("misses nothing and repeats nothing over a connection that is cut", async () => {
    const { talk, call } = await begin(kind);
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(held.reply);
    await ask(talk, call, "How long do refunds take?");
    await held.asked;
    await call.next("turn");
    await call.cut();
    held.say("Refunds take five days. Express takes two. ");
    held.end();
    await call.resume();
    expect(await call.next("say")).toMatchObject({ text: "Refunds take five days." });
    expect(await call.next("say")).toMatchObject({ text: "Express takes two." });
    expect(call.frames.filter(({ type }) => type === "turn")).toHaveLength(1);
  });

  it.each([
    ["once it has begun", true],
    ["before it has begun", false],
  ])("ends when the visitor leaves %s, and its ticket stops working", async (_, hasBegun) => {
    const { talk, call, address } = await begin(kind);
    if (hasBegun) await call.next("state");
    await call.cut();
    await vanished(talk);
    const late = await openCall(call.ticket, address);
    expect(await late.closed).toBe(4003);
  });

  it("is not begun a second time where another process has it", async () => {
    const talk = await startTalkingServer(kind);
    const agent = await talk.createAgent();
    await offerCalls(talk, agent);
    const params = { productId: agent.id };
    const asked = { params, body: { data: { language: "en" } } };
    const { data } = await talk.server.as(await talk.openVisitor(agent)).call(startCall, asked);
    await talk.server.store.db.updateTable("calls").set({ state: "running" }).execute();
    const call = await openCall(data.ticket, await listenForCalls(talk.server));
    expect(await call.closed).toBe(4003);
  });

  it("asks after silence whether somebody is there, and says goodbye", async () => {
    const { talk, call } = await begin(kind);
    call.hearAll();
    await call.next("state");
    talk.server.clock.advance(10_000);
    expect(await call.next("say")).toMatchObject({ text: callWords.stillThere });
    await listening(call);
    talk.server.clock.advance(20_000);
    expect(await call.next("say")).toMatchObject({ text: callWords.goodbye });
    expect(await call.next("over")).toMatchObject({ reason: "silence" });
  });

  it("hands over to people, says so and ends", async () => {
    const { talk, agent, call } = await begin(kind);
    const provider = await talk.useProvider();
    provider.script(say("chat", ["Five days."]));
    call.hearAll();
    await ask(talk, call, "How long do refunds take?");
    const { threadId } = await call.next("turn");
    await call.next("say");
    await listening(call);
    const params = { productId: agent.id, threadId };
    await talk.server.as(talk.owner).call(updateThread, { params, body: { data: { handledBy: "human" } } });
    await ask(talk, call, "Can I talk to somebody?", 1);
    expect(await call.next("say")).toMatchObject({ text: callWords.handedOver });
    expect(await call.next("over")).toMatchObject({ reason: "handover" });
  });

  it("ends as soon as somebody of the team takes over", async () => {
    const { talk, agent, call } = await begin(kind);
    const provider = await talk.useProvider();
    provider.script(say("chat", ["Five days."]));
    call.hearAll();
    await ask(talk, call, "How long do refunds take?");
    const { threadId } = await call.next("turn");
    await call.next("say");
    await listening(call);
    const params = { productId: agent.id, threadId };
    await talk.server.as(talk.owner).call(updateThread, { params, body: { data: { handledBy: "human" } } });
    // As the visitor's chat does once it hears of it.
    call.send({ type: "look" });
    expect(await call.next("say")).toMatchObject({ text: callWords.handedOver });
    expect(await call.next("over")).toMatchObject({ reason: "handover" });
  });

  it.each<[string, Reply, object]>([
    ["written by the agent's model", say("chat", ["They wait."]), { kind: "written", text: "They wait." }],
    ["quoted where that fails", refuse(400), { kind: "extract", asked: { text: "How long?" } }],
  ])("is told to the team, with its length and a summary, %s", async (_, reply, content) => {
    const { talk, agent, visitor, call } = await begin(kind);
    const provider = await talk.useProvider();
    provider.script((response, body, request) => {
      const isSummary = JSON.stringify(body).includes("You sum up");
      return (isSummary ? reply : say("chat", ["Five days."]))(response, body, request);
    });
    call.hearAll();
    await ask(talk, call, "How long?");
    const { threadId } = await call.next("turn");
    const params = { productId: agent.id, threadId };
    const owner = talk.server.as(talk.owner);
    const readEvents = async () =>
      (await owner.call(listMessages, { params })).items.filter((one) => one.kind === "event");
    await expect.poll(async () => (await readEvents()).map((one) => one.content)).toEqual(["callBegan"]);
    await call.next("say");
    await listening(call);
    talk.server.clock.advance(5000);
    call.send({ type: "end" });
    await call.next("over");
    const readSummary = async () => (await owner.call(getAssistance, { params })).data.summary?.content;
    await expect.poll(readSummary).toMatchObject(content);
    const events = await readEvents();
    expect(events.map((one) => one.content)).toEqual(["callBegan", "callEnded"]);
    expect(events[1]?.about?.seconds).toBeGreaterThanOrEqual(7);
    // What the visitor reads says nothing of it.
    const visitors = await talk.server.as(visitor).call(listVisitorMessages, { params });
    expect(visitors.items.filter((one) => one.kind === "event")).toEqual([]);
  });

  it("is summed up for nobody where it was only tried", async () => {
    const { talk, visitor, agent, call } = await begin(kind, {}, { preview: true });
    const provider = await talk.useProvider();
    provider.script(say("chat", ["Five days."]));
    call.hearAll();
    await ask(talk, call, "How long?");
    const { threadId } = await call.next("turn");
    await listening(call);
    call.send({ type: "end" });
    await call.next("over");
    expect((await readTexts(talk, visitor, agent, threadId)).length).toBe(2);
    const kinds = await talk.server.store.db.selectFrom("jobs").select("kind").execute();
    expect(kinds.map((job) => job.kind)).not.toContain("callSummary");
  });

  it("says so where too much is said at once, gives back what was typed, and goes on", async () => {
    const { talk, call } = await begin(kind);
    const provider = await talk.useProvider();
    provider.script(say("chat", ["Five days."]));
    call.hearAll();
    // As many as no minute gives back.
    for (let part = 0; part < 41; part += 1)
      call.send({ type: "typed", text: `Question ${part}`, clientId: `typed-in-a-call-${part}` });
    await call.next("untaken");
    await expect
      .poll(() => call.frames.some((frame) => "text" in frame && frame.text === callWords.problem))
      .toBe(true);
    await listening(call);
  });

  it("is refused where the surface offers none, and ends where another tab begins one", async () => {
    const talk = await startTalkingServer(kind);
    await talk.useProvider();
    const agent = await talk.createAgent();
    const visitor = await talk.openVisitor(agent);
    const asked = { params: { productId: agent.id }, body: { data: { language: "en" } } };
    await expect(talk.server.as(visitor).call(startCall, asked)).rejects.toMatchObject({ code: "forbidden" });
    await offerCalls(talk, agent);
    const address = await listenForCalls(talk.server);
    const first = await beginCall(talk.server, visitor, { address });
    await first.next("state");
    await beginCall(talk.server, visitor, { address });
    talk.server.clock.advance(5000);
    expect(await first.next("over")).toMatchObject({ reason: "elsewhere" });
  });

  it("opens no socket for another site (D13)", async () => {
    const talk = await startTalkingServer(kind);
    const url = (await listenForCalls(talk.server)).replace("ws:", "http:");
    const headers = {
      ...{ Connection: "Upgrade", Upgrade: "websocket", Origin: "https://evil.example" },
      ...{ "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "cGlsb3Rob3VzZSBzb2NrZXQ=" },
    };
    const status = await new Promise<number | undefined>((give, fail) => {
      const request = get(url, { headers }, (response) => {
        response.resume();
        give(response.statusCode);
      });
      request.on("upgrade", (response, socket) => {
        socket.destroy();
        give(response.statusCode);
      });
      request.on("error", fail);
    });
    expect(status).toBe(403);
  });

  it.each([
    ["nothing that is JSON", "{", 4007],
    ["another first message", JSON.stringify({ n: 1, type: "end" }), 4000],
    ["a ticket that nobody made", JSON.stringify({ type: "hello", ticket: "s1.x", got: 0 }), 4003],
  ])("closes a socket that says %s", async (_, text, code) => {
    const talk = await startTalkingServer(kind);
    const socket = new WebSocket(await listenForCalls(talk.server));
    socket.addEventListener("open", () => socket.send(text));
    expect(await new Promise((end) => socket.addEventListener("close", (event) => end(event.code)))).toBe(
      code,
    );
  });
});

async function begin(
  kind: Parameters<typeof startTalkingServer>[0],
  settings: Partial<WidgetSettings> = {},
  visitorIs: { preview?: boolean } = {},
) {
  const talk = await startTalkingServer(kind);
  await talk.useProvider();
  const agent = await talk.createAgent();
  await offerCalls(talk, agent, settings);
  const visitor = await talk.openVisitor(agent, visitorIs);
  const address = await listenForCalls(talk.server);
  const call = await beginCall(talk.server, visitor, { address });
  return { talk, agent, visitor, address, call };
}

/** Says something, and lets the silence pass that ends a turn. */
async function ask(talk: TalkingServer, call: TestCall, text: string, part = 0): Promise<void> {
  await words(call, text, part);
  talk.server.clock.advance(2000);
}

async function words(call: TestCall, text: string, part: number): Promise<void> {
  call.send({ type: "words", part, text, isFinal: true });
  await call.next("caption");
}

async function listening(call: TestCall): Promise<void> {
  for (;;) if ((await call.next("state")).state === "listening" && lastState(call) === "listening") return;
}

function lastState({ frames }: TestCall): string | undefined {
  return frames.findLast((frame) => frame.type === "state")?.state;
}

async function readTexts(talk: TalkingServer, visitor: TestVisitor, agent: Agent, threadId: string) {
  const params = { productId: agent.id, threadId };
  const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params });
  return items.filter(({ kind }) => kind === "text").map(({ role, content }) => [role, content]);
}

/** Lets the time pass in which a call waits for its visitor. */
async function vanished(talk: TalkingServer): Promise<void> {
  await expect
    .poll(async () => {
      talk.server.clock.advance(15_000);
      return (await talk.server.store.db.selectFrom("calls").select("ending").executeTakeFirst())?.ending;
    })
    .toBe("network");
}
