import * as oauth from "oauth4webapi";
import type { Egress } from "../../egress/egress.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { AccessLost, ProviderTrouble } from "./faults.ts";
import type { OAuthClient, ResolvedProvider } from "./resolveProvider.ts";
import { readTokenAnswer } from "./tokenAnswer.ts";

/** What is exchanged for tokens. */
export type TokenGrant =
  | { kind: "code"; answer: URLSearchParams; state: string; redirectUri: string; codeVerifier: string }
  | { kind: "refresh"; refreshToken: string };

export interface Tokens {
  accessToken: string;
  /** Null where the provider gave none, or leaves the old one as it is. */
  refreshToken: string | null;
  expiresAt: number | null;
}

interface Asking {
  egress: Pick<Egress, "streamFetch">;
  resolved: ResolvedProvider;
  client: OAuthClient;
  now: number;
  signal?: AbortSignal;
}

const timeoutMs = 20_000;
const largestAnswer = 100_000;
/** What providers call a grant that is revoked, used, or too old. */
const lostCodes =
  /^(invalid_grant|bad_refresh_token|bad_verification_code|invalid_refresh_token|token_revoked|token_expired|invalid_code|code_already_used|invalid_auth)$/;
const clientCodes =
  /^(invalid_client|unauthorized_client|incorrect_client_credentials|invalid_client_id|bad_client_secret)$/;

/** Asks a token endpoint. Throws AccessLost if the grant is no longer valid, and ProviderTrouble for all else. */
export async function askTokens(asking: Asking, grant: TokenGrant): Promise<Tokens> {
  const { name } = asking.resolved.provider;
  const { status, text } = await exchange(asking, grant);
  const answer = readTokenAnswer(text);
  if (answer?.accessToken && status >= 200 && status < 300) {
    const { accessToken, refreshToken, lifetime } = answer;
    return { accessToken, refreshToken, expiresAt: lifetime && asking.now + lifetime * 1000 };
  }
  const code = answer?.error ?? "";
  if (lostCodes.test(code))
    throw new AccessLost(`${name} no longer accepts this access. It was revoked, or it is too old.`);
  if (clientCodes.test(code))
    throw new ProviderTrouble(`${name} does not accept the client ID or its secret. Check both.`);
  throw new ProviderTrouble(
    answer === null
      ? `${name} answered with something other than tokens (${status}). Try again in a few minutes.`
      : `${name} gave no access (${code.slice(0, 60) || status}). Try again in a few minutes.`,
  );
}

/** Sends the request, and reads the beginning of its answer; redirects are not followed. */
async function exchange(asking: Asking, grant: TokenGrant): Promise<{ status: number; text: string }> {
  const { resolved, client } = asking;
  const { tokenUrl, provider } = resolved;
  const issuer = provider.oauth?.issuer ?? new URL(tokenUrl).origin;
  const server: oauth.AuthorizationServer = { issuer, token_endpoint: tokenUrl };
  const oauthClient: oauth.Client = { client_id: client.clientId };
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = asking.signal ? AbortSignal.any([asking.signal, limit]) : limit;
  const options = {
    [oauth.customFetch]: createTokenFetch(asking),
    [oauth.allowInsecureRequests]: tokenUrl.startsWith("http:"),
    headers: { accept: "application/json" },
    signal,
  };
  const authentication = authenticate(resolved, client);
  try {
    const response =
      grant.kind === "refresh"
        ? await oauth.refreshTokenGrantRequest(
            ...([server, oauthClient, authentication, grant.refreshToken, options] as const),
          )
        : await oauth.authorizationCodeGrantRequest(
            ...([server, oauthClient, authentication] as const),
            checkReturn(
              { server, client: oauthClient, hasIssuer: provider.oauth?.issuer !== undefined },
              grant,
            ),
            grant.redirectUri,
            provider.oauth?.usesPkce ? grant.codeVerifier : oauth.nopkce,
            options,
          );
    return { status: response.status, text: await readBeginning(response) };
  } catch (error) {
    asking.signal?.throwIfAborted();
    if (error instanceof AccessLost) throw error;
    throw toTrouble(error, provider.name);
  }
}

/** Providers that don't say who they are send an `iss` of their own choice, which says nothing then. */
function checkReturn(
  {
    server,
    client,
    hasIssuer,
  }: { server: oauth.AuthorizationServer; client: oauth.Client; hasIssuer: boolean },
  { answer, state }: Extract<TokenGrant, { kind: "code" }>,
): URLSearchParams {
  const given = new URLSearchParams(answer);
  if (!hasIssuer) given.delete("iss");
  return oauth.validateAuthResponse(server, client, given, state);
}

function authenticate({ provider }: ResolvedProvider, { clientSecret }: OAuthClient): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None();
  return provider.oauth?.client === "post"
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);
}

/** The way out, and for a provider that wants it JSON in place of the standard's form. */
function createTokenFetch({ egress, resolved }: Asking) {
  return (
    url: string,
    { method, headers, body, signal }: oauth.CustomFetchOptions<"POST", URLSearchParams>,
  ) => {
    const isJson = resolved.provider.oauth?.client === "json";
    return egress.streamFetch(url, {
      method,
      headers: isJson ? { ...headers, "content-type": "application/json" } : headers,
      body: isJson ? JSON.stringify(Object.fromEntries(body)) : body.toString(),
      ...(signal && { signal }),
    });
  };
}

async function readBeginning(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    const bytes = piece as Uint8Array; // what streams of a fetch give
    length += bytes.length;
    if (length > largestAnswer) throw new ProviderTrouble("The answer is too large.");
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function toTrouble(error: unknown, name: string): ProviderTrouble {
  if (error instanceof ProviderTrouble)
    return new ProviderTrouble(`${name} answered with something other than tokens. ${error.message}`);
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.OperationProcessingError)
    return new ProviderTrouble(`${name} sent an unexpected answer. Connect again.`, {
      cause: error,
    });
  if (error instanceof EgressError) return new ProviderTrouble(`${name}: ${error.message}`, { cause: error });
  return new ProviderTrouble(`${name} could not be reached. Try again in a few minutes.`, { cause: error });
}
