import type { LanguageModelEntry, Provider } from "../../shared/domain/models.ts";

/** Keys and addresses of the installation, all from the environment. A base address alone is enough where no key is asked. */
export interface ModelSettings {
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  anthropicApiKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  deepseekApiKey?: string | undefined;
  alibabaApiKey?: string | undefined;
}

/** How a provider is spoken to: by which wire format, where, and with which key. */
export interface Connection {
  format: "responses" | "chat" | "anthropic";
  baseURL: string | undefined;
  apiKey: string | undefined;
}

/** Gives the way to the model's provider; null where this installation has none. */
export function findConnection(entry: LanguageModelEntry, settings: ModelSettings): Connection | null {
  return connections[entry.provider]?.(settings) ?? null;
}

const connections: Partial<Record<Provider, (settings: ModelSettings) => Connection | null>> = {
  openai: ({ openaiApiKey: apiKey, openaiBaseUrl: baseURL }) => {
    if (baseURL) return { format: "chat", baseURL, apiKey };
    return apiKey ? { format: "responses", baseURL: undefined, apiKey } : null;
  },
  anthropic: ({ anthropicApiKey: apiKey, anthropicBaseUrl: baseURL }) =>
    apiKey ? { format: "anthropic", baseURL, apiKey } : null,
  deepseek: ({ deepseekApiKey: apiKey }) =>
    apiKey ? { format: "chat", baseURL: "https://api.deepseek.com/v1", apiKey } : null,
  alibaba: ({ alibabaApiKey: apiKey }) =>
    apiKey
      ? { format: "chat", baseURL: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", apiKey }
      : null,
  // A server that speaks as OpenAI does mostly runs open models.
  meta: ({ openaiApiKey: apiKey, openaiBaseUrl: baseURL }) =>
    baseURL ? { format: "chat", baseURL, apiKey } : null,
};
