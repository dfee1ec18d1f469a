import type { Model } from "../../shared/contract/models/models.ts";
import type { Store } from "../database/store.ts";
import type { Route } from "../requests/handle.ts";
import { listModelsOf, modelRoutes } from "./calls.ts";
import type { ModelKeys } from "./createModelKeys.ts";
import { createModels } from "./models.ts";
import type { Models, ModelsOptions } from "./models.ts";
import type { ModelSettings } from "./providers.ts";
import { createModelThread } from "./thread/modelThread.ts";

export interface ModelCapabilityDeps extends Pick<ModelKeys, "findOwn" | "findSpeechDefault"> {
  store: Store;
  settings: ModelSettings;
  /** The way to model providers. */
  fetch: typeof fetch;
  /** Whether models are asked by a thread of their own, by the usual ways out. */
  hasThread: boolean;
  takeAllowance: ModelsOptions["takeAllowance"] | undefined;
  /** How long they may be silent, where it is not as usual. */
  limits: ModelsOptions["limits"] | undefined;
  egressAllow: string[];
  ownNames: string[];
  report: (error: unknown) => void;
}

/** The models, with the calls that list them and the thread that asks them. */
export interface ModelCapability extends Models {
  name: string;
  routes: Route[];
  /** The models that an organization sees, with whether there is a way to each. */
  list(organizationId: string): Promise<Model[]>;
  /** Whether recordings of an organization's visitors are written down. */
  takesSpeech(organizationId: string): Promise<boolean>;
  /** Whether the server hears and speaks in an organization's calls. */
  takesCalls(organizationId: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Puts the models together. */
export function createModelCapability(deps: ModelCapabilityDeps): ModelCapability {
  const { store, settings, fetch, findOwn, findSpeechDefault, takeAllowance, limits, report } = deps;
  const thread = deps.hasThread
    ? createModelThread({ allow: deps.egressAllow, ownNames: deps.ownNames }, report)
    : undefined;
  const models = createModels({
    ...{ settings, fetch, findOwn, findSpeechDefault },
    ...(thread && { ask: thread.ask }),
    ...(limits && { limits }),
    ...(takeAllowance && { takeAllowance }),
  });
  const calls = { db: store.db, isAvailable: models.isAvailable };
  return {
    ...models,
    name: "models",
    routes: modelRoutes(calls),
    list: (organizationId) => listModelsOf(calls, organizationId),
    takesSpeech: async (organizationId) => (await models.openTranscriber(organizationId)) !== null,
    takesCalls: async (organizationId) =>
      (await models.openCallSpeech(organizationId, { model: "", voice: "" })) !== null,
    stop: async () => thread?.close(),
  };
}
