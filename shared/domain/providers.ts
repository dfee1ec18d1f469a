/** A provider of language models as people meet it (specification 3); the console draws `icon`. */
export interface ProviderEntry {
  label: string;
  value: KeyProvider;
  icon: ProviderIcon;
}

const shown = {
  openai: { label: "OpenAI", icon: "orbit" },
  google: { label: "Google", icon: "gem" },
  anthropic: { label: "Anthropic", icon: "feather" },
  deepseek: { label: "DeepSeek", icon: "waves" },
  alibaba: { label: "Alibaba", icon: "cloud" },
} as const satisfies Record<string, { label: string; icon: string }>;

/** The providers whose keys are kept; a server of one's own speaks as OpenAI does and has its own address. */
export type KeyProvider = keyof typeof shown;
export const keyProviders = Object.keys(shown) as KeyProvider[]; // its keys are they

/** The names of their icons. */
export type ProviderIcon = (typeof shown)[KeyProvider]["icon"];

/** The providers whose keys are kept, in the order in which they are offered. */
export const providers: readonly ProviderEntry[] = keyProviders.map((value) => ({ value, ...shown[value] }));

/** The entry of a provider. */
export function providerOf(value: KeyProvider): ProviderEntry {
  return { value, ...shown[value] };
}
