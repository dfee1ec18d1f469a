import { describe, expect, it } from "vitest";
import { isSpeechModel, speechCredits } from "./speech.ts";

describe("speech", () => {
  it.each([
    ["whisper-1", true],
    ["whisper-large-v3-turbo", true],
    ["gpt-4o-transcribe", true],
    ["gpt-4o-mini-transcribe", true],
    ["Systran/faster-distil-whisper-small.en", true],
    ["nvidia/parakeet-tdt-0.6b-v2", true],
    ["gpt-4o-transcribe-diarize", false],
    ["gpt-realtime-whisper", false],
    ["gpt-4o", false],
    ["tts-1", false],
    ["text-embedding-3-small", false],
  ])("is written down by %s: %s", (id, isOne) => {
    expect(isSpeechModel("openai", id)).toBe(isOne);
  });

  it.each(["google", "anthropic", "deepseek", "alibaba"] as const)("is not asked of %s", (provider) => {
    expect(isSpeechModel(provider, "whisper-1")).toBe(false);
  });

  it("counts by what a recording weighs, and never nothing", () => {
    expect([1, 1_000_000, 1_000_001, 5_000_000].map(speechCredits)).toEqual([1, 1, 2, 5]);
  });
});
