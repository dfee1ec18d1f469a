import { setTimeout as sleep } from "node:timers/promises";
import { findEmbeddingModel } from "../../shared/domain/embeddingModels.ts";
import { builtinModel, findModel } from "../../shared/domain/models.ts";
import { findSearchProblem } from "../../shared/domain/webSearch.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import { findSpeechModel, programSpeech } from "../../shared/domain/speechModels.ts";
import type { Ask } from "./ask.ts";
import type { ChatModel, Hear } from "./chatModel.ts";
import { modelLimits } from "./limits.ts";
import type { ModelLimits } from "./limits.ts";
import { createEmbedder } from "./embedder.ts";
import type { Embedder } from "./embedder.ts";
import { createSearcher } from "./searcher.ts";
import type { Searcher } from "./searcher.ts";
import type { CallSpeech, CallVoice } from "./callSpeech.ts";
import { createSpeaker, listServerVoices, usualSpeaker } from "./speaker.ts";
import { createTranscriber } from "./transcriber.ts";
import type { Transcriber } from "./transcriber.ts";
import type { NamedModel } from "./keys.ts";
import { openPrograms } from "./programs.ts";
import { createPace } from "./pace.ts";
import type { Pace } from "./pace.ts";
import { findConnection } from "./providers.ts";
import type { ModelSettings } from "./providers.ts";
import { streamWithRetries } from "./retry.ts";
import { streamOnce } from "./streamOnce.ts";
import { tellWay } from "./tellWay.ts";
import type { OwnWay } from "./ownWay.ts";

export interface ModelsOptions {
  settings: ModelSettings;
  /** The way to providers whose addresses are the operator's own. */
  fetch: typeof fetch;
  /** The organization's own way to a model, which goes before the installation's. */
  findOwn?: (organizationId: string, entry: NamedModel) => Promise<OwnWay | null>;
  /** The model by which an organization has recordings written down; null for none. */
  findSpeechDefault?: (organizationId: string) => Promise<string | null>;
  /** Bounds what an organization spends by the installation's own way; nothing is bounded without it. */
  takeAllowance?: (organizationId: string, credits: number) => Promise<(() => Promise<void>) | null>;
  limits?: Partial<ModelLimits>;
  /** Asks beside this thread; without it the ways' own fetch is used, in this one. */
  ask?: Ask;
  pace?: Pace;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The language models of this installation and of its organizations. */
export interface Models {
  /** Gives a model to talk to; null for the built-in one and for those that nobody here has a way to. */
  open(
    organizationId: string,
    value: string,
  ): Promise<{ entry: LanguageModelEntry; model: ChatModel } | null>;
  /** Whether the installation's own settings lead to a model. */
  isAvailable(entry: Pick<LanguageModelEntry, "provider" | "value">): boolean;
  /** Whether an organization, or the installation for it, has a way to a model. */
  hasWay(organizationId: string, value: string): Promise<boolean>;
  /** Whether a model would be given a visitor's files: it takes some, and there is a way to it. */
  takesFiles(organizationId: string, value: string): Promise<boolean>;
  /** Gives what searches the web by the model's own provider, or says why that can't be, in a sentence. */
  openSearcher(organizationId: string, value: string): Promise<Searcher | { problem: string }>;
  /** Gives a model that makes vectors; null where nobody here has a way to it. */
  openEmbedder(organizationId: string, value: string): Promise<Embedder | null>;
  /**
   * Gives the organization's model that writes down recordings; null where it chose none, or one for calls only, or nobody here
   * has a way to it.
   */
  openTranscriber(organizationId: string): Promise<Transcriber | null>;
  /** Gives what hears and speaks in an organization's calls, by one key; null where nothing hears. */
  openCallSpeech(organizationId: string, wanted: CallVoice): Promise<CallSpeech | null>;
}

/** Nobody waits in a call as they wait for an answer that is read: silence of 5 seconds ends a try. */
export const callLimits = { firstByteMs: 5000, betweenBytesMs: 5000, longestMs: 60_000 };
const hearWithinMs = 5000;

/** Makes the models that keys and addresses, of an organization or of the environment, give a way to. */
export function createModels(options: ModelsOptions): Models {
  const { settings, fetch, findOwn = async () => null, limits: given, wait = waitOrLeave } = options;
  const { pace = createPace(), findSpeechDefault = async () => null, takeAllowance } = options;
  const limits = { ...modelLimits, ...given };

  const isAvailable = (entry: Pick<LanguageModelEntry, "provider" | "value">) =>
    entry.value === builtinModel ||
    (entry.value === programSpeech && settings.programs !== undefined) ||
    findConnection(entry, settings) !== null;

  async function findWay(organizationId: string, entry: NamedModel): Promise<OwnWay | null> {
    const own = entry.value === builtinModel ? null : await findOwn(organizationId, entry);
    if (own) return own;
    const connection = findConnection(entry, settings);
    return (
      connection && {
        connection,
        trust: "trusted",
        fetch,
        isInstallations: true,
        noteAnswer: async () => {},
        noteFault: async () => {},
        ...(takeAllowance && { take: (credits: number) => takeAllowance(organizationId, credits) }),
      }
    );
  }

  return {
    isAvailable,
    async hasWay(organizationId, value) {
      const entry = findModel(value);
      if (!entry) return false;
      return isAvailable(entry) || (await findWay(organizationId, entry)) !== null;
    },
    async takesFiles(organizationId, value) {
      const entry = findModel(value);
      return entry?.isAttachmentsSupported === true && (await findWay(organizationId, entry)) !== null;
    },
    async openSearcher(organizationId, value) {
      const entry = findModel(value);
      const problem = findSearchProblem(entry);
      if (!entry || problem !== null) return { problem: problem ?? "There is no such model." };
      const way = await findWay(organizationId, entry);
      if (!way)
        return { problem: `There is no key for ${entry.label}. Add one, or use another search engine.` };
      if (way.connection.format === "chat")
        return { problem: `This address of ${entry.label} has no web search.` };
      return createSearcher({ name: entry.name, credits: entry.creditsPerMessage, way, limits, wait });
    },
    async openEmbedder(organizationId, value) {
      const entry = findEmbeddingModel(value);
      const way = entry ? await findWay(organizationId, entry) : null;
      return entry && way ? createEmbedder({ entry, way, limits, wait }) : null;
    },
    async openTranscriber(organizationId) {
      const value = await findSpeechDefault(organizationId);
      const entry = value === null ? undefined : findSpeechModel(value);
      const way = entry ? await findWay(organizationId, entry) : null;
      return entry && way ? createTranscriber({ name: entry.name, way, limits, wait }) : null;
    },
    async openCallSpeech(organizationId, { model, voice }) {
      const value = await findSpeechDefault(organizationId);
      if (value === programSpeech)
        return settings.programs ? openPrograms(settings.programs, { voice }) : null;
      const entry = value === null ? undefined : findSpeechModel(value);
      const way = entry ? await findWay(organizationId, entry) : null;
      if (!entry || !way) return null;
      const bounds = { ...modelLimits, ...callLimits, ...given };
      const hearing = { ...bounds, longestMs: Math.min(hearWithinMs, bounds.firstByteMs), retries: 0 };
      return {
        transcriber: createTranscriber({ name: entry.name, way, limits: hearing, wait }),
        speaker: createSpeaker({ way, limits: bounds, model, voice }),
        isOpenai: way.connection.baseURL === undefined,
        listVoices: () => listServerVoices(way),
        usual: usualSpeaker(way),
        isInstallations: way.isInstallations === true,
      };
    },
    async open(organizationId, value) {
      const entry = findModel(value);
      const way = entry ? await findWay(organizationId, entry) : null;
      if (!entry || !way) return null;
      const { connection, trust } = way;
      const ask = options.ask ?? ((asking, hear) => streamOnce({ ...asking, fetch: way.fetch, pace }, hear));
      const stream: ChatModel["stream"] = async (request, hear) => {
        const asking = { connection, name: entry.name, request, trust, limits };
        const attempt = (hearPart: Hear) => ask(asking, hearPart);
        await tellWay(way, entry.creditsPerMessage, () =>
          streamWithRetries({ request, limits, wait, attempt }, hear),
        );
      };
      return { entry, model: { stream } };
    },
  };
}

async function waitOrLeave(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
