import type { IncomingMessage } from "node:http";
import { EgressError } from "./EgressError.ts";
import { readHeaders, vetHeaders } from "./headers.ts";
import type { Headers } from "./headers.ts";
import { openRequest } from "./openRequest.ts";
import { readWhenAsked } from "./readWhenAsked.ts";
import { resolveTarget } from "./resolveTarget.ts";
import type { Policy } from "./resolveTarget.ts";
import { parseTarget } from "./target.ts";

type Delay = <Result>(work: () => Promise<Result>) => Promise<Result>;

const headersTimeoutMs = 120_000;
const withoutBody = new Set([101, 204, 205, 304]);

/** Makes a fetch that opens connections to checked addresses only and gives the answer's body as it comes. */
export function createStreamFetch(policy: Policy, delay: Delay): typeof fetch {
  return async (input, init) => {
    const { url: address, method, headers: given, body, signal } = await readRequest(input, init);
    const url = parseTarget(address);
    const headers = vetHeaders(given);
    const response = await delay(async () => {
      const addresses = await resolveTarget(url, policy);
      return openRequest({ url, addresses, method, headers, body, isPlain: true }, signal, headersTimeoutMs);
    });
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400 && status !== 304) {
      response.destroy();
      throw new EgressError("tooManyRedirects", { log: `${status} of ${url.href}` });
    }
    return makeResponse(response);
  };
}

/** What a fetch was asked. */
interface Asked {
  url: string;
  method: string;
  headers: Headers;
  body: string | Uint8Array | undefined;
  redirect: Request["redirect"];
  signal: AbortSignal;
}

/** Reads what a fetch was asked, with the whole body. */
export async function readRequest(input: string | URL | Request, init: RequestInit = {}): Promise<Asked> {
  const given = init.signal ?? (input instanceof Request ? input.signal : null);
  // A request's own signal is cut off from the caller's once nothing references the request.
  const signal = given ?? new AbortController().signal;
  const plain = readPlain(input, init);
  if (plain) return { ...plain, signal };
  const request = new Request(input, init);
  const { url, method, redirect } = request;
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  return { url, method, redirect, headers: Object.fromEntries(request.headers), body, signal };
}

/** Reads what the SDKs ask for an answer; null for all else. Made as a platform's request it costs as much as sending it does. */
function readPlain(input: string | URL | Request, init: RequestInit): Omit<Asked, "signal"> | null {
  const { method, body, redirect = "follow" } = init;
  if (typeof input !== "string" || typeof body !== "string" || method !== "POST") return null;
  const headers = Object.fromEntries(new globalThis.Headers(init.headers));
  const { href, username, password } = new URL(input);
  if (headers["content-type"] === undefined || username !== "" || password !== "") return null;
  return { url: href, method, redirect, headers, body };
}

/** Gives an answer as a fetch does. Throws an EgressError where it is packed, which nobody asked for. */
export function makeResponse(response: IncomingMessage): Response {
  const status = response.statusCode ?? 0;
  const coding = response.headers["content-encoding"] ?? "identity";
  if (status < 200 || coding !== "identity") {
    response.destroy();
    throw new EgressError("undecodable", { log: `${status}, content-encoding ${coding}` });
  }
  const body = readWhenAsked(response);
  return new Response(withoutBody.has(status) ? null : body, {
    status,
    headers: readHeaders(response.headers),
  });
}
