import type { KeyProvider } from "../../shared/domain/modelKeys.ts";
import type { LanguageModelEntry, Provider } from "../../shared/domain/models.ts";

/** Keys and addresses of the installation, all from the environment. A base address alone is enough where no key is asked. */
export interface ModelSettings {
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  googleApiKey?: string | undefined;
  anthropicApiKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  deepseekApiKey?: string | undefined;
  alibabaApiKey?: string | undefined;
}

/** How a provider is spoken to: by which wire format, where, and with which key. */
export interface Connection {
  format: "responses" | "chat" | "anthropic" | "google";
  baseURL: string | undefined;
  apiKey: string | undefined;
}

/** Gives the way to a provider with a key, an address of one's own, or both. */
export function connect(
  provider: KeyProvider,
  { apiKey, baseURL }: Pick<Connection, "apiKey" | "baseURL">,
): Connection {
  // Whoever imitates OpenAI knows its older format; OpenAI itself serves the newer one better.
  if (provider === "openai") return { format: baseURL ? "chat" : "responses", baseURL, apiKey };
  if (provider === "deepseek" || provider === "alibaba") {
    return { format: "chat", baseURL: baseURL ?? addresses[provider], apiKey };
  }
  return { format: provider, baseURL, apiKey };
}

/** Where the providers are that the SDKs do not know by themselves, and where each lists its models. */
export const addresses: Record<KeyProvider, string> = {
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  anthropic: "https://api.anthropic.com/v1",
  deepseek: "https://api.deepseek.com/v1",
  alibaba: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
};

/** Gives the installation's own way to the model's provider; null where it has none. */
export function findConnection(
  entry: Pick<LanguageModelEntry, "provider">,
  settings: ModelSettings,
): Connection | null {
  return connections[entry.provider]?.(settings) ?? null;
}

const connections: Partial<Record<Provider, (settings: ModelSettings) => Connection | null>> = {
  openai: ({ openaiApiKey: apiKey, openaiBaseUrl: baseURL }) =>
    apiKey || baseURL ? connect("openai", { apiKey, baseURL }) : null,
  google: ({ googleApiKey: apiKey }) => (apiKey ? connect("google", { apiKey, baseURL: undefined }) : null),
  anthropic: ({ anthropicApiKey: apiKey, anthropicBaseUrl: baseURL }) =>
    apiKey ? connect("anthropic", { apiKey, baseURL }) : null,
  deepseek: ({ deepseekApiKey: apiKey }) =>
    apiKey ? connect("deepseek", { apiKey, baseURL: undefined }) : null,
  alibaba: ({ alibabaApiKey: apiKey }) =>
    apiKey ? connect("alibaba", { apiKey, baseURL: undefined }) : null,
  // A server that speaks as OpenAI does mostly runs open models.
  meta: ({ openaiApiKey: apiKey, openaiBaseUrl: baseURL }) =>
    baseURL ? connect("openai", { apiKey, baseURL }) : null,
};
