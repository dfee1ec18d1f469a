import type { ProviderSetting } from "../Provider.ts";

/** The first part of a host at which a provider's customer has an address of their own. */
export function siteSetting(about: Pick<ProviderSetting, "label" | "hint" | "placeholder">): ProviderSetting {
  return {
    ...{ id: "site", ...about, isRequired: true },
    pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    problem: "Use lower-case letters, digits and hyphens only.",
  };
}
