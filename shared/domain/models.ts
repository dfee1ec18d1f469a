import { personaLimit, personaLowerLimit } from "./limits.ts";
import type { KeyProvider } from "./providers.ts";

/** `own` stands for a model that only an organization's own key knows. */
export type Provider = KeyProvider | "builtin" | "meta" | "own";

export interface LanguageModelEntry {
  label: string;
  /** The provider's own id of the model. */
  name: string;
  provider: Provider;
  /** Our id of the model, kept in configurations. */
  value: string;
  isPremium: boolean;
  /** The longest persona text, in characters. */
  limit: number;
  isDefault: boolean;
  isAttachmentsSupported: boolean;
  creditsPerMessage: number;
}

/** The model that needs no key: it retrieves, quotes and cites, and says when it finds nothing. */
export const builtinModel = "pilothouse-builtin";

const lower = personaLowerLimit;
const full = personaLimit;

type Row = [
  value: string,
  label: string,
  provider: Provider,
  credits: number,
  attachments: boolean,
  persona: number,
  name?: string,
];

/** Specification 9: model ids, credits per message and which models take no attachments. */
const rows: Row[] = [
  [builtinModel, "Built-in (no key needed)", "builtin", 0, false, lower],
  ["gpt-3.5-turbo", "GPT-3.5 Turbo", "openai", 1, false, lower],
  ["gpt-4", "GPT-4", "openai", 10, true, lower],
  ["gpt-4o", "GPT-4o", "openai", 5, true, full],
  ["gpt-4o-mini", "GPT-4o mini", "openai", 1, true, full],
  ["gpt-4.1", "GPT-4.1", "openai", 10, true, full],
  ["gpt-4.1-mini", "GPT-4.1 mini", "openai", 1, true, full],
  ["gpt-4.1-nano", "GPT-4.1 nano", "openai", 1, true, full],
  ["gpt-5", "GPT-5", "openai", 10, true, full],
  ["gpt-5-mini", "GPT-5 mini", "openai", 1, true, full],
  ["gpt-5-nano", "GPT-5 nano", "openai", 1, true, full],
  ["o3-mini", "o3-mini", "openai", 1, false, full],
  ["o4-mini", "o4 mini", "openai", 1, true, full],
  ["gemini-2.0-flash", "Gemini 2.0 Flash", "google", 1, true, full],
  ["gemini-2.5-flash", "Gemini 2.5 Flash", "google", 1, true, full],
  ["gemini-2.5-pro", "Gemini 2.5 Pro", "google", 5, true, full],
  ["claude-3-5-haiku", "Claude 3.5 Haiku", "anthropic", 1, false, full, "claude-3-5-haiku-latest"],
  ["claude-3-opus", "Claude 3 Opus", "anthropic", 10, false, full, "claude-3-opus-latest"],
  ["claude-3.5-sonnet", "Claude 3.5 Sonnet", "anthropic", 5, true, full, "claude-3-5-sonnet-latest"],
  ["claude-4-sonnet", "Claude 4 Sonnet", "anthropic", 5, true, full, "claude-sonnet-4-0"],
  ["claude-4.5-sonnet", "Claude 4.5 Sonnet", "anthropic", 5, true, full, "claude-sonnet-4-5"],
  ["claude-4-opus", "Claude 4 Opus", "anthropic", 10, true, full, "claude-opus-4-0"],
  ["llama-3.3", "Llama 3.3 70b", "meta", 1, false, lower, "llama-3.3-70b"],
  ["deepseek-chat", "DeepSeek chat (experimental)", "deepseek", 1, false, full],
  ["qwen-turbo", "Qwen Turbo", "alibaba", 1, false, full],
  ["qwen-plus", "Qwen Plus", "alibaba", 3, false, full],
  ["qwen-max", "Qwen Max", "alibaba", 11, false, full],
];

/** Every language model an agent can be given; premium is what costs five credits a message or more. */
export const languageModels: LanguageModelEntry[] = rows.map(
  ([value, label, provider, credits, attachments, limit, name]) => ({
    label,
    name: name ?? value,
    provider,
    value,
    isPremium: credits >= 5,
    limit,
    isDefault: value === builtinModel,
    isAttachmentsSupported: attachments,
    creditsPerMessage: credits,
  }),
);

/** The entry of a model: the catalog's, or one made for a model that only an organization's own key knows. */
export function findModel(value: string): LanguageModelEntry | undefined {
  return languageModels.find((model) => model.value === value) ?? describeOwnModel(value);
}

/** How a configuration names a model of an own key that the catalog does not have. */
export function nameOwnModel(keyId: string, name: string): string {
  return `own/${keyId}/${name}`;
}

/** The key and the provider's name of such a model; null for every other one. */
export function readOwnModel(value: string): { keyId: string; name: string } | null {
  const [, keyId, name] = /^own\/([0-9a-z]+)\/(.+)$/s.exec(value) ?? [];
  return keyId !== undefined && name !== undefined ? { keyId, name } : null;
}

/** Nothing is known of it, so it counts as the cheapest, with the shorter persona and without files. */
function describeOwnModel(value: string): LanguageModelEntry | undefined {
  const own = readOwnModel(value);
  if (!own) return undefined;
  return {
    ...{ label: own.name, name: own.name, provider: "own", value },
    ...{ isPremium: false, limit: lower, isDefault: false, isAttachmentsSupported: false },
    creditsPerMessage: 1,
  };
}
