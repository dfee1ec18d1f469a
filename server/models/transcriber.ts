import { endingOf } from "../../shared/domain/attachments.ts";
import { maxMessageCharacters } from "../../shared/domain/limits.ts";
import { ModelFault, faultOf } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";
import { addresses } from "./providers.ts";
import { askWithRetries } from "./retry.ts";
import { tellWay } from "./tellWay.ts";
import { watchAnswer } from "./watch.ts";
import type { OwnWay } from "./ownWay.ts";

/** What somebody said, as a browser or a phone recorded it. */
export interface Recording {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** An ISO 639-1 code, where it is known what is spoken. */
  language?: string | undefined;
}

/** A model that writes down what is said. */
export interface Transcriber {
  /** The provider's own id of it. */
  model: string;
  /** Gives the words; empty where nothing is said. Throws a ModelFault, or the reason of the signal. */
  transcribe(recording: Recording, signal: AbortSignal): Promise<string>;
}

export interface TranscriberOptions {
  /** The provider's own id of the model. */
  name: string;
  way: OwnWay;
  limits: ModelLimits;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Asking {
  signal: AbortSignal;
  patienceMs: number;
}

/** Makes a transcriber of a way to a model. It asks as OpenAI is asked: one form with the file, one answer with its text. */
export function createTranscriber({ name, way, limits, wait }: TranscriberOptions): Transcriber {
  const { connection } = way;
  const url = `${connection.baseURL ?? addresses.openai}/audio/transcriptions`;

  async function askOnce(recording: Recording, { signal, patienceMs }: Asking): Promise<string> {
    // Nothing comes before the whole text is there.
    const longestMs = Math.min(patienceMs, limits.longestMs);
    const bounds = { ...limits, firstByteMs: longestMs, longestMs };
    const watch = watchAnswer({ fetch: way.fetch, signal, limits: bounds });
    try {
      const { contentType, bytes, language } = recording;
      const form = new FormData();
      form.set("model", name);
      form.set("response_format", "json");
      if (language) form.set("language", language);
      // Providers go by the ending, whatever the type says.
      form.set("file", new Blob([bytes], { type: contentType }), `recording.${endingOf(contentType)}`);
      const headers: Record<string, string> = { accept: "application/json" };
      if (connection.apiKey) headers["authorization"] = `Bearer ${connection.apiKey}`;
      const request = { method: "POST", headers, body: form, redirect: "error" as const };
      const response = await watch.fetch(url, { ...request, signal: watch.signal });
      const body = await response.text();
      if (!response.ok) throw refusalOf(response, body);
      return readText(body);
    } catch (error) {
      signal.throwIfAborted();
      throw faultOf(watch.signal.aborted ? watch.signal.reason : error);
    } finally {
      watch.stop();
    }
  }

  return {
    model: name,
    transcribe(recording, signal) {
      const attempt = (patienceMs: number) => askOnce(recording, { signal, patienceMs });
      const asking = { attempt, limits, wait, signal, patienceMs: limits.patienceMs };
      return tellWay(way, 1, () => askWithRetries(asking));
    },
  };
}

/** The fault in the form in which the SDKs tell theirs. */
function refusalOf({ status, headers }: Response, responseBody: string): ModelFault {
  return faultOf({ statusCode: status, responseHeaders: Object.fromEntries(headers), responseBody });
}

function readText(body: string): string {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch (cause) {
    throw new ModelFault("garbled", { cause });
  }
  const text: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "text") : null;
  if (typeof text !== "string") throw new ModelFault("garbled");
  return text.trim().slice(0, maxMessageCharacters).toWellFormed().replaceAll("\u0000", "");
}
