/** A provider of language models as people see it (specification 3). */
export interface ProviderEntry {
  label: string;
  value: KeyProvider;
}

const shown = {
  openai: { label: "OpenAI" },
  google: { label: "Google" },
  anthropic: { label: "Anthropic" },
  deepseek: { label: "DeepSeek" },
  alibaba: { label: "Alibaba" },
} as const satisfies Record<string, Omit<ProviderEntry, "value">>;

/** The providers whose keys are kept; a server of one's own speaks as OpenAI does and has its own address. */
export type KeyProvider = keyof typeof shown;
export const keyProviders = Object.keys(shown) as KeyProvider[]; // its keys are they

/** The providers whose keys are kept, in the order in which they are offered. */
export const providers: readonly ProviderEntry[] = keyProviders.map((value) => ({ value, ...shown[value] }));

/** The entry of a provider. */
export function providerOf(value: KeyProvider): ProviderEntry {
  return { value, ...shown[value] };
}
