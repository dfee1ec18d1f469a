import type { EmbeddingModelEntry } from "../../shared/domain/embeddingModels.ts";
import { ModelFault, faultOf } from "./fault.ts";
import type { ModelLimits } from "./limits.ts";
import { openEmbeddingModel } from "./openModel.ts";
import type { SdkEmbeddingModel } from "./openModel.ts";
import { askWithRetries } from "./retry.ts";
import { tellWay } from "./tellWay.ts";
import { watchAnswer } from "./watch.ts";
import type { OwnWay } from "./ownWay.ts";

/** What a text is made a vector for: several models tell questions from what answers them. */
export type EmbeddingUse = "question" | "passage";

export interface EmbeddingRequest {
  texts: readonly string[];
  use: EmbeddingUse;
  signal: AbortSignal;
  /** How long it may take; a job's batch may, a visitor who waits may not. */
  patienceMs: number;
}

/** A model that makes vectors, whichever provider runs it. */
export interface Embedder {
  /** Gives a vector of length 1 for each text, in their order. Throws a ModelFault, or the reason of the signal. */
  embed(request: EmbeddingRequest): Promise<Float32Array[]>;
}

export interface EmbedderOptions {
  entry: EmbeddingModelEntry;
  way: OwnWay;
  limits: ModelLimits;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What every provider takes at once, and what an answer of holds up nobody while it is read. */
const mostTexts = 32;
const mostAtOnce = 4;
/** About what the models read of a text; a longer one is told by its beginning. */
const longestText = 8000;
const shortestText = 500;

/** Makes an embedder of a way to a model. It learns how much the provider takes at once, so keep it for a job. */
export function createEmbedder({ entry, way, limits, wait }: EmbedderOptions): Embedder {
  const { connection } = way;
  let batch = mostTexts;

  async function askOnce({ texts, use, signal, patienceMs }: EmbeddingRequest): Promise<Float32Array[]> {
    const firstByteMs = Math.min(patienceMs, limits.firstByteMs);
    const bounds = { ...limits, firstByteMs, longestMs: patienceMs };
    const watch = watchAnswer({ fetch: way.fetch, signal, limits: bounds });
    try {
      const model = await openEmbeddingModel({ connection, name: entry.name, fetch: watch.fetch });
      if (!model) throw new ModelFault("unknown_model");
      const values = texts.map((text) => prefixOf(entry.name, use) + text);
      const options = { values, abortSignal: watch.signal, providerOptions: optionsOf(entry, use) };
      return readVectors(await model.doEmbed(options), texts.length);
    } catch (error) {
      signal.throwIfAborted();
      throw faultOf(watch.signal.aborted ? watch.signal.reason : error);
    } finally {
      watch.stop();
    }
  }

  function askPatiently(request: EmbeddingRequest): Promise<Float32Array[]> {
    const { signal, patienceMs } = request;
    const attempt = (leftMs: number) => askOnce({ ...request, patienceMs: leftMs });
    return askWithRetries({ attempt, limits, wait, signal, patienceMs });
  }

  /** A refused request was mostly too large: what is left of it is asked for in halves. */
  async function ask(request: EmbeddingRequest): Promise<Float32Array[]> {
    try {
      return await askPatiently(request);
    } catch (error) {
      if (!(error instanceof ModelFault) || error.kind !== "request") throw error;
      const { texts } = request;
      const [only = ""] = texts;
      if (texts.length > 1) {
        const half = Math.ceil(texts.length / 2);
        batch = Math.min(batch, half);
        const first = await ask({ ...request, texts: texts.slice(0, half) });
        return [...first, ...(await ask({ ...request, texts: texts.slice(half) }))];
      }
      if (only.length <= shortestText) throw error;
      return ask({ ...request, texts: [only.slice(0, only.length / 2)] });
    }
  }

  return {
    async embed({ texts, ...request }) {
      const whole = texts.map((text) => text.slice(0, longestText).toWellFormed() || " ");
      const vectors: Float32Array[] = [];
      await tellWay(way, 1, async () => {
        while (vectors.length < whole.length) {
          const from = vectors.length;
          const slices = Array.from({ length: mostAtOnce }, (_, at) =>
            whole.slice(from + at * batch, from + (at + 1) * batch),
          ).filter((slice) => slice.length > 0);
          const parts = await Promise.all(slices.map((slice) => ask({ ...request, texts: slice })));
          vectors.push(...parts.flat());
        }
      });
      return vectors;
    },
  };
}

/** Open models that were taught with a word before each text find little without it. */
function prefixOf(name: string, use: EmbeddingUse): string {
  if (/\be5-/i.test(name)) return use === "question" ? "query: " : "passage: ";
  if (/nomic-embed/i.test(name)) return use === "question" ? "search_query: " : "search_document: ";
  return "";
}

type SdkOptions = NonNullable<Parameters<SdkEmbeddingModel["doEmbed"]>[0]["providerOptions"]>;

function optionsOf({ provider, name, dimensions }: EmbeddingModelEntry, use: EmbeddingUse): SdkOptions {
  const taskType = use === "question" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT";
  const isGoogle = provider === "google" || name.startsWith("gemini-");
  return {
    ...(isGoogle && { google: { taskType, ...(dimensions && { outputDimensionality: dimensions }) } }),
    ...(provider === "openai" && dimensions && { openai: { dimensions }, openaiCompatible: { dimensions } }),
  };
}

function readVectors({ embeddings }: { embeddings: number[][] }, wanted: number): Float32Array[] {
  const dimensions = embeddings[0]?.length ?? 0;
  const isWhole =
    dimensions > 0 &&
    embeddings.length === wanted &&
    embeddings.every((embedding) => embedding.length === dimensions && embedding.every(Number.isFinite));
  if (!isWhole) throw new ModelFault("garbled");
  return embeddings.map(normalize);
}

/** Two vectors of length 1 are as near as their product is large, whatever length the model gives. */
function normalize(values: number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0));
}
