import { callLimits } from "../../models/models.ts";
import { modelLimits } from "../../models/limits.ts";
import { streamSpeech } from "../../models/speaker.ts";
import type { Speaker } from "../../models/speaker.ts";
import { keyHeaders } from "./askService.ts";
import type { ServiceAccess } from "./askService.ts";

/** What speaks where nobody chose: one of the voices that every account has, and the model with the shortest wait. */
export const usualElevenlabs = { voice: "JBFqnCBsd6RMkjVDRZzb", model: "eleven_flash_v2_5" };

/** Makes a speaker of an ElevenLabs key. It sends samples as the other services do. */
export function createElevenlabsSpeaker(
  { address, key, fetch }: ServiceAccess,
  wanted: { voice: string; model: string },
): Speaker {
  const voice = wanted.voice || usualElevenlabs.voice;
  const model = wanted.model || usualElevenlabs.model;
  const url = `${address}/v1/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=pcm_24000`;
  const limits = { ...modelLimits, ...callLimits };
  const headers = { [keyHeaders.elevenlabs]: key };
  return {
    ...{ model, voice },
    speak: ({ text, signal }, hear) =>
      streamSpeech({ fetch, limits, url, headers, body: { text, model_id: model }, signal }, hear),
  };
}
