import { hearRate } from "../../../shared/domain/callSound.ts";
import { ModelFault } from "../../models/fault.ts";
import type { CallSpeech } from "../../models/callSpeech.ts";
import type { Unnumbered, Line } from "../line.ts";
import { createHearing } from "./hearing.ts";
import { createSpeaking } from "./speaking.ts";
import { tryTwice } from "./tryTwice.ts";
import { writeWav } from "./wav.ts";

export interface ServerSpeechParts {
  models: Pick<CallSpeech, "transcriber" | "speaker">;
  /** A BCP 47 tag. */
  language: string;
  line: Pick<Line, "send" | "sendSound">;
  now: () => number;
  /** An avatar says what is to be said. */
  isSilent?: boolean;
  onVoice(isOn: boolean): void;
  onWords(words: { part: number; text: string; at: number; hearMs: number }): void;
  /** The provider understands nobody at the moment. */
  onDeaf(): void;
  report: (error: unknown) => void;
}

/** Hears and speaks for a call whose browser only sends and plays sound. */
export interface ServerSpeech {
  /** Sends what the engine sends, and says aloud what is to be said. */
  send(frame: Unnumbered): void;
  take(bytes: Uint8Array<ArrayBuffer>): void;
  mute(isOn: boolean): void;
  stop(): void;
}

/** No microphone hears more than there is time: what comes so far ahead of it is not listened to. */
const aheadSeconds = 30;

/** Makes it of a provider's two models. */
export function createServerSpeech(parts: ServerSpeechParts): ServerSpeech {
  const { models, line, now, report } = parts;
  const [language] = parts.language.toLowerCase().split("-");
  const over = new AbortController();
  const from = performance.now();
  let taken = 0;
  let isSpeaking = false;
  let isMuted = false;
  const speaking = createSpeaking(
    { speaker: models.speaker, now },
    {
      onSound: (id, sound) => line.send({ type: "sound", id, ...sound }),
      onBytes: (id, bytes) => line.sendSound(id, bytes),
      onEnd: (id) => line.send({ type: "soundEnd", id }),
      onDumb(error) {
        if (!(error instanceof ModelFault)) report(error);
        line.send({ type: "writes" });
      },
    },
  );
  const hearing = createHearing(
    {
      now,
      isAgentSpeaking: () => isSpeaking,
      transcribe: (sound) =>
        tryTwice(
          () =>
            models.transcriber.transcribe(
              { contentType: "audio/wav", bytes: writeWav(sound), language },
              over.signal,
            ),
          () => !over.signal.aborted,
        ),
    },
    {
      onVoice: parts.onVoice,
      onWords: parts.onWords,
      onDeaf(error) {
        if (!(error instanceof ModelFault)) report(error);
        parts.onDeaf();
      },
    },
  );
  return {
    send(frame) {
      line.send(frame);
      if (frame.type === "state") isSpeaking = frame.state === "speaking";
      if (frame.type === "say" && parts.isSilent) line.send({ type: "soundEnd", id: frame.id });
      else if (frame.type === "say") speaking.say(frame);
      if (frame.type === "drop") speaking.drop();
    },
    take(bytes) {
      // Half a sample is none.
      const samples = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
      taken += samples.length;
      const most = ((performance.now() - from) / 1000 + aheadSeconds) * hearRate;
      if (!isMuted && taken <= most) hearing.take(samples);
    },
    mute(isOn) {
      isMuted = isOn;
      if (isOn) hearing.mute();
    },
    stop() {
      over.abort(new Error("The call is over."));
      hearing.stop();
      speaking.drop();
    },
  };
}
