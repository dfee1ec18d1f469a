import { describe, expect, it } from "vitest";
import { setModelDefaults } from "../../../shared/contract/models/modelKeys.ts";
import { listCallVoices, previewVoice } from "../../../shared/contract/voice/voices.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { makeVoice, speakAndHear } from "../../kit/voice/speechProvider.ts";

const speech = { body: { data: { speech: "whisper-1" } } };

describe.each(stores())("the voices of calls on $name", (kind) => {
  it.each([
    ["OpenAI's own are listed", { openaiApiKey: "key-1" }, "openai", "gpt-4o-mini-tts"],
    [
      "any name may be typed for a server of one's own",
      { openaiBaseUrl: "http://provider.test/v1" },
      "other",
      "tts-1",
    ],
  ])("%s", async (_, models, provider, model) => {
    const talk = await startTalkingServer(kind, { models });
    const owner = talk.server.as(talk.owner);
    expect((await owner.call(listCallVoices)).data).toMatchObject({ provider: null, voices: [] });
    await owner.call(setModelDefaults, speech);
    const { data } = await owner.call(listCallVoices);
    expect(data).toMatchObject({ provider, usual: { voice: "alloy", model } });
    expect(data.voices.includes("coral")).toBe(provider === "openai");
  });

  it("are listened to before they are chosen, and a wrong one says so", async () => {
    const talk = await startTalkingServer(kind);
    const provider = await talk.useProvider();
    provider.script(speakAndHear({ understands: [], answer: [] }));
    const owner = talk.server.as(talk.owner);
    const params = { productId: (await talk.createAgent()).id };
    const listen = (voice: string) =>
      owner.call(previewVoice, { params, body: { data: { text: "Hello there", voice, model: "" } } });
    await expect(listen("coral")).rejects.toThrow(/Choose a model for speech/);
    await owner.call(setModelDefaults, speech);
    const { data } = await listen("coral");
    const file = Buffer.from(data.sound, "base64");
    expect([data.contentType, file.toString("latin1", 0, 4), file.readUInt32LE(24)]).toEqual([
      "audio/wav",
      "RIFF",
      24_000,
    ]);
    expect(file.subarray(44)).toEqual(Buffer.from(makeVoice("Hello there")));
    await expect(listen("nobody")).rejects.toThrow(/Nothing was said/);
  });
});
