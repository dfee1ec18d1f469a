import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import type { Configuration } from "oidc-provider";
import { startWebServer } from "../network/webServer.ts";
import { startBookshop } from "./mcpServers.ts";
import type { Bookshop } from "./mcpServers.ts";

export interface SignInShop extends Bookshop {
  issuer: string;
  /** Every request that the issuer got, as "GET /path", oldest first. */
  issuerHits: string[];
  /** Ends all access tokens, as time would; those that renew them stay good. */
  endTokens(): void;
  /** Refuses to renew from now on. */
  endSignIns(): void;
  /** Does this before the issuer answers each request for tokens. */
  beforeTokens(work: () => Promise<unknown>): void;
}

/** The bookshop behind a real OAuth issuer of its own, at which any program registers itself and Anna agrees. */
export async function startSignInShop(): Promise<SignInShop> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const used = new Set<string>();
  const ended = new Set<string>();
  const web = await startWebServer((request, response) => answer(request, response));
  const issuer = web.origin;
  const shop = await startBookshop(refuseUnknown);
  let renews = true;
  let waitFor: () => Promise<unknown> = async () => {};
  const configuration: Configuration = {
    cookies: { keys: ["a key of this issuer's cookies"] },
    scopes: ["openid", "offline_access", "books"],
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => {
          if (resource !== shop.url) throw new Error(`No tokens for ${resource}.`);
          return { scope: "books", audience: resource, accessTokenTTL: 3600, accessTokenFormat: "opaque" };
        },
      },
    },
    pkce: { required: () => true },
    issueRefreshToken: () => Promise.resolve(true),
    rotateRefreshToken: true,
    ttl: { AccessToken: 3600, Grant: 3600, Interaction: 300, RefreshToken: 3600, Session: 600 },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    renderError: (context, out) => void (context.body = `${out.error}: ${out.error_description}`),
  };
  const provider = new Provider(issuer, configuration);
  const standard = provider.callback();

  async function refuseUnknown({ url, headers }: Request): Promise<Response | null> {
    const described = { resource: shop.url, authorization_servers: [issuer], scopes_supported: ["books"] };
    const { origin, pathname } = new URL(url);
    if (pathname === "/.well-known/oauth-protected-resource/mcp") return Response.json(described);
    const token = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
    const found = token && (await provider.AccessToken.find(token));
    if (token) used.add(token);
    if (token && found && found.aud === shop.url && !ended.has(token)) return null;
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    return new Response("no", {
      status: 401,
      headers: { "www-authenticate": `Bearer resource_metadata="${metadata}", scope="books"` },
    });
  }

  async function agree(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: "anna", clientId: String(params["client_id"]) });
    grant.addOIDCScope("openid offline_access books");
    grant.addResourceScope(shop.url, "books");
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { login: { accountId: "anna" }, consent });
  }

  answer = (request, response) => {
    const { url = "" } = request;
    if (/^\/sign-in\/[^/]+\/allow$/.test(url)) void agree(request, response);
    else if (/^\/sign-in\/[^/]+\/deny$/.test(url))
      void provider.interactionFinished(request, response, { error: "access_denied" });
    else if (url === "/token" && !renews)
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
    else if (url.startsWith("/sign-in/"))
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<h1>Book shop</h1><a href="${url}/allow">Allow</a> <a href="${url}/deny">Deny</a>`);
    else if (url === "/token") void waitFor().then(() => standard(request, response));
    else void standard(request, response);
  };
  const stopShop = shop.stop;
  return Object.assign(shop, {
    ...{ issuer, issuerHits: web.hits },
    endTokens: () => used.forEach((token) => ended.add(token)),
    endSignIns: () => void (renews = false),
    beforeTokens: (work: typeof waitFor) => void (waitFor = work),
    stop: async () => {
      await Promise.all([web.stop(), stopShop()]);
    },
  });
}

/** Goes where a browser is led, agrees or declines on the way, and gives the first address that is not the issuer's. */
export async function visitIssuer(start: string, click: "allow" | "deny" = "allow"): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let url = new URL(start);
  for (let step = 0; step < 10; step += 1) {
    if (url.origin !== origin) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (!location && !url.pathname.startsWith("/sign-in/"))
      throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`);
    url = new URL(location ?? `${url.pathname}/${click}`, url);
  }
  throw new Error(`${start} leads in a circle.`);
}
