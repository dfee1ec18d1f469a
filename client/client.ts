import type { AnyCall } from "../shared/contract/call.ts";
import { readServerSentEvents } from "../shared/client/serverSentEvents.ts";
import type { ErrorBody } from "../shared/errors/errors.ts";
import * as calls from "./calls.ts";
import type { Client, ClientOptions, FieldError } from "./types.ts";

/** A refusal of the server, or of the network with status 0. */
export class PilothouseError extends Error {
  override name = "PilothouseError";
  /** The HTTP status. */
  readonly status: number;
  /** A stable code to switch on, such as `not_found`. */
  readonly code: string;
  /** The inputs that are wrong. */
  readonly fields: readonly FieldError[];
  /** Finds the request in the server's log. */
  readonly requestId: string | null;
  /** After how many seconds to try again; null where the server says nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    facts: { status: number; code: string; fields?: readonly FieldError[]; requestId?: string | null } & {
      retryAfterSeconds?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.fields = facts.fields ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}

/** Any call's input, checked by the types of `Client`. */
interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/** Makes a client of one organization. Nothing is sent until the first call. */
export function createClient(options: ClientOptions): Client {
  const entries = Object.entries<AnyCall>(calls).map(([name, call]) => [
    name,
    call.events
      ? (input: LooseInput = {}) => readEvents(options, call, input)
      : (input: LooseInput = {}) => ask(options, call, input),
  ]);
  return Object.fromEntries(entries) as Client; // the list of calls is the one that `Client` is made from
}

async function ask(options: ClientOptions, call: AnyCall, input: LooseInput): Promise<unknown> {
  const response = await send(options, call, input);
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

async function* readEvents(
  options: ClientOptions,
  call: AnyCall,
  input: LooseInput,
): AsyncGenerator<unknown> {
  const { body } = await send(options, call, input);
  if (!body) return;
  for await (const { event, data } of readServerSentEvents(body)) {
    const said = { type: event, ...JSON.parse(data) };
    if (event === "error") throw new PilothouseError(said.message, { status: 200, ...said });
    yield said;
  }
}

async function send(options: ClientOptions, call: AnyCall, input: LooseInput): Promise<Response> {
  const { url, apiKey, fetch = globalThis.fetch } = options;
  const { body, signal, idempotencyKey } = input;
  const address = new URL(writePath(call, input, options), url.replace(/\/*$/, "/"));
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null) address.searchParams.append(name, String(value));
  const response = await fetch(address, {
    method: call.method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(call.events && { accept: "text/event-stream" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    const code = signal?.aborted ? "cancelled" : "offline";
    throw new PilothouseError(`${address.origin} can't be reached.`, { status: 0, code, cause });
  });
  if (!response.ok) throw await readRefusal(response);
  return response;
}

function writePath(call: AnyCall, { params }: LooseInput, { organizationId }: ClientOptions): string {
  const values: Record<string, string | undefined> = { orgId: organizationId, ...params };
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // An empty part would ask for the list instead.
    if (!value) throw new TypeError(`params.${name} is missing.`);
    return encodeURIComponent(value);
  });
  return `api/${call.family}${path}`;
}

async function readRefusal(response: Response): Promise<PilothouseError> {
  const { status, statusText } = response;
  const after = Number(response.headers.get("retry-after") ?? NaN);
  const retryAfterSeconds = Number.isFinite(after) ? after : null;
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as ErrorBody; // anything else is answered by a proxy, below
    const { code, message, fields, requestId } = error;
    return new PilothouseError(message, { status, code, fields, requestId, retryAfterSeconds });
  } catch {
    const message = `The server answered ${status} ${statusText}`.trim();
    return new PilothouseError(message, { status, code: "unreadable", retryAfterSeconds });
  }
}

export type { Client, ClientOptions, FieldError };
