import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

/** A request to the token endpoint or the API, as it came. */
export interface ServiceRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
  form: Record<string, string>;
}

export interface ServiceReply {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The connection ends in the middle of the answer. */
  breaksOff?: boolean;
  /** No answer comes. */
  hangs?: boolean;
}

/**
 * A service with OAuth 2 and an API: it ties codes to PKCE and the redirect address, gives tokens that end, and takes each
 * refresh token once. What was replaced is good until the new one was used, as with providers that forgive a lost answer.
 */
export interface OAuthService extends WebServer {
  clientId: string;
  clientSecret: string;
  /** How the settings name it, for the given provider. */
  override: Record<"apiUrl" | "authorizeUrl" | "tokenUrl" | "clientId" | "clientSecret", string>;
  /** Requests to the token endpoint, oldest first. */
  grants: ServiceRequest[];
  /** Requests to the API. */
  requests: ServiceRequest[];
  /** How tokens are written; JSON unless a test says otherwise. */
  write(answer: Record<string, unknown>): ServiceReply;
  /** How long access tokens are good, in seconds; 0 where it is not said. */
  lifetime: number;
  givesRefreshTokens: boolean;
  /** Whether a replaced refresh token is good until the new one was used. */
  forgives: boolean;
  /** Access tokens that are good now. */
  accessTokens: Set<string>;
  /** Ends access and refresh tokens. */
  revoke(): void;
  /** Answers the next requests to the token endpoint with these. */
  interrupt(...replies: ServiceReply[]): void;
  /** What an answer of the token endpoint waits for. */
  waits: { before(): Promise<void> | undefined };
  /** Answers the API, once the token was found good. */
  answer(asked: ServiceRequest): ServiceReply;
  /** Forgets all that was asked and given, and is what it was at its start. */
  reset(): void;
}

interface Code {
  redirectUri: string;
  challenge: string | null;
}

export async function startOAuthService(): Promise<OAuthService> {
  const [clientId, clientSecret] = ["pilothouse-client", "a secret between two servers"];
  const codes = new Map<string, Code>();
  const accessTokens = new Set<string>();
  /** By refresh token: the one that it replaced. */
  const refreshTokens = new Map<string, string | null>();
  const interruptions: ServiceReply[] = [];
  const [grants, requests]: [ServiceRequest[], ServiceRequest[]] = [[], []];

  const give = (replaced: string | null): ServiceReply => {
    const [access, refresh] = [makeText("access"), makeText("refresh")];
    accessTokens.add(access);
    if (service.givesRefreshTokens) refreshTokens.set(refresh, replaced);
    return service.write({
      ...{ access_token: access, token_type: "Bearer" },
      ...(service.lifetime > 0 && { expires_in: service.lifetime }),
      ...(service.givesRefreshTokens && { refresh_token: refresh }),
    });
  };

  const refresh = (token: string): ServiceReply => {
    const replaced = refreshTokens.get(token);
    if (replaced === undefined) return refuse("invalid_grant");
    // The new one was used: what it replaced is gone.
    if (replaced !== null) refreshTokens.delete(replaced);
    if (!service.forgives) refreshTokens.delete(token);
    return give(service.forgives ? token : null);
  };

  const answerToken = (asked: ServiceRequest): ServiceReply => {
    grants.push(asked);
    const { form, headers } = asked;
    const basic = `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret).replaceAll("%20", "+")}`).toString("base64")}`;
    const isClient =
      headers.authorization === basic ||
      (form["client_id"] === clientId && form["client_secret"] === clientSecret);
    if (!isClient) return refuse("invalid_client", 401);
    if (form["grant_type"] === "refresh_token") return refresh(form["refresh_token"] ?? "");
    const code = codes.get(form["code"] ?? "");
    codes.delete(form["code"] ?? "");
    const verifier = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    const isGood =
      code && code.redirectUri === form["redirect_uri"] && (code.challenge ?? verifier) === verifier;
    return isGood ? give(null) : refuse("invalid_grant");
  };

  const answerAuthorize = ({ query }: ServiceRequest): ServiceReply => {
    const redirectUri = query.get("redirect_uri") ?? "";
    const back = (values: Record<string, string>) => {
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries({ ...values, state: query.get("state") ?? "" }))
        url.searchParams.set(name, value);
      return url.href.replaceAll("&", "&amp;");
    };
    const code = makeText("code");
    codes.set(code, { redirectUri, challenge: query.get("code_challenge") });
    return {
      type: "text/html",
      body: `<!doctype html><title>Service</title><h1>Let Pilothouse use your account?</h1>
        <a href="${back({ code })}">Allow</a> <a href="${back({ error: "access_denied" })}">Deny</a>`,
    };
  };

  const answer = (asked: ServiceRequest): ServiceReply => {
    requests.push(asked);
    const token = (asked.headers.authorization ?? "").replace("Bearer ", "");
    if (!accessTokens.has(token)) return json({ error: "invalid token" }, 401);
    return service.answer(asked);
  };

  const service: OAuthService = {
    ...(await startWebServer((request, response) => {
      void read(request).then(async (asked) => {
        if (asked.path === "/authorize") return send(response, answerAuthorize(asked));
        if (asked.path !== "/token") return send(response, answer(asked));
        await service.waits.before();
        const reply = answerToken(asked);
        const instead = interruptions.shift();
        send(response, instead?.breaksOff ? { ...reply, breaksOff: true } : (instead ?? reply));
      });
    })),
    ...{ clientId, clientSecret, grants, requests, accessTokens, ...atStart() },
    override: { apiUrl: "", authorizeUrl: "", tokenUrl: "", clientId, clientSecret },
    revoke() {
      accessTokens.clear();
      refreshTokens.clear();
    },
    interrupt: (...replies) => void interruptions.push(...replies),
    reset() {
      service.revoke();
      for (const list of [grants, requests, interruptions]) list.splice(0);
      Object.assign(service, atStart());
    },
  };
  const { origin } = service;
  Object.assign(service.override, {
    ...{ apiUrl: `${origin}/api`, authorizeUrl: `${origin}/authorize`, tokenUrl: `${origin}/token` },
  });
  return service;
}

function atStart(): Pick<
  OAuthService,
  "lifetime" | "givesRefreshTokens" | "forgives" | "write" | "waits" | "answer"
> {
  return {
    ...{ lifetime: 3600, givesRefreshTokens: true, forgives: false },
    write: (tokens) => json(tokens),
    waits: { before: () => undefined },
    answer: ({ path }) => json({ path, ok: true, id: "ada@example.com" }),
  };
}

/** An answer of JSON. */
export function json(value: unknown, status = 200): ServiceReply {
  return { status, type: "application/json", body: JSON.stringify(value) };
}

function refuse(error: string, status = 400): ServiceReply {
  return json({ error }, status);
}

function makeText(name: string): string {
  return `${name}-${randomBytes(9).toString("hex")}`;
}

async function read(request: IncomingMessage): Promise<ServiceRequest> {
  const url = new URL(request.url ?? "/", "http://service.invalid");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const isJson = request.headers["content-type"]?.includes("json") ?? false;
  const form = isJson && body !== "" ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  const { method = "GET", headers } = request;
  return { method, path: url.pathname, query: url.searchParams, headers, body, form };
}

function send(response: ServerResponse, reply: ServiceReply): void {
  const { status = 200, type = "text/plain", headers, body = "", breaksOff, hangs } = reply;
  if (hangs) return;
  if (breaksOff) {
    response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) + 100 });
    response.write(body);
    // What is written has to leave first: the client has the beginning of an answer.
    setImmediate(() => response.destroy());
    return;
  }
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(body);
}
