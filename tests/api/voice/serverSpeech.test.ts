import { describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import { getReceipt, listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import { setModelDefaults } from "../../../shared/contract/models/modelKeys.ts";
import { getPublicConfiguration, getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { callWords } from "../../../shared/words/call.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { refuse } from "../../kit/models/modelProvider.ts";
import type { Reply } from "../../kit/models/modelProvider.ts";
import { beginCall, listenForCalls } from "../../kit/voice/callClient.ts";
import type { TestCall } from "../../kit/voice/callClient.ts";
import { offerCalls } from "../../kit/voice/offerCalls.ts";
import { joinSounds, makePinkNoise, makeSilence, makeSpeech } from "../../kit/voice/sounds.ts";
import { makeVoice, speakAndHear } from "../../kit/voice/speechProvider.ts";
import type { SpeechScript } from "../../kit/voice/speechProvider.ts";

const asked = "How long do refunds take?";
const answered = ["Refunds take **five** days. ", "Is there anything else?"];
const silent: Reply = () => {};

describe.each(stores())("a call by the server's speech on $name", (kind) => {
  it("hears a question, and says the answer by sentence in the voice that was chosen", async () => {
    const { talk, agent, visitor, call, provider } = await begin(
      kind,
      {},
      { callVoice: "coral", callVoiceModel: "tts-1-hd" },
    );
    call.hearAll();
    speak(call);
    expect(await call.next("caption")).toMatchObject({ text: asked });
    talk.server.clock.advance(0);
    const { threadId } = await call.next("turn");
    const said = [await call.next("say"), await call.next("say")];
    expect(said.map(({ text }) => text)).toEqual(["Refunds take five days.", "Is there anything else?"]);
    for (const { id, text } of said) {
      expect(await call.next("sound")).toMatchObject({ id, kind: "samples", rate: 24_000 });
      expect(await call.next("soundEnd")).toMatchObject({ id });
      expect(call.sounds.get(id)).toEqual(Buffer.from(makeVoice(text)));
    }
    const spoken = provider.requests.filter(({ path }) => path.endsWith("/audio/speech"));
    expect(spoken.map(({ body }) => body)).toEqual(
      said.map(({ text }) => ({ model: "tts-1-hd", voice: "coral", input: text, response_format: "pcm" })),
    );
    const heard = provider.requests.find(({ path }) => path.endsWith("/audio/transcriptions"));
    expect([heard?.body.model, heard?.body.form?.get("language")]).toEqual(["whisper-1", "en"]);
    expect(await readTexts(talk, visitor, agent, threadId)).toEqual([
      ["user", asked],
      ["assistant", answered.join("")],
    ]);
    const row = await talk.server.store.db.selectFrom("calls").select("turns").executeTakeFirstOrThrow();
    expect(JSON.parse(row.turns)).toMatchObject([
      {
        hearMs: expect.any(Number) as number,
        wordMs: expect.any(Number) as number,
        soundMs: expect.any(Number) as number,
      },
    ]);
    // And its answer's receipt tells the team, with what the call's minutes cost.
    const params = { productId: agent.id, threadId };
    const owner = talk.server.as(talk.owner);
    const { items } = await owner.call(listMessages, { params });
    const messageId = items.find(({ role }) => role === "assistant")?.id ?? "";
    const readSpoken = async () =>
      (await owner.call(getReceipt, { params: { ...params, messageId } })).data.spoken;
    const ms = expect.any(Number) as number;
    await expect.poll(readSpoken).toEqual({ heard: ms, sent: ms, firstWord: ms, firstSound: ms, credits: 1 });
  });

  it("asks the provider for nothing where only noise is heard", async () => {
    const { call, provider } = await begin(kind);
    await call.next("state");
    call.sendSound(makePinkNoise(5000));
    call.send({ type: "typed", text: "Hello" });
    await call.next("turn");
    expect(provider.requests.some(({ path }) => path.endsWith("/transcriptions"))).toBe(false);
  });

  it("stops for a visitor who interrupts, and keeps only what they heard", async () => {
    const { talk, agent, visitor, call } = await begin(kind, { understands: [asked, "And to Norway?"] });
    speak(call);
    await call.next("caption");
    talk.server.clock.advance(0);
    const first = await call.next("say");
    await call.next("say");
    call.send({ type: "heard", id: first.id, characters: "Refunds take fi".length });
    speak(call);
    await call.next("pause");
    await call.next("drop");
    await call.next("turn");
    talk.server.clock.advance(2000);
    const { threadId } = await call.next("turn");
    expect((await readTexts(talk, visitor, agent, threadId)).slice(0, 3)).toEqual([
      ["user", asked],
      ["assistant", "Refunds take"],
      ["user", "And to Norway?"],
    ]);
  });

  it.each<[string, Reply]>([
    ["is silent", silent],
    ["fails", refuse(500)],
    [
      "sends no sound",
      (response) => void response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    ],
    [
      "sends an empty sound",
      (response) => void response.writeHead(200, { "content-type": "audio/pcm" }).end(),
    ],
  ])(
    "asks once more for a sentence where the provider %s, and says aloud what comes then",
    async (_, reply) => {
      const { call } = await beginWithGreeting(kind, [{ path: "speech", reply }]);
      const { id } = await call.next("say");
      expect(await call.next("sound")).toMatchObject({ id });
    },
  );

  it("continues in writing when the voice fails twice, and says so", async () => {
    const twice = [refuse(500), refuse(500)].map((reply) => ({ path: "speech" as const, reply }));
    const { call } = await beginWithGreeting(kind, twice);
    const { id } = await call.next("say");
    await call.next("writes");
    expect(await call.next("soundEnd")).toMatchObject({ id });
    expect(call.sounds.size).toBe(0);
  });

  it.each<[string, Reply]>([
    ["is silent", silent],
    ["fails", refuse(503)],
    ["answers without a text", (response) => void response.writeHead(200).end("<html>")],
  ])(
    "asks to write where the provider %s twice when it hears, and hears again once it can",
    async (_, reply) => {
      const next = [reply, reply].map((one) => ({ path: "transcriptions" as const, reply: one }));
      const { call } = await begin(kind, { next });
      call.hearAll();
      speak(call);
      expect(await call.next("say")).toMatchObject({ text: callWords.cantHear });
      speak(call);
      expect(await call.next("caption")).toMatchObject({ text: asked });
    },
  );

  it("takes WAV from a server that knows no samples without a head", async () => {
    const { call, provider } = await begin(
      kind,
      {
        speak(response, body) {
          if (Reflect.get(body, "response_format") === "pcm")
            return refuse(422)(response, { model: "", stream: false }, response.req);
          response.writeHead(200, { "content-type": "audio/wav" });
          response.end(Buffer.concat([wavHead, Buffer.alloc(800, 1)]));
        },
      },
      { callGreeting: "Hello." },
    );
    expect(await call.next("sound")).toMatchObject({ kind: "samples", rate: 22_050 });
    await call.next("soundEnd");
    expect(call.sounds.get(1)).toHaveLength(800);
    expect(provider.requests.map(({ body }) => Reflect.get(body, "response_format"))).toEqual(["pcm", "wav"]);
  });

  it("misses no sound over a connection that is cut", async () => {
    const { talk, call } = await begin(kind);
    await call.next("state");
    call.sendSound(joinSounds(makeSilence(600), makeSpeech(600)));
    await call.cut();
    await call.resume();
    await call.next("ready");
    call.sendSound(joinSounds(makeSpeech(600), makeSilence(600)));
    expect(await call.next("caption")).toMatchObject({ text: asked });
    talk.server.clock.advance(0);
    await call.next("turn");
  });

  it("is offered where a model hears, and refused where none does", async () => {
    const { talk, agent, visitor, address } = await begin(kind);
    expect(await offered(talk, agent)).toBe("either");
    await offerCalls(talk, agent, { callSpeech: "server" });
    expect(await offered(talk, agent)).toBe("server");
    await talk.server.as(talk.owner).call(setModelDefaults, { body: { data: { speech: null } } });
    expect(await offered(talk, agent)).toBe("browser");
    const wanted = beginCall(talk.server, visitor, { address, speech: "server" });
    await expect(wanted).rejects.toMatchObject({ code: "forbidden" });
  });

  it("counts its minutes by the installation's key, and ends in words where a budget is used up", async () => {
    const budget = { agentPerDay: 2, visitorPerDay: null };
    const { talk, call } = await begin(kind, {}, {}, { budget });
    call.hearAll();
    // Whoever is muted is not asked whether they are there; the caption says that the call knows.
    call.send({ type: "mute", isOn: true });
    call.send({ type: "words", part: 0, text: "…", isFinal: true });
    await call.next("caption");
    const used = async () =>
      (await talk.server.store.db.selectFrom("creditCharges").select("credits").execute()).reduce(
        (sum, { credits }) => sum + Number(credits),
        0,
      );
    await expect.poll(used).toBe(1);
    talk.server.clock.advance(60_000);
    await expect.poll(used).toBe(2);
    talk.server.clock.advance(60_000);
    expect(await call.next("over")).toMatchObject({ reason: "refused" });
    expect(call.frames).toContainEqual(expect.objectContaining({ type: "say", text: callWords.cantHear }));
  });

  it("takes no sound in a call whose browser hears itself", async () => {
    const { talk, visitor, address } = await begin(kind);
    const call = await beginCall(talk.server, visitor, { address });
    await call.next("state");
    call.sendSound(makeSilence(20));
    expect(await call.closed).toBe(4007);
  });
});

const wavHead = Buffer.from(
  "524946460000000057415645666d742010000000010001002256000044ac0000020010006461746120030000",
  "hex",
);

async function offered(talk: TalkingServer, agent: Agent) {
  const { data } = await talk.server.as(talk.owner).call(getWidget, { params: { productId: agent.id } });
  const query = { surface: "widget" as const, token: data.token };
  return (await talk.server.anyone().call(getPublicConfiguration, { query })).callSpeech;
}

function beginWithGreeting(kind: Parameters<typeof startTalkingServer>[0], next: SpeechScript["next"]) {
  return begin(kind, { ...(next && { next }) }, { callGreeting: "Hello, this is Ada." });
}

async function begin(
  kind: Parameters<typeof startTalkingServer>[0],
  script: Partial<SpeechScript> = {},
  settings: Partial<WidgetSettings> = {},
  changes: Partial<Agent["configuration"]> = {},
) {
  // Whoever is silent is silent for a shorter time here.
  const modelLimits = script.next ? { firstByteMs: 300, betweenBytesMs: 300 } : {};
  const talk = await startTalkingServer(kind, { modelLimits });
  const provider = await talk.useProvider();
  provider.script(speakAndHear({ understands: [asked], answer: answered, ...script }));
  await talk.server.as(talk.owner).call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
  const agent = await talk.createAgent(undefined, changes);
  await offerCalls(talk, agent, settings);
  const visitor = await talk.openVisitor(agent);
  const address = await listenForCalls(talk.server);
  const call = await beginCall(talk.server, visitor, { address, speech: "server" });
  return { talk, agent, visitor, address, call, provider };
}

/** Says something that the provider understands, with the quiet around it. */
function speak(call: TestCall): void {
  call.sendSound(joinSounds(makeSilence(600), makeSpeech(1200), makeSilence(600)));
}

async function readTexts(talk: TalkingServer, visitor: TestVisitor, agent: Agent, threadId: string) {
  const params = { productId: agent.id, threadId };
  const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params });
  return items.filter(({ kind }) => kind === "text").map(({ role, content }) => [role, content]);
}
