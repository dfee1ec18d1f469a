import { findProvider, isTokenUrlTyped } from "./providers.ts";

/** What the operator sets of a provider: a client for everybody, and other addresses than the provider's own. */
export interface ProviderOverride {
  clientId?: string;
  clientSecret?: string;
  apiUrl?: string;
  authorizeUrl?: string;
  tokenUrl?: string;
}

/** By the provider's ID. */
export type IntegrationSettings = Readonly<Record<string, ProviderOverride>>;

const names = ["clientId", "clientSecret", "apiUrl", "authorizeUrl", "tokenUrl"] as const;

/** Reads the setting INTEGRATIONS. Throws a sentence that goes on after its name and says no value. */
export function parseIntegrations(text: string): IntegrationSettings {
  const given = readObject(text);
  return Object.fromEntries(
    Object.entries(given).map(([id, override]) => {
      if (!findProvider(id)) throw new Error("names an unknown service.");
      return [id, readOverride(id, override)];
    }),
  );
}

function readObject(text: string): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return { ...given };
  } catch {
    // Said below.
  }
  throw new Error('must be JSON, such as {"slack":{"clientId":"…","clientSecret":"…"}}.');
}

function readOverride(id: string, given: unknown): ProviderOverride {
  if (typeof given !== "object" || given === null) throw new Error(`has no object for ${id}.`);
  const override: ProviderOverride = {};
  for (const [name, value] of Object.entries(given)) {
    const known = names.find((one) => one === name);
    if (!known || typeof value !== "string" || value === "")
      throw new Error(`takes for ${id} only texts called ${names.join(", ")}.`);
    if (known.endsWith("Url") && !/^https?:\/\/[^/?#]+[^?#]*$/.test(value))
      throw new Error(`needs for ${known} of ${id} an address that begins with https://.`);
    override[known] = known.endsWith("Url") ? value.replace(/\/+$/, "") : value;
  }
  if (override.clientId !== undefined && override.tokenUrl === undefined && isTokenUrlTyped(id))
    throw new Error(`needs a tokenUrl for ${id}: its client goes to no address that a team typed.`);
  return override;
}
