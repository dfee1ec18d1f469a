import { vi } from "vitest";
import type { ErrorCode, FieldError } from "../../../shared/errors/errors.ts";
import { errorTable } from "../../../shared/errors/errors.ts";

/** A request as it arrived at the edge of the page. */
export interface ApiRequest {
  /** `PUT /api/console/v1/org/o1/copilotapps/a1` */
  what: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  /** Aborted once the page gave the request up. */
  signal: AbortSignal | null;
}

type Reply = unknown;
/** What is answered by `METHOD /path`: a body, a Response, or a function that makes either. */
export type Replies = Record<string, Reply | ((request: ApiRequest) => Reply | Promise<Reply>)>;

export interface FakeApi {
  /** All requests so far, oldest first. */
  requests: ApiRequest[];
  /** Adds answers, or puts others in their place. */
  answer(replies: Replies): void;
  /** The newest request to an address. */
  last(what: string): ApiRequest | undefined;
}

/** The one whose page is open. */
let newest: Replies | null = null;

/**
 * Answers the page's fetch in the real wire shape; what nobody named is a 404 as the server sends it. A page that another one
 * replaced hears nothing more, as in a browser: it could lead the address of the new one elsewhere.
 */
export function startFakeApi(replies: Replies): FakeApi {
  const known: Replies = { ...replies };
  newest = known;
  const requests: ApiRequest[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.href);
    const what = `${init.method ?? "GET"} ${url.pathname}`;
    const body = typeof init.body === "string" ? JSON.parse(init.body) : null;
    const request = {
      what,
      query: url.searchParams,
      body,
      headers: new Headers(init.headers),
      signal: init.signal ?? null,
    };
    requests.push(request);
    const reply = known[what] ?? failWith("not_found");
    const answered = typeof reply === "function" ? await reply(request) : reply;
    return newest === known ? toResponse(answered) : new Promise(() => {});
  });
  return {
    requests,
    answer: (more) => Object.assign(known, more),
    last: (what) => requests.findLast((request) => request.what === what),
  };
}

/** An answer that is an error, with the table's status and sentence where no other is given. */
export function failWith(code: ErrorCode, options: { message?: string; fields?: FieldError[] } = {}) {
  const { status, message: usual } = errorTable[code];
  const { message = usual, fields = [] } = options;
  const body = { error: { code, message, fields, requestId: "req-1" }, message };
  return () =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

function toResponse(reply: Reply): Response {
  if (reply instanceof Response) return reply;
  if (reply === undefined) return new Response(null, { status: 204 });
  return new Response(JSON.stringify(reply), { headers: { "content-type": "application/json" } });
}
