import type { KeyProvider } from "../../shared/domain/providers.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";

/**
 * Programs on the server's machine that hear and speak in calls without a key: a command each, split at spaces. No shell reads
 * them. `{file}` stands for a WAV file, which the one reads and the other writes, and `{voice}` for the voice that was chosen.
 */
export interface SpeechPrograms {
  /** Gets what was said as WAV (16 kHz, 16 bits, one channel), in `{file}` or on its standard input. Prints the words. */
  hear: readonly string[];
  /** Gets a text on its standard input. Gives it as WAV, in `{file}` or on its standard output. */
  speak: readonly string[];
  /** Where they are looked for, as in PATH. */
  path: string;
}

/** Keys and addresses of the installation, all from the environment. A base address alone is enough where no key is asked. */
export interface ModelSettings extends Partial<Record<`${KeyProvider}ApiKey`, string | undefined>> {
  /** Programs that hear and speak in calls; undefined where none are installed. */
  programs?: SpeechPrograms | undefined;
  openaiBaseUrl?: string | undefined;
  anthropicBaseUrl?: string | undefined;
}

/** The settings with the installation's own keys. */
export const keySettings = {
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  deepseek: "DEEPSEEK_API_KEY",
  alibaba: "ALIBABA_API_KEY",
} as const satisfies Record<KeyProvider, string>;

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
  // Imitators of OpenAI know its older format; OpenAI itself serves the newer one better.
  if (provider === "openai") return { format: baseURL ? "chat" : "responses", baseURL, apiKey };
  const format = formats[provider];
  // The SDKs know the addresses of their own formats by themselves.
  return { format, baseURL: format === "chat" ? (baseURL ?? addresses[provider]) : baseURL, apiKey };
}

const formats: Record<Exclude<KeyProvider, "openai">, Connection["format"]> = {
  google: "google",
  anthropic: "anthropic",
  deepseek: "chat",
  alibaba: "chat",
};

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
  const { provider } = entry;
  if (provider === "builtin" || provider === "own") return null;
  // A server that speaks as OpenAI does mostly runs open models.
  if (provider === "meta") return settings.openaiBaseUrl ? findOwn("openai", settings) : null;
  return findOwn(provider, settings);
}

function findOwn(provider: KeyProvider, settings: ModelSettings): Connection | null {
  const apiKey = settings[`${provider}ApiKey`];
  if (provider === "openai") {
    const baseURL = settings.openaiBaseUrl;
    return apiKey || baseURL ? connect(provider, { apiKey, baseURL }) : null;
  }
  const baseURL = provider === "anthropic" ? settings.anthropicBaseUrl : undefined;
  return apiKey ? connect(provider, { apiKey, baseURL }) : null;
}
