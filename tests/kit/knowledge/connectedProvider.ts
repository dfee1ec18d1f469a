import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startWebServer, type WebServer } from "../network/webServer.ts";

/** What a provider's program answers: JSON, or bytes of their type. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Uint8Array;
}

/** A request as a provider's program reads it. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  form: Record<string, string>;
}

/** A provider's server on this machine, with the sign-in that leads to tokens. */
export interface ConnectedProvider extends WebServer {
  clientId: string;
  clientSecret: string;
  /** The grant is taken back: no token of it is good any more. */
  revoke(): void;
  /** The access tokens end; the grant goes on. */
  endAccess(): void;
  /** Answers the next requests of the API with these, one each. */
  interrupt(...replies: Reply[]): void;
  /** The access tokens that are good now. */
  accessTokens: Set<string>;
  /** Requests to the token endpoint, as they were sent. */
  grants: Asked[];
  /** What an answer waits for; nothing until a test says so. */
  waits: { before(asked: Asked): Promise<void> | undefined };
}

interface Code {
  redirectUri: string;
  challenge: string | null;
}

export interface ProviderOptions {
  /** The body of the token endpoint, and whether it comes as JSON with Basic. */
  isJson: boolean;
  paths: { authorize: string; token: string };
  tokenAnswer: Record<string, unknown>;
  /** Answers the API itself, once the access token was found good. */
  answer(asked: Asked): Reply;
  refusal: { status: number; json: unknown };
}

/** Starts one; the page on which people agree has one button each way. */
export async function startConnectedProvider(options: ProviderOptions): Promise<ConnectedProvider> {
  const [clientId, clientSecret] = ["pilothouse-client", "a secret between two servers"];
  const codes = new Map<string, Code>();
  const accessTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const interruptions: Reply[] = [];
  const grants: Asked[] = [];

  function giveTokens(isFirst: boolean): Reply {
    const [access_token, refresh_token] = [makeText("access"), makeText("refresh")];
    accessTokens.add(access_token);
    if (isFirst) refreshTokens.add(refresh_token);
    return {
      json: { access_token, token_type: "Bearer", ...(isFirst && { refresh_token }), ...options.tokenAnswer },
    };
  }

  function answerToken(asked: Asked): Reply {
    grants.push(asked);
    const { form, headers } = asked;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const isClient = options.isJson
      ? headers.authorization === basic && form["code_verifier"] === undefined
      : form["client_id"] === clientId && form["client_secret"] === clientSecret;
    if (!isClient) return { status: 401, json: { error: "invalid_client" } };
    if (form["grant_type"] === "refresh_token")
      return refreshTokens.has(form["refresh_token"] ?? "") ? giveTokens(false) : invalidGrant;
    const code = codes.get(form["code"] ?? "");
    codes.delete(form["code"] ?? "");
    const verifier = createHash("sha256")
      .update(form["code_verifier"] ?? "")
      .digest("base64url");
    const isGood =
      code && code.redirectUri === form["redirect_uri"] && (code.challenge ?? verifier) === verifier;
    return isGood ? giveTokens(true) : invalidGrant;
  }

  function answerAuthorize(asked: Asked): Reply {
    const { query } = asked;
    const redirectUri = query.get("redirect_uri") ?? "";
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    const refused = new URL(back);
    refused.searchParams.set("error", "access_denied");
    const code = makeText("code");
    codes.set(code, { redirectUri, challenge: query.get("code_challenge") });
    back.searchParams.set("code", code);
    const escape = (url: URL) => url.href.replaceAll("&", "&amp;");
    const page = `<!doctype html><title>Provider</title><h1>Let Pilothouse read your files?</h1>
      <a href="${escape(back)}">Allow</a> <a href="${escape(refused)}">Deny</a>`;
    return { headers: { "content-type": "text/html" }, bytes: Buffer.from(page) };
  }

  function answer(asked: Asked): Reply {
    if (asked.path === options.paths.authorize) return answerAuthorize(asked);
    if (asked.path === options.paths.token) return answerToken(asked);
    const token = asked.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!accessTokens.has(token)) return options.refusal;
    return interruptions.shift() ?? options.answer(asked);
  }

  const waits: ConnectedProvider["waits"] = { before: () => undefined };
  const web = await startWebServer((request, response) => {
    void readAsked(request).then(async (asked) => {
      await waits.before(asked);
      send(response, answer(asked));
    });
  });
  return {
    ...web,
    ...{ clientId, clientSecret, accessTokens, grants, waits },
    revoke() {
      accessTokens.clear();
      refreshTokens.clear();
    },
    endAccess: () => accessTokens.clear(),
    interrupt: (...replies) => void interruptions.push(...replies),
  };
}

const invalidGrant: Reply = {
  status: 400,
  json: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
};

function makeText(name: string): string {
  return `${name}-${randomBytes(9).toString("hex")}`;
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? "/", "http://provider.invalid");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const isJson = request.headers["content-type"]?.includes("json") ?? false;
  const form = isJson && text !== "" ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  const { method = "GET", headers } = request;
  return { method, path: url.pathname, query: url.searchParams, headers, form };
}

function send(response: ServerResponse, { status = 200, headers, json, bytes }: Reply): void {
  const type = json === undefined ? {} : { "content-type": "application/json" };
  response.writeHead(status, { ...type, ...headers });
  response.end(bytes ?? JSON.stringify(json ?? {}));
}
