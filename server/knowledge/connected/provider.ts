import type { ChosenItem } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { Shelf } from "../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../shared/contract/knowledge/sourceConnection.ts";
import type { Visitor } from "./visitor.ts";
import type { EgressAnswer } from "../../egress/EgressRequest.ts";

/** What is asked of a provider below its address. */
export interface ProviderRequest {
  query?: Record<string, string>;
  /** Sent as JSON, by POST. */
  body?: Record<string, unknown>;
  /** Of the answer. */
  maxBytes?: number;
}

/** An account at a provider, asked with its access. */
export interface Access {
  /**
   * Asks below the provider's address and gives what it answers with 2xx. What it puts off is asked again when it says so,
   * and an access that ended is renewed once. Throws AccessLost, ProviderFault and EgressError.
   */
  ask(path: string, request?: ProviderRequest): Promise<EgressAnswer>;
  /** As `ask`, where the answer is a JSON object. */
  read(path: string, request?: ProviderRequest): Promise<Record<string, unknown>>;
}

/** The access to an account, as a provider gives it. */
export interface Tokens {
  accessToken: string;
  /** Null where the access ends with the token, or never does. */
  refreshToken: string | null;
  /** Null where the provider does not say. */
  expiresAt: number | null;
}

/** A program that a provider knows, with which people sign in there. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string | undefined;
}

/** What somebody wants to see of their account. */
export interface Browsing {
  inside?: string | undefined;
  search?: string | undefined;
  link?: string | undefined;
  cursor?: string | undefined;
}

export interface Walk {
  access: Access;
  items: readonly ChosenItem[];
  /** Only the documents of these keys, where some are tried again. */
  only: readonly string[] | null;
  maxItems: number;
  visitor: Visitor;
  signal: AbortSignal;
  now: () => number;
}

/** A provider of the settings. */
export interface Provider {
  kind: ConnectionProvider;
  /** What people call it. */
  label: string;
  /** The settings without which nobody can sign in there. */
  missing: readonly string[];
  client: OAuthClient | null;
  authorizeUrl: string;
  /** What goes along to the page on which people agree. */
  authorizeQuery: Record<string, string>;
  tokenUrl: string;
  /** How the token endpoint is asked: in the standard's form, or as JSON with the client in the header. */
  tokenFormat: "form" | "json";
  /** Whether a code is tied to the request that led to it (PKCE); some refuse what they don't know. */
  usesPkce: boolean;
  /** The one address to which tokens go. */
  apiUrl: string;
  headers: Record<string, string>;
  /** Whether a token that the provider gave outright can be pasted. */
  takesToken: boolean;
  /** Whose account it is. */
  describe(access: Access): Promise<{ accountId: string; name: string }>;
  /** What lies in a place of it. */
  browse(access: Access, browsing: Browsing): Promise<Shelf>;
  /**
   * Comes to every document that the chosen items name, once. Gives whether all was met, so that what was not is gone.
   * Throws AccessLost or ProviderFault where nothing more can be read.
   */
  walk(walk: Walk): Promise<boolean>;
}
