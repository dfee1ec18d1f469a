import type { IncomingMessage, ServerResponse } from "node:http";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import type { CryptoKey, JWTPayload } from "jose";
import { Provider } from "oidc-provider";
import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { startWebServer } from "../network/webServer.ts";

/** Somebody with an account at the provider; the name of their entry is their subject. */
export interface ProviderPerson {
  email: string;
  /** Left out where the provider says nothing of it. */
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** A real OpenID provider on this machine, with pages of its own on which people sign in. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The origins of the applications that send people here; tests add to them. */
  origins: string[];
  /** Who has an account, by subject; tests write into it. */
  people: Record<string, ProviderPerson>;
  /** Its FedCM configuration, by which a browser offers whoever has an account to sign in by one tap. */
  oneTapUrl: string;
  /** Every request that arrived, as "GET /path", oldest first. */
  hits: string[];
  /** Signs an ID token as one tap gives it; with another key of the same id where a forger is wanted. */
  sign(claims: JWTPayload, by?: "provider" | "forger"): Promise<string>;
  stop(): Promise<void>;
}

export interface IdentityProviderOptions {
  origins?: string[];
  /** Puts the e-mail address into the user info alone, as the standard lets providers do. */
  hasLeanIdTokens?: boolean;
  /** Says whether an address is verified in the user info alone. */
  verifiesInUserInfo?: boolean;
  /** What its issuer has behind its origin, such as `/` or `/app/`. */
  path?: string;
  /** Written into its ID tokens instead of its own issuer. */
  tokenIssuer?: string;
}

const clientId = "pilothouse";
const clientSecret = "a secret between these two servers alone";
const keyId = "key-1";

/** Starts the provider on a free port. */
export async function startIdentityProvider({
  origins = [],
  hasLeanIdTokens = false,
  verifiesInUserInfo = false,
  path = "",
  tokenIssuer,
}: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const [own, forged] = [await makeKey(), await makeKey()];
  const people: Record<string, ProviderPerson> = {};
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const web = await startWebServer((request, response) => answer(request, response));
  const issuer = web.origin + path;
  const mount = path.replace(/\/$/, "");
  const jwk = { ...(await exportJWK(own.privateKey)), kid: keyId, alg: "RS256", use: "sig" };
  const configuration: Configuration = {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: ["https://nowhere.invalid/"] },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["a key of this provider's cookies"] },
    conformIdTokenClaims: hasLeanIdTokens,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { logoutSource: showSignOut },
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 300, Interaction: 300, Session: 600 },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    findAccount: (_, subject) =>
      people[subject] && {
        accountId: subject,
        claims: (use) => {
          const { email_verified, ...person } = people[subject] ?? {};
          const isSaid = email_verified !== undefined && (use === "userinfo" || !verifiesInUserInfo);
          return { sub: subject, ...person, ...(isSaid && { email_verified }) };
        },
      },
    renderError: (context, out) => void (context.body = `${out.error}: ${out.error_description}`),
    loadExistingGrant: grantAll,
  };
  const provider = new Provider(issuer, configuration);
  // Asked at each request, because some applications have their address only once they run.
  const isAllowed = (path: string) => (uri: string) => origins.some((origin) => origin + path === uri);
  provider.Client.prototype.redirectUriAllowed = isAllowed("/api/webhooks/v1.0/authentication/google/return");
  provider.Client.prototype.postLogoutRedirectUriAllowed = isAllowed("/auth/login");
  const standard = provider.callback();
  const sign: IdentityProvider["sign"] = (claims, by = "provider") =>
    new SignJWT({ iss: issuer, aud: clientId, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: keyId })
      .setIssuedAt(claims.iat)
      .setExpirationTime(claims.exp ?? "5m")
      .sign(by === "provider" ? own.privateKey : forged.privateKey);
  const oneTap = answerOneTap({ issuer, people, sign });
  answer = (request, response) => {
    if (mount && request.url?.startsWith(`${mount}/`)) {
      Object.assign(request, { originalUrl: request.url });
      request.url = request.url.slice(mount.length);
    }
    if (request.url?.startsWith("/sign-in/")) void answerSignIn(provider, request, response);
    else if (/^\/(fedcm|\.well-known\/web-identity)/.test(request.url ?? "")) void oneTap(request, response);
    else {
      if (tokenIssuer && request.url === "/token") signAnew(response, { iss: tokenIssuer }, sign);
      void standard(request, response);
    }
  };

  return {
    ...{
      issuer,
      oneTapUrl: `${issuer}/fedcm/config.json`,
      sign,
      clientId,
      clientSecret,
      origins,
      people,
      hits: web.hits,
      stop: web.stop,
    },
  };
}

function makeKey(): Promise<{ privateKey: CryptoKey }> {
  return generateKeyPair("RS256", { extractable: true });
}

/** Whoever is signed in there has agreed to everything: the page for that is not ours to test. */
async function grantAll(context: KoaContextWithOIDC) {
  const { client, session, provider } = context.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

/** The page where people say who they are, and what its two buttons do. */
async function answerSignIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>The provider</title><h1>Sign in to the provider</h1><form method="post">
      <label>Account <input name="account"></label><button>Continue</button>
      <button name="cancel" value="yes">Cancel</button></form>`,
    );
    return;
  }
  const form = await readForm(request);
  const result = form.has("cancel")
    ? { error: "access_denied", error_description: "They went away." }
    : { login: { accountId: form.get("account") ?? "" } };
  await provider.interactionFinished(request, response, result);
}

/** What a browser asks for one tap (FedCM): who may be offered, and the ID token of who was chosen. */
function answerOneTap({ issuer, people, sign }: Pick<IdentityProvider, "issuer" | "people" | "sign">) {
  const endpoints = {
    ...{ accounts_endpoint: "/fedcm/accounts", login_url: "/fedcm/login" },
    id_assertion_endpoint: "/fedcm/assertion",
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = async () => {
      if (request.url === "/.well-known/web-identity")
        return { provider_urls: [`${issuer}/fedcm/config.json`], ...endpoints };
      if (request.url === "/fedcm/config.json") return endpoints;
      if (request.url === "/fedcm/accounts") {
        const accounts = Object.entries(people).map(([id, { email }]) => ({ id, email, name: email }));
        return { accounts };
      }
      const form = await readForm(request);
      const subject = form.get("account_id") ?? "";
      const { nonce } = JSON.parse(form.get("params") ?? "{}");
      return { token: await sign({ sub: subject, ...people[subject], nonce }) };
    };
    const text = JSON.stringify(await answer());
    response.setHeader("content-type", "application/json");
    response.setHeader("access-control-allow-origin", request.headers.origin ?? "null");
    response.setHeader("access-control-allow-credentials", "true");
    response.end(text);
  };
}

/** Has the answer's ID token say these claims instead of its own. */
function signAnew(response: ServerResponse, claims: JWTPayload, sign: IdentityProvider["sign"]): void {
  const end = response.end.bind(response);
  response.end = ((body: string) => {
    const answer = JSON.parse(body) as { id_token: string }; // the provider's own
    void sign({ ...decodeJwt(answer.id_token), ...claims }).then((id_token) => {
      const text = JSON.stringify({ ...answer, id_token });
      response.setHeader("content-length", Buffer.byteLength(text));
      end(text);
    });
    return response;
  }) as ServerResponse["end"]; // the only form that the provider calls
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function showSignOut(context: KoaContextWithOIDC, form: string): void {
  context.body = `<!doctype html><title>The provider</title><h1>Sign out of the provider</h1>${form}
    <button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
}
