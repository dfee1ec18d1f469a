import type { ConcreteAuth, Provider } from "./Provider.ts";
import { findProvider, isTokenUrlTyped } from "./providers.ts";
import type { IntegrationSettings } from "./settings.ts";
import type { IntegrationRow } from "./tables.ts";

export interface OAuthClient {
  clientId: string;
  clientSecret: string | null;
}

/** A provider as one connection reaches it. */
export interface ResolvedProvider {
  provider: Provider;
  /** Where skills say that requests go. */
  apiUrl: string;
  /** Where they really go: the operator may put something else in its place. */
  reachedUrl: string;
  authorizeUrl: string;
  tokenUrl: string;
  scopes: readonly string[];
  /** The client that the operator set. */
  client: OAuthClient | null;
  sends: ConcreteAuth;
}

export function readSettings({ settings }: Pick<IntegrationRow, "settings">): Record<string, string> {
  return JSON.parse(settings) as Record<string, string>; // written after checkSettings
}

/** Fills a provider's addresses with a connection's settings. Throws for a provider that no longer exists. */
export function resolveProvider(
  overrides: IntegrationSettings,
  row: Pick<IntegrationRow, "provider" | "settings" | "auth">,
): ResolvedProvider {
  const provider = findProvider(row.provider);
  if (!provider) throw new Error(`There is no provider ${row.provider}.`);
  const settings = readSettings(row);
  const override = overrides[provider.id] ?? {};
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => settings[name] ?? "").replace(/\/+$/, "");
  const apiUrl = fill(provider.apiUrl);
  const scopes = provider.oauth?.scopes.map(({ scope }) => scope) ?? [];
  const { scope } = settings;
  const sends = row.auth === "key" && provider.key ? provider.key.sends : provider.sends;
  return {
    ...{ provider, apiUrl, reachedUrl: override.apiUrl ?? apiUrl },
    authorizeUrl: override.authorizeUrl ?? fill(provider.oauth?.authorizeUrl ?? ""),
    tokenUrl: override.tokenUrl ?? fill(provider.oauth?.tokenUrl ?? ""),
    scopes: scope ? scope.split(" ") : scopes,
    client: findClient(overrides, provider.id),
    sends: sends.type === "basic" ? { ...sends, username: fill(sends.username) } : sends,
  };
}

/** The operator's client of a provider. Its secret goes to no address that a team typed. */
export function findClient(overrides: IntegrationSettings, providerId: string): OAuthClient | null {
  const { clientId, clientSecret, tokenUrl } = overrides[providerId] ?? {};
  if (clientId === undefined || (isTokenUrlTyped(providerId) && tokenUrl === undefined)) return null;
  return { clientId, clientSecret: clientSecret ?? null };
}

/** Gives where a request of a skill really goes; null where its address is none of the connection's own. */
export function reachedAddress({ apiUrl, reachedUrl }: ResolvedProvider, url: string): string | null {
  const isBelow = url === apiUrl || [...["/", "?", "#"]].some((next) => url.startsWith(apiUrl + next));
  return isBelow ? reachedUrl + url.slice(apiUrl.length) : null;
}
