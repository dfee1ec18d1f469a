import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
} from "@modelcontextprotocol/client";
import { currentTokens } from "./grant.ts";
import type { Grant } from "./grant.ts";

/** A client that somebody registered at the issuer by hand. */
export interface RegisteredClient {
  id: string;
  secret: string | null;
}

/** A sign-in between its two steps: it comes back with the same verifier to the same issuer. */
export interface PendingSignIn {
  verifier: string;
  discovery: OAuthDiscoveryState | null;
}

export interface ProviderOptions {
  /** Where the issuer leads the browser back to; it comes from the configuration. */
  redirectUrl: string;
  /** Our description, for issuers that take its address as a client ID. */
  clientMetadataUrl: string | null;
  registered: RegisteredClient | null;
  /** Changed in place; `keep` stores it. */
  grant: Grant;
  keep(grant: Grant): void | Promise<void>;
  now: () => number;
  /** The sign-in that comes back; left out, one begins. */
  pending?: PendingSignIn;
  /** Is given the issuer's address at which somebody agrees, with what to keep until they are back. */
  leave(url: URL, pending: PendingSignIn): void;
}

/**
 * Makes the client side of OAuth 2.1 for one server. Credentials are kept by issuer, so nothing of one is ever shown to another,
 * and what was discovered is kept only until the browser is back: a server that moved to another issuer is followed.
 */
export function createProvider(options: ProviderOptions): OAuthClientProvider {
  const { redirectUrl, clientMetadataUrl, registered, grant, keep, now, leave } = options;
  const pending: PendingSignIn = options.pending ?? { verifier: "", discovery: null };
  return {
    redirectUrl,
    clientMetadata: describeClient(redirectUrl),
    ...(clientMetadataUrl !== null && { clientMetadataUrl }),
    clientInformation(context) {
      if (registered === null) return context && grant.clients.get(context.issuer);
      const { id: client_id, secret } = registered;
      // One that was registered by hand is of the issuer at which it was used first.
      const stamped = [...grant.clients.values()].find((client) => client.client_id === client_id);
      return { ...(secret !== null && { client_secret: secret }), ...stamped, client_id };
    },
    async saveClientInformation(client, context) {
      const { issuer } = context ?? client;
      if (issuer === undefined) return;
      // A secret that people entered is kept where they entered it.
      grant.clients.set(issuer, registered === null ? client : { client_id: registered.id, issuer });
      await keep(grant);
    },
    tokens: (context) => (context ? grant.tokens.get(context.issuer) : currentTokens(grant)),
    async saveTokens(tokens, context) {
      const { issuer } = context ?? tokens;
      if (issuer === undefined) return;
      const { expires_in: lasts } = tokens;
      grant.tokens.set(issuer, { ...tokens, expiresAt: lasts === undefined ? null : now() + lasts * 1000 });
      grant.issuer = issuer;
      await keep(grant);
    },
    async invalidateCredentials(what) {
      const { issuer } = grant;
      if (issuer === null) return;
      if (what === "all" || what === "client") grant.clients.delete(issuer);
      if (what === "all" || what === "tokens") grant.tokens.delete(issuer);
      await keep(grant);
    },
    saveCodeVerifier: (verifier) => void (pending.verifier = verifier),
    codeVerifier: () => pending.verifier,
    saveDiscoveryState: (discovery) => void (pending.discovery = discovery),
    discoveryState: () => pending.discovery ?? undefined,
    redirectToAuthorization: (url) => leave(url, pending),
    state: () => "replaced",
  };
}

/** How we describe ourselves to an issuer, in a registration and at the address that stands for us. */
export function describeClient(redirectUrl: string): OAuthClientMetadata {
  return {
    client_name: "Pilothouse",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}
