import { setTimeout as sleep } from "node:timers/promises";
import { builtinModel, findModel } from "../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import type { Route } from "../door/handle.ts";
import { createModelRoutes } from "./calls.ts";
import type { ChatModel } from "./chatModel.ts";
import { modelLimits } from "./limits.ts";
import type { ModelLimits } from "./limits.ts";
import { findConnection } from "./providers.ts";
import type { ModelSettings } from "./providers.ts";
import { streamWithRetries } from "./retry.ts";
import { streamOnce } from "./streamOnce.ts";

export interface ModelsOptions {
  settings: ModelSettings;
  /** The way to providers, whose addresses are the operator's own. */
  fetch: typeof fetch;
  limits?: Partial<ModelLimits>;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The language models of this installation. */
export interface Models {
  /** Gives a model to talk to; null for the built-in one and for those that this installation has no way to. */
  open(value: string): { entry: LanguageModelEntry; model: ChatModel } | null;
  isAvailable(entry: LanguageModelEntry): boolean;
  /** Whether a model would be given a visitor's files: it takes some, and this installation has a way to it. */
  takesFiles(value: string): boolean;
  routes: Route[];
}

/** Makes the models that keys and addresses of the environment give a way to. */
export function createModels({ settings, fetch, limits: given, wait = waitOrLeave }: ModelsOptions): Models {
  const limits = { ...modelLimits, ...given };
  const isAvailable = (entry: LanguageModelEntry) =>
    entry.value === builtinModel || findConnection(entry, settings) !== null;
  return {
    isAvailable,
    takesFiles: (value) => {
      const entry = findModel(value);
      return entry !== undefined && entry.isAttachmentsSupported && isAvailable(entry);
    },
    routes: createModelRoutes(isAvailable),
    open: (value) => {
      const entry = findModel(value);
      const connection = entry && findConnection(entry, settings);
      if (!entry || !connection) return null;
      const { name } = entry;
      const stream: ChatModel["stream"] = (request) => {
        const attempt = () => streamOnce({ connection, name, request, fetch, limits });
        return streamWithRetries({ request, limits, wait, attempt });
      };
      return { entry, model: { stream } };
    },
  };
}

async function waitOrLeave(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
