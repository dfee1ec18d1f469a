import { faultOf, ModelFault } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";
import type { OwnWay } from "./ownWay.ts";
import { addresses } from "./providers.ts";
import { createSoundReader } from "./soundReader.ts";
import type { SoundPart } from "./soundReader.ts";
import { tellWay } from "./tellWay.ts";
import { watchAnswer } from "./watch.ts";
import { readField } from "./readField.ts";

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
  const headers: Record<string, string> = {};
  if (connection.apiKey) headers["authorization"] = `Bearer ${connection.apiKey}`;
  // Not every server knows samples without a head.
  let format: "pcm" | "wav" = "pcm";

  function speakOnce({ text, signal }: ToSpeak, hear: (part: SoundPart) => void): Promise<void> {
    const body = { model: name, voice: said, input: text, response_format: format };
    return streamSpeech({ fetch: way.fetch, limits, url, headers, body, signal }, hear);
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

/** A request that is answered with sound. */
export interface SpeechRequest {
  fetch: typeof fetch;
  limits: ModelLimits;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  signal: AbortSignal;
}

/** Asks for sound, and gives it piece by piece. Throws a ModelFault, or the reason of the signal. */
export async function streamSpeech(request: SpeechRequest, hear: (part: SoundPart) => void): Promise<void> {
  const { limits, url, signal } = request;
  const watch = watchAnswer({ fetch: request.fetch, signal, limits });
  try {
    const response = await watch.fetch(url, {
      ...{ method: "POST", redirect: "error" as const, signal: watch.signal },
      headers: { "content-type": "application/json", ...request.headers },
      body: JSON.stringify(request.body),
    });
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

/** The most voices that a server lists. */
const mostVoices = 500;
const listWithinMs = 5000;

/**
 * Gives the voices that a server which imitates OpenAI lists; OpenAI itself has no call for that. Empty where it lists none:
 * any name may be tried then.
 */
export async function listServerVoices({ connection, fetch }: OwnWay): Promise<string[]> {
  if (!connection.baseURL) return openaiVoices;
  try {
    const headers: Record<string, string> = { accept: "application/json" };
    if (connection.apiKey) headers["authorization"] = `Bearer ${connection.apiKey}`;
    const init = { headers, redirect: "error" as const, signal: AbortSignal.timeout(listWithinMs) };
    const response = await fetch(`${connection.baseURL}/audio/voices`, init);
    if (!response.ok) return [];
    const answer: unknown = await response.json();
    const rows: unknown = readField(answer, "voices") ?? readField(answer, "data");
    if (!Array.isArray(rows)) return [];
    const names = (rows as unknown[]).map((row) => (typeof row === "string" ? row : readField(row, "id")));
    return names
      .filter((name): name is string => typeof name === "string" && name !== "" && name.length <= 60)
      .slice(0, mostVoices);
  } catch {
    return [];
  }
}

async function refusalOf(response: Response): Promise<ModelFault> {
  const { status, headers } = response;
  const responseBody = (await response.text()).slice(0, 10_000);
  return faultOf({ statusCode: status, responseHeaders: Object.fromEntries(headers), responseBody });
}
