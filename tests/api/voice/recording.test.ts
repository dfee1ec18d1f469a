import { describe, expect, it, onTestFinished, vi } from "vitest";
import { removeThread } from "../../../shared/contract/conversations/threads/removals.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import { listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import { setModelDefaults } from "../../../shared/contract/models/modelKeys.ts";
import { startCall } from "../../../shared/contract/voice/voice.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { beginCall, listenForCalls } from "../../kit/voice/callClient.ts";
import type { TestCall } from "../../kit/voice/callClient.ts";
import { offerCalls } from "../../kit/voice/offerCalls.ts";
import { joinSounds, makeSilence, makeSpeech } from "../../kit/voice/sounds.ts";
import { speakAndHear } from "../../kit/voice/speechProvider.ts";

describe.each(stores())("a call's recording on $name", (kind) => {
  it("has both sides if the visitor agreed, plays in parts, and is deleted with the conversation", async () => {
    const { talk, team, visitor, call, params, readEnd } = await begin({ wants: true, agrees: true });
    // Of a saying that there is not yet nothing can have been heard.
    call.send({ type: "heard", id: 900, characters: 0 });
    await speakAndEnd(call, talk.server.clock.advance);
    const { threadId } = await call.next("turn");
    const ended = await readEnd(threadId);
    const [file] = ended?.attachments ?? [];
    expect([file?.name, file?.contentType, ended?.attachments.length]).toEqual(["Call.wav", "audio/wav", 1]);
    expect(ended?.about?.recordedFrom).toBeLessThanOrEqual(ended?.createdAt ?? 0);
    const path = new URL(file?.url ?? "", "http://server.test");
    const whole = await talk.server.request(path.pathname + path.search);
    const bytes = Buffer.from(await whole.arrayBuffer());
    // WAV of µ-law samples, 8,000 a second.
    expect([bytes.toString("latin1", 0, 4), bytes.readUInt16LE(20), bytes.readUInt32LE(24)]).toEqual([
      "RIFF",
      7,
      8000,
    ]);
    // 2.4 s of the visitor, then 1 s in which only the agent speaks.
    expect(bytes.length - 58).toBe(8 * (2400 + 1000));
    expect(loudest(bytes.subarray(58 + 8 * 600, 58 + 8 * 1800))).toBeGreaterThan(2000);
    expect(loudest(bytes.subarray(58 + 8 * 2400))).toBeGreaterThan(4000);
    const part = await talk.server.request(path.pathname + path.search, { headers: { range: "bytes=0-57" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 0-57/${bytes.length}`]);
    const own = await talk.server.as(visitor).call(listVisitorMessages, { params: { ...params, threadId } });
    expect(own.items.flatMap(({ attachments }) => attachments)).toEqual([]);
    await team.call(removeThread, { params: { ...params, threadId }, query: { confirmed: "true" } });
    expect(await countFiles()).toBe(0);

    async function countFiles() {
      return (await talk.server.store.db.selectFrom("files").select("id").execute()).length;
    }
  });

  it("is not longer than the call", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { talk, call, readEnd } = await begin({ wants: true, agrees: true });
    await speak(call, talk.server.clock.advance);
    call.sendSound(makeSilence(60_000));
    await hangUp(call);
    const { threadId } = await call.next("turn");
    const [file] = (await readEnd(threadId))?.attachments ?? [];
    const keptMs = (file?.sizeBytes ?? 0) / 8;
    expect(keptMs).toBeGreaterThan(29_000);
    expect(keptMs).toBeLessThan(30_000 + 100);
  });

  it("is kept if the visitor starts another call in the meantime", async () => {
    const { talk, visitor, call, params, readEnd } = await begin({ wants: true, agrees: true });
    await speak(call, talk.server.clock.advance);
    const { threadId } = await call.next("turn");
    await talk.server.as(visitor).call(startCall, { params, body: { data: { language: "en" } } });
    expect((await readEnd(threadId))?.attachments).toEqual([]);
    talk.server.clock.advance(5000);
    await expect.poll(async () => (await readEnd(threadId))?.attachments.length).toBe(1);
    expect((await readEnd(threadId))?.about).toHaveProperty("recordedFrom");
  });

  it("is kept as far as it can be stored, and marked as incomplete", async () => {
    const { talk, call, readEnd } = await begin({ wants: true, agrees: true });
    await speak(call, talk.server.clock.advance);
    const { threadId } = await call.next("turn");
    call.send({ type: "mute", isOn: true });
    // Once the server is back it has all that was sent before.
    await call.cut();
    await call.next("ready");
    await call.resume();
    await call.next("ready");
    talk.server.clock.advance(11 * 60_000);
    await fillTheDay(talk, 95_100_000);
    call.send({ type: "mute", isOn: false });
    await hangUp(call);
    const ended = await readEnd(threadId);
    expect(ended?.attachments.map(({ name }) => name)).toEqual(["Call 1 of 2.wav"]);
    expect(ended?.about).toMatchObject({ isRecordingCut: true, recordedFrom: expect.any(Number) });
  });

  it("that can't be stored at all is marked as missing", async () => {
    const { talk, call, readEnd } = await begin({ wants: true, agrees: true });
    await fillTheDay(talk, 100_000_000);
    await speakAndEnd(call, talk.server.clock.advance);
    const { threadId } = await call.next("turn");
    const ended = await readEnd(threadId);
    expect(ended?.attachments).toEqual([]);
    expect(ended?.about).toEqual({ seconds: expect.any(Number), isRecordingCut: true });
  });

  it.each([
    ["the visitor declines", { wants: true, agrees: false }],
    ["the owner wants none, whatever the visitor's browser says", { wants: false, agrees: true }],
  ])("is never made if %s", async (_, given) => {
    const { talk, call, isRecorded } = await begin(given);
    expect(isRecorded).toBe(false);
    await speakAndEnd(call, talk.server.clock.advance);
    const { db } = talk.server.store;
    const readStates = async () =>
      (await db.selectFrom("calls").select("state").execute()).map(({ state }) => state);
    await expect.poll(readStates).toContain("ended");
    expect(await db.selectFrom("files").select("id").execute()).toEqual([]);
  });

  it("is never made if only the browser hears the call", async () => {
    const { talk, visitor, params } = await begin({ wants: true, agrees: true });
    const { data } = await talk.server.as(visitor).call(startCall, {
      params,
      body: { data: { language: "en", speech: "browser", isRecorded: true } },
    });
    expect(data.isRecorded).toBe(false);
  });

  async function begin({ wants, agrees }: { wants: boolean; agrees: boolean }) {
    const talk = await startTalkingServer(kind);
    const provider = await talk.useProvider();
    provider.script(
      speakAndHear({
        understands: ["How long do refunds take?"],
        answer: ["Refunds take five days for all."],
      }),
    );
    const team = talk.server.as(talk.owner);
    await team.call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
    const agent = await talk.createAgent();
    await offerCalls(talk, agent, { recordsCalls: wants });
    const visitor = await talk.openVisitor(agent);
    const address = await listenForCalls(talk.server);
    const wanted = { address, speech: "server", isRecorded: agrees } as const;
    const call = await beginCall(talk.server, visitor, wanted);
    const params = { productId: agent.id };
    async function readEnd(threadId: string) {
      const read = async () =>
        (await team.call(listMessages, { params: { ...params, threadId } })).items.find(
          ({ content }) => content === "callEnded",
        );
      await expect.poll(read).toBeDefined();
      return read();
    }
    return { talk, team, visitor, call, params, isRecorded: call.isRecorded, readEnd };
  }
});

/** Has the caller send as many bytes today. */
async function fillTheDay({ server }: TalkingServer, sizeBytes: number): Promise<void> {
  const { organizationId, agentId, contactId } = await server.store.db
    .selectFrom("calls")
    .selectAll()
    .executeTakeFirstOrThrow();
  const file = { id: "filled-day", name: "Big.pdf", contentType: "application/pdf", sizeBytes };
  await server.store.db
    .insertInto("attachments")
    .values({
      ...{ organizationId, agentId, contactId, authorId: null, ...file },
      ...{ messageId: null, replyId: null, createdAt: server.clock.now() },
    })
    .execute();
}

/** Asks, hears the answer while nothing is said, and hangs up. */
async function speakAndEnd(call: TestCall, advance: (ms: number) => void): Promise<void> {
  await speak(call, advance);
  await hangUp(call);
}

async function hangUp(call: TestCall): Promise<void> {
  call.send({ type: "end" });
  await call.next("over");
}

async function speak(call: TestCall, advance: (ms: number) => void): Promise<void> {
  call.sendSound(joinSounds(makeSilence(600), makeSpeech(1200), makeSilence(600)));
  await call.next("caption");
  advance(0);
  const { id, text } = await call.next("say");
  await call.next("soundEnd");
  call.send({ type: "heard", id, characters: 0 });
  call.sendSound(makeSilence(1000));
  call.send({ type: "heard", id, characters: text.length });
}

/** How loud µ-law samples get, as samples of 16 bits. */
function loudest(bytes: Buffer): number {
  return Math.max(
    ...[...bytes].map((byte) => {
      const code = ~byte & 0xff;
      return ((((code & 0x0f) << 3) + 132) << ((code >> 4) & 0x07)) - 132;
    }),
  );
}
