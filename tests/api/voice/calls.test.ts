import { describe, expect, it } from "vitest";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import { updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { startCall } from "../../../shared/contract/voice/voice.ts";
import { callWords } from "../../../shared/words/call.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { holdReply, say } from "../../kit/models/modelProvider.ts";
import { beginCall, listenForCalls, openCall } from "../../kit/voice/callClient.ts";
import type { TestCall } from "../../kit/voice/callClient.ts";

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
    const row = await talk.server.store.db.selectFrom("calls").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "ended", ending: "visitor", threadId });
    const [turn] = JSON.parse(row.turns) as { sentMs: number; wordMs: number; soundMs: number }[];
    expect(turn).toEqual({
      messageId: expect.any(String) as string,
      sentMs: expect.any(Number) as number,
      wordMs: expect.any(Number) as number,
      soundMs: expect.any(Number) as number,
    });
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

  it("ends where nobody comes back, and its ticket opens nothing any more", async () => {
    const { talk, call, address } = await begin(kind);
    await call.next("state");
    await call.cut();
    await vanished(talk);
    const late = await openCall(call.ticket, address);
    expect(await late.closed).toBe(4003);
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

  it("says so where too much is said at once, and goes on", async () => {
    const { talk, call } = await begin(kind);
    const provider = await talk.useProvider();
    provider.script(say("chat", ["Five days."]));
    call.hearAll();
    for (let part = 0; part <= 20; part += 1) {
      call.send({ type: "typed", text: `Question ${part}` });
      if (part < 20) await call.next("turn");
    }
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

async function begin(kind: Parameters<typeof startTalkingServer>[0], settings: Partial<WidgetSettings> = {}) {
  const talk = await startTalkingServer(kind);
  await talk.useProvider();
  const agent = await talk.createAgent();
  await offerCalls(talk, agent, settings);
  const visitor = await talk.openVisitor(agent);
  const address = await listenForCalls(talk.server);
  const call = await beginCall(talk.server, visitor, { address });
  return { talk, agent, visitor, address, call };
}

async function offerCalls(
  talk: TalkingServer,
  { id }: Agent,
  settings: Partial<WidgetSettings> = {},
): Promise<void> {
  const params = { productId: id };
  const owner = talk.server.as(talk.owner);
  const { data } = await owner.call(getWidget, { params });
  const { revision, allowedDomains, allowsNullOrigin } = data;
  await owner.call(updateWidget, {
    params,
    body: {
      data: {
        ...{ revision, enabled: true, allowedDomains, allowsNullOrigin },
        settings: { ...data.settings, hasCalls: true, ...settings },
      },
    },
  });
  await owner.call(publishAgent, { params });
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
