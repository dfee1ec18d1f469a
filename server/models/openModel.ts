import type { OpenAIProvider } from "@ai-sdk/openai";
import type { Connection } from "./providers.ts";

/** The provider's model as the AI SDK has it: the part of it that we call. */
export type SdkModel = Pick<ReturnType<OpenAIProvider["chat"]>, "doStream">;
export type SdkEmbeddingModel = Pick<ReturnType<OpenAIProvider["embeddingModel"]>, "doEmbed">;

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

/** Node looks for a module again with every import of it. One that could not be loaded is tried again. */
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

/** The same where its provider is one that searches the web for it. */
export async function openSearchModel({
  connection: { format, baseURL, apiKey },
  name,
  fetch,
}: ModelToOpen): Promise<Pick<ReturnType<OpenAIProvider["responses"]>, "doGenerate">> {
  switch (format) {
    case "responses":
      return (await sdks.openai()).createOpenAI({ apiKey, fetch }).responses(name);
    case "anthropic":
      return (await sdks.anthropic()).createAnthropic({ apiKey, baseURL, fetch }).chat(name);
    case "google":
      return (await sdks.google()).createGoogleGenerativeAI({ apiKey, baseURL, fetch }).chat(name);
    case "chat":
      throw new Error("Servers that only speak as OpenAI does have no web search.");
  }
}

/** Gives the SDK's object of a model that makes vectors; null where the provider has none. */
export async function openEmbeddingModel({
  connection,
  name,
  fetch,
}: ModelToOpen): Promise<SdkEmbeddingModel | null> {
  const { format, baseURL, apiKey } = connection;
  switch (format) {
    case "responses": {
      const { createOpenAI } = await sdks.openai();
      return createOpenAI({ apiKey, fetch }).embeddingModel(name);
    }
    case "anthropic":
      return null;
    case "google": {
      const { createGoogleGenerativeAI } = await sdks.google();
      return createGoogleGenerativeAI({ apiKey, baseURL, fetch }).embeddingModel(name);
    }
    case "chat": {
      const model = (await keepCompatible(baseURL ?? "", name)).embedding;
      return {
        doEmbed: (options) => {
          if (options.abortSignal) ways.set(options.abortSignal, fetch);
          return model.doEmbed({ ...options, headers: withKey(options.headers, apiKey) });
        },
      };
    }
  }
}

interface CompatibleModel {
  baseURL: string;
  apiKey: string | undefined;
  name: string;
  fetch: typeof fetch;
}

/** What the SDK makes for one model of one server. */
interface Compatible {
  chat: SdkModel;
  embedding: SdkEmbeddingModel;
}

const mostKept = 200;
/** By address and model. The SDK compiles its checks again with every object that it makes, so one is made once. */
const kept = new Map<string, Compatible>();
/** How each request goes out that is under way, by the signal that ends it. */
const ways = new WeakMap<AbortSignal, typeof fetch>();

/** What is kept knows no key: key and way go along with each request. */
async function openCompatible({ baseURL, apiKey, name, fetch }: CompatibleModel): Promise<SdkModel> {
  const model = (await keepCompatible(baseURL, name)).chat;
  return {
    doStream: (options) => {
      if (options.abortSignal) ways.set(options.abortSignal, fetch);
      return model.doStream({ ...options, headers: withKey(options.headers, apiKey) });
    },
  };
}

function withKey(headers: Record<string, string | undefined> | undefined, apiKey: string | undefined) {
  return { ...headers, ...(apiKey && { Authorization: `Bearer ${apiKey}` }) };
}

async function keepCompatible(baseURL: string, name: string): Promise<Compatible> {
  const at = `${baseURL} ${name}`;
  const model = kept.get(at) ?? (await makeCompatible(baseURL, name));
  if (kept.size >= mostKept) kept.clear();
  kept.set(at, model);
  return model;
}

async function makeCompatible(baseURL: string, name: string): Promise<Compatible> {
  const { createOpenAICompatible } = await sdks.compatible();
  const provider = createOpenAICompatible({
    name: "compatible",
    baseURL,
    includeUsage: true,
    fetch: (input, init) => {
      const way = init?.signal && ways.get(init.signal);
      if (!way) throw new Error("A model is asked with a signal, which says how.");
      return way(input, init);
    },
  });
  return { chat: provider.chatModel(name), embedding: provider.embeddingModel(name) };
}
