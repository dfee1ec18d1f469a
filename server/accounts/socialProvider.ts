import * as oauth from "oauth4webapi";
import { AppError } from "../../shared/errors/errors.ts";
import type { ProviderSession } from "./sessions.ts";
import { createCredentialReader, readPerson } from "./socialCredential.ts";
import type { ProviderWord, ReadWord } from "./socialCredential.ts";
import { explainSocialFault } from "./socialFaults.ts";
import { googleIssuer } from "./socialSettings.ts";
import type { SocialSettings } from "./socialSettings.ts";

/** What is kept here while a browser is at the provider. */
export interface Leaving {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The sign-in provider, asked over the network: never inside a transaction. */
export interface SocialProvider {
  settings: SocialSettings;
  /** Gives the address to which the browser goes to sign in. */
  writeSignInUrl(leaving: Leaving, redirectUri: string): Promise<string>;
  /** Exchanges the code that a browser came back with for what the provider says of the person. */
  exchange(answer: URLSearchParams, leaving: Leaving, redirectUri: string): Promise<ProviderWord>;
  /** Reads an ID token that the browser got by itself. */
  readCredential(credential: string, nonce: string): Promise<ProviderWord>;
  /** Gives where the browser goes to end the provider's own session too; null where that can't be. */
  writeEndSessionUrl(session: ProviderSession, returnTo: string): Promise<string | null>;
}

/** How long the discovery document is fresh; the old one serves while the provider can't be reached. */
const freshMs = 60 * 60 * 1000;
const timeoutMs = 10_000;

interface ProviderDeps {
  settings: SocialSettings;
  /** The way to addresses that the operator set. */
  fetch: typeof fetch;
}

/** Opens the provider of the settings. */
export function createSocialProvider({ settings, fetch }: ProviderDeps): SocialProvider {
  const { issuer, clientId } = settings;
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: 60 };
  let known: { server: oauth.AuthorizationServer; at: number } | undefined;

  const options = () => ({
    [oauth.customFetch]: fetch,
    // An issuer on plain http is the operator's own word, for a provider in the same network.
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
    signal: AbortSignal.timeout(timeoutMs),
  });

  async function discover(): Promise<oauth.AuthorizationServer> {
    if (known && performance.now() - known.at < freshMs) return known.server;
    try {
      const response = await oauth.discoveryRequest(new URL(issuer), { ...options(), algorithm: "oidc" });
      const said = await readIssuer(response.clone());
      // Many providers end their issuer with a slash, and people leave it out.
      const isSame = said !== null && withoutSlash(said) === withoutSlash(issuer);
      if (said !== null && !isSame)
        throw new Error(`OIDC_ISSUER is ${issuer}, but the provider's discovery says ${said}.`);
      const server = await oauth.processDiscoveryResponse(new URL(said ?? issuer), response);
      known = { server, at: performance.now() };
    } catch (cause) {
      if (!known) throw new AppError("provider_failed", { cause });
    }
    return known.server;
  }

  const readIdToken = createCredentialReader({ settings, discover, fetch });

  /** Some providers put the address, or whether they have checked it, into the user info alone. */
  async function addUserInfo(word: ReadWord, accessToken: string): Promise<ReadWord> {
    const server = await discover();
    const isWhole = word.email !== null && word.isEmailVerified !== null;
    if (isWhole || !server.userinfo_endpoint) return word;
    const response = await oauth.userInfoRequest(server, client, accessToken, options());
    const claims = await oauth.processUserInfoResponse(server, client, word.subject, response);
    const person = readPerson({ ...claims });
    if (word.email === null) return { ...word, ...person };
    // What is said of another address says nothing of this one.
    const isVerified = person.email === word.email ? person.isEmailVerified : null;
    return { ...word, isEmailVerified: isVerified };
  }

  /** Where the provider says nothing of an address, the operator's word counts. */
  function settle({ isEmailVerified, ...word }: ReadWord): ProviderWord {
    return { ...word, isEmailVerified: isEmailVerified ?? settings.trustsEmails === true };
  }

  return {
    settings,

    async writeSignInUrl({ state, nonce, codeVerifier }, redirectUri) {
      const server = await discover();
      if (!server.authorization_endpoint) throw new AppError("provider_failed");
      const url = new URL(server.authorization_endpoint);
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        // Else who signed out here to come back as somebody else would be the same person again.
        ...(letsChoose(server) && { prompt: "select_account" }),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    async exchange(answer, { state, nonce, codeVerifier }, redirectUri) {
      const server = await discover();
      try {
        const checked = oauth.validateAuthResponse(server, client, answer, state);
        const authentication = authenticate(server, settings.clientSecret);
        const response = await oauth.authorizationCodeGrantRequest(
          ...([server, client, authentication, checked, redirectUri, codeVerifier, options()] as const),
        );
        const expected = { expectedNonce: nonce, requireIdToken: true };
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
        const word = await readIdToken(tokens.id_token ?? "", nonce);
        return settle(await addUserInfo(word, tokens.access_token));
      } catch (error) {
        throw explainSocialFault(error);
      }
    },

    async readCredential(credential, nonce) {
      try {
        return settle(await readIdToken(credential, nonce));
      } catch (error) {
        throw explainSocialFault(error);
      }
    },

    async writeEndSessionUrl({ issuer: begunAt, idToken }, returnTo) {
      if (begunAt !== issuer) return null;
      const address = settings.endSessionUrl ?? (await discover().catch(() => null))?.end_session_endpoint;
      if (!address) return null;
      const url = new URL(address);
      const query = { id_token_hint: idToken, client_id: clientId, post_logout_redirect_uri: returnTo };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
  };
}

async function readIssuer(response: Response): Promise<string | null> {
  const document: unknown = await response.json().catch(() => null);
  const issuer: unknown =
    typeof document === "object" && document !== null && Reflect.get(document, "issuer");
  return typeof issuer === "string" && URL.canParse(issuer) ? issuer : null;
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, "");
}

function letsChoose(server: oauth.AuthorizationServer): boolean {
  const prompts = server["prompt_values_supported"];
  return server.issuer === googleIssuer || (Array.isArray(prompts) && prompts.includes("select_account"));
}

/** How we show the provider who asks for the tokens: Basic is what holds where it says nothing. */
function authenticate(server: oauth.AuthorizationServer, secret: string | undefined): oauth.ClientAuth {
  if (secret === undefined) return oauth.None();
  const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return taken.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}
