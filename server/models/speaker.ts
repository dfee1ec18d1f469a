import { faultOf, ModelFault } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";
import type { OwnWay } from "./ownWay.ts";
import { addresses } from "./providers.ts";
import { createSoundReader } from "./soundReader.ts";
import type { SoundPart } from "./soundReader.ts";
import { tellWay } from "./tellWay.ts";
import { watchAnswer } from "./watch.ts";

/** What is to be said, and how. */
export interface ToSpeak {
  text: string;
  signal: AbortSignal;
}

/** A model that says a text aloud. */
export interface Speaker {
  /** The provider's own id of it. */
  model: string;
  voice: string;
  /** Gives the sound piece by piece, as it comes. Throws a ModelFault, or the reason of the signal. */
  speak(toSpeak: ToSpeak, hear: (part: SoundPart) => void): Promise<void>;
}

export interface SpeakerOptions {
  way: OwnWay;
  limits: ModelLimits;
  /** Both are the provider's own names; the usual ones where they are left out. */
  model?: string | undefined;
  voice?: string | undefined;
}

/** The voices of OpenAI's models, which has no call that lists them. */
export const openaiVoices = [
  ...["alloy", "ash", "ballad", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer", "verse"],
  ...["marin", "cedar"],
];

/** Gives what speaks where nobody chose: a server that imitates OpenAI knows its oldest model by name. */
export function usualSpeaker({ connection }: Pick<OwnWay, "connection">): { model: string; voice: string } {
  return { model: connection.baseURL ? "tts-1" : "gpt-4o-mini-tts", voice: "alloy" };
}

/** Makes a speaker of a way to a provider that speaks as OpenAI does: a text goes there, a stream of sound comes back. */
export function createSpeaker({ way, limits, model, voice }: SpeakerOptions): Speaker {
  const usual = usualSpeaker(way);
  const [name, said] = [model || usual.model, voice || usual.voice];
  const { connection } = way;
  const url = `${connection.baseURL ?? addresses.openai}/audio/speech`;
  // Not every server knows samples without a head.
  let format: "pcm" | "wav" = "pcm";

  async function speakOnce({ text, signal }: ToSpeak, hear: (part: SoundPart) => void): Promise<void> {
    const watch = watchAnswer({ fetch: way.fetch, signal, limits });
    try {
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (connection.apiKey) headers["authorization"] = `Bearer ${connection.apiKey}`;
      const body = JSON.stringify({ model: name, voice: said, input: text, response_format: format });
      const request = { method: "POST", headers, body, redirect: "error" as const };
      const response = await watch.fetch(url, { ...request, signal: watch.signal });
      if (!response.ok) throw await refusalOf(response);
      const reader = createSoundReader(response.headers.get("content-type") ?? "", hear);
      for await (const bytes of response.body ?? []) {
        watch.begin();
        reader.take(bytes);
      }
      reader.end();
    } catch (error) {
      signal.throwIfAborted();
      throw faultOf(watch.signal.aborted ? watch.signal.reason : error);
    } finally {
      watch.stop();
    }
  }

  return {
    model: name,
    voice: said,
    speak: (toSpeak, hear) =>
      tellWay(way, 0, async () => {
        try {
          await speakOnce(toSpeak, hear);
        } catch (error) {
          if (!(error instanceof ModelFault) || error.kind !== "request" || format === "wav") throw error;
          format = "wav";
          await speakOnce(toSpeak, hear);
        }
      }),
  };
}

async function refusalOf(response: Response): Promise<ModelFault> {
  const { status, headers } = response;
  const responseBody = (await response.text()).slice(0, 10_000);
  return faultOf({ statusCode: status, responseHeaders: Object.fromEntries(headers), responseBody });
}
