import { keyProviders } from "./modelKeys.ts";
import type { KeyProvider } from "./modelKeys.ts";

/** A provider of language models as people meet it (specification 3); `icon` names one of those that the console has. */
export interface ProviderEntry {
  label: string;
  value: KeyProvider;
  icon: string;
}

const shown: Record<KeyProvider, Omit<ProviderEntry, "value">> = {
  openai: { label: "OpenAI", icon: "orbit" },
  google: { label: "Google", icon: "gem" },
  anthropic: { label: "Anthropic", icon: "feather" },
  deepseek: { label: "DeepSeek", icon: "waves" },
  alibaba: { label: "Alibaba", icon: "cloud" },
};

/** The providers whose keys are kept, in the order in which they are offered. */
export const providers: readonly ProviderEntry[] = keyProviders.map((value) => ({ value, ...shown[value] }));

/** The entry of a provider. */
export function providerOf(value: KeyProvider): ProviderEntry {
  return { value, ...shown[value] };
}
