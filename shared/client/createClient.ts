import type { AnswerOf, AnyCall, EventOf } from "../contract/call.ts";
import { captchaHeader } from "../domain/captcha.ts";
import { signatureHeaders } from "../domain/signature.ts";
import type { Client, ClientOptions } from "./client.ts";
import { RequestError, readError, toRequestError } from "./requestError.ts";
import { isPassing, retry } from "./retry.ts";
import { readServerSentEvents } from "./serverSentEvents.ts";
import { signRequest } from "./signRequest.ts";
import { waitByTimer } from "./wait.ts";
import { toAddress } from "./basePath.ts";

/** Any call's input; the types of the contract are in client.ts. */
interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  onActivity?: () => void;
}

/** What the server said, with its body where that is no stream. */
interface Answered {
  response: Response;
  data: unknown;
}

/** "except for authentication, session or verify-invite URLs" (specification 8). */
const answersForItself = /\/authentication\/|\/session$|\/verify-invite\//;

/** Makes the typed client. It holds one thing of its own: by how much the server's clock differs from this one. */
export function createClient(options: ClientOptions): Client {
  const { clock = Date.now, wait = waitByTimer, timeoutMs = 30_000, credentials = "include" } = options;
  let clockOffsetMs = 0;

  async function request(call: AnyCall, input: LooseInput): Promise<Answered> {
    const attempts = call.method === "GET" ? undefined : 1;
    const isWorthAnother = (error: unknown) => isPassing(toRequestError(error));
    try {
      return await retry(() => attempt(call, input), {
        wait,
        attempts,
        isWorthAnother,
        signal: input.signal,
      });
    } catch (thrown) {
      const error = toRequestError(thrown);
      if (error.status === 401 && !answersForItself.test(call.path)) options.onUnauthenticated?.(error, call);
      throw error;
    }
  }

  /** One try, signed again. A refused signature is tried a second time by the server's clock. */
  async function attempt(call: AnyCall, input: LooseInput, isCorrected = false): Promise<Answered> {
    const url = buildUrl(call, input, options.baseUrls?.[call.family]);
    const body = input.body === undefined ? "" : JSON.stringify(input.body);
    const headers = await buildHeaders(call, url, body);
    const { response, data } = await send(call, input, { url, body, headers });
    if (response.ok) return { response, data };
    const error = readError(response, data);
    const mayCorrect = error.code === "signature_refused" && !isCorrected;
    if (mayCorrect && correctClock(response)) return attempt(call, input, true);
    throw error;
  }

  async function buildHeaders(call: AnyCall, url: URL, body: string): Promise<Record<string, string>> {
    const headers: Record<string, string> = body ? { "content-type": "application/json" } : {};
    if (call.events) headers.accept = "text/event-stream";
    const proof = call.isChallenged && (await options.solveCaptcha?.());
    if (proof) headers[captchaHeader] = proof;
    if (call.who === "anyone") return headers;
    const bearer = options.bearer?.();
    if (bearer) headers.authorization = `Bearer ${bearer}`;
    const session = options.session.read();
    if (!session) return headers;
    const now = clock() + clockOffsetMs;
    return { ...headers, ...(await signRequest({ method: call.method, url, body, session, now })) };
  }

  function correctClock(response: Response): boolean {
    const serverTime = Number(response.headers.get(signatureHeaders.timestamp) ?? NaN);
    if (!Number.isFinite(serverTime)) return false;
    clockOffsetMs = serverTime - clock();
    return true;
  }

  /** Sends and waits for the answer, for streams that succeed only for its beginning. */
  async function send(
    call: AnyCall,
    { signal, onActivity }: LooseInput,
    { url, body, headers }: { url: URL; body: string; headers: Record<string, string> },
  ): Promise<Answered> {
    const overdue = new AbortController();
    const settled = new AbortController();
    void wait(call.answersWithinMs ?? timeoutMs, settled.signal).then(
      () => settled.signal.aborted || overdue.abort(),
    );
    try {
      const response = await fetch(url.href, {
        method: call.method,
        headers,
        body: body || null,
        credentials,
        cache: "no-store",
        signal: signal ? AbortSignal.any([signal, overdue.signal]) : overdue.signal,
      });
      const data = call.events && response.ok ? undefined : readJson(await response.text());
      options.onReachable?.(true);
      onActivity?.();
      return { response, data };
    } catch (cause) {
      throw explainSilence(cause, signal, overdue.signal.aborted);
    } finally {
      settled.abort();
    }
  }

  function explainSilence(cause: unknown, signal?: AbortSignal, isOverdue = false): RequestError {
    if (signal?.aborted) return new RequestError("cancelled", "The request was given up.", { cause });
    options.onReachable?.(false);
    if (isOverdue) return new RequestError("timeout", "The server takes too long to answer.", { cause });
    return new RequestError("offline", "The server can't be reached. Check your connection.", { cause });
  }

  return {
    async call<C extends AnyCall>(call: C, input: LooseInput = {}) {
      const { data } = await request(call, input);
      return data as AnswerOf<C>; // the server holds its answers to the contract
    },
    async *stream<C extends AnyCall>(call: C, input: LooseInput) {
      const { body } = (await request(call, input)).response;
      if (!body) return;
      const events = readServerSentEvents(body, input.onActivity);
      try {
        for (;;) {
          const { done, value } = await events.next().catch((cause: unknown) => {
            throw explainSilence(cause, input.signal);
          });
          if (done) return;
          const event = { type: value.event, ...JSON.parse(value.data) };
          // What goes wrong in the middle of a stream can no longer be a status.
          if (event.type === "error") throw new RequestError(event.code, event.message, event);
          yield event as EventOf<C>; // as above
        }
      } finally {
        await events.return(undefined);
      }
    },
  };
}

function buildUrl(call: AnyCall, { params = {}, query = {} }: LooseInput, base = `/api/${call.family}`): URL {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const url = new URL(toAddress(base + path), globalThis.location?.href);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}

/** Undefined where it is no JSON: an empty answer, or a page from something in between. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
