import type { OpenAIProvider } from "@ai-sdk/openai";
import type { Connection } from "./providers.ts";

/** The provider's model as the AI SDK has it: the part of it that we call. */
export type SdkModel = Pick<ReturnType<OpenAIProvider["chat"]>, "doStream">;

export interface ModelToOpen {
  connection: Connection;
  /** The provider's own id of the model. */
  name: string;
  fetch: typeof fetch;
}

/** The SDKs are loaded with the first answer that needs them. */
const sdks = {
  openai: once(() => import("@ai-sdk/openai")),
  anthropic: once(() => import("@ai-sdk/anthropic")),
  google: once(() => import("@ai-sdk/google")),
  compatible: once(() => import("@ai-sdk/openai-compatible")),
};

/** Node looks for a module anew with every import of it. One that could not be loaded is tried again. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let module: Promise<Module> | undefined;
  return () =>
    (module ??= load().catch((error: unknown) => {
      module = undefined;
      throw error;
    }));
}

/** Gives the SDK's object of a model. */
export async function openModel({ connection, name, fetch }: ModelToOpen): Promise<SdkModel> {
  const { format, baseURL, apiKey } = connection;
  switch (format) {
    case "responses": {
      const { createOpenAI } = await sdks.openai();
      return createOpenAI({ apiKey, fetch }).responses(name);
    }
    case "anthropic": {
      const { createAnthropic } = await sdks.anthropic();
      return createAnthropic({ apiKey, baseURL, fetch }).chat(name);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await sdks.google();
      return createGoogleGenerativeAI({ apiKey, baseURL, fetch }).chat(name);
    }
    case "chat":
      return openCompatible({ baseURL: baseURL ?? "", apiKey, name, fetch });
  }
}

interface CompatibleModel {
  baseURL: string;
  apiKey: string | undefined;
  name: string;
  fetch: typeof fetch;
}

const mostKept = 200;
/** By address and model. The SDK compiles its checks anew with every object that it makes, so one is made once. */
const kept = new Map<string, SdkModel>();
/** How each request goes out that is under way, by the signal that ends it. */
const ways = new WeakMap<AbortSignal, typeof fetch>();

/** What is kept knows no key: key and way go along with each request. */
async function openCompatible({ baseURL, apiKey, name, fetch }: CompatibleModel): Promise<SdkModel> {
  const at = `${baseURL} ${name}`;
  const model = kept.get(at) ?? (await makeCompatible(baseURL, name));
  if (kept.size >= mostKept) kept.clear();
  kept.set(at, model);
  return {
    doStream: (options) => {
      if (options.abortSignal) ways.set(options.abortSignal, fetch);
      const headers = { ...options.headers, ...(apiKey && { Authorization: `Bearer ${apiKey}` }) };
      return model.doStream({ ...options, headers });
    },
  };
}

async function makeCompatible(baseURL: string, name: string): Promise<SdkModel> {
  const { createOpenAICompatible } = await sdks.compatible();
  return createOpenAICompatible({
    name: "compatible",
    baseURL,
    includeUsage: true,
    fetch: (input, init) => {
      const way = init?.signal && ways.get(init.signal);
      if (!way) throw new Error("A model is asked with a signal, which says how.");
      return way(input, init);
    },
  }).chatModel(name);
}
