import { listCallVoices, previewVoice } from "../../../shared/contract/voice/voices.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { ModelFault } from "../../models/fault.ts";
import { openaiVoices } from "../../models/speaker.ts";
import type { SoundPart } from "../../models/soundReader.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { VoiceDeps } from "../deps.ts";
import { tryTwice } from "./tryTwice.ts";
import { writeWav } from "./wav.ts";

/** The calls on the voices that speak in calls. */
export function voiceChoiceRoutes({ models }: Pick<VoiceDeps, "models">): Route[] {
  return [
    handle(listCallVoices, async ({ caller }) => {
      const found = await models.openCallSpeech(caller.organizationId, { voice: "", model: "" });
      if (!found) return { data: { provider: null, voices: [], usual: { voice: "", model: "" } } };
      const { isOpenai, usual } = found;
      const provider = isOpenai ? ("openai" as const) : ("other" as const);
      return { data: { provider, voices: isOpenai ? openaiVoices : [], usual } };
    }),
    handle(previewVoice, async ({ caller, body, request: { signal } }) => {
      const { text, ...wanted } = body.data;
      const found = await models.openCallSpeech(caller.organizationId, wanted);
      if (!found)
        throw new AppError("speech_failed", { message: "Choose a model for speech under Models first." });
      try {
        const parts = await tryTwice(async () => {
          const heard: SoundPart[] = [];
          await found.speaker.speak({ text, signal }, (part) => heard.push(part));
          return heard;
        });
        return { data: writeFile(parts) };
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        throw new AppError("speech_failed", { message: `Nothing was said. ${error.message}`, cause: error });
      }
    }),
  ];
}

function writeFile(parts: readonly SoundPart[]): { contentType: string; sound: string } {
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const [first] = parts;
  if (first?.kind !== "samples") return { contentType: "audio/mpeg", sound: bytes.toString("base64") };
  const samples = new Int16Array(new Uint8Array(bytes).buffer);
  return { contentType: "audio/wav", sound: Buffer.from(writeWav(samples, first.rate)).toString("base64") };
}
