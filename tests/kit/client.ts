import type { AnswerOf, AnyCall, BodyOf, EventOf, ParamsOf, QueryOf } from "../../shared/contract/call.ts";
import type { InferInput } from "../../shared/contract/call.ts";
import type { SessionKey } from "../../shared/contract/accounts/accounts.ts";
import { readServerSentEvents } from "../../shared/client/serverSentEvents.ts";
import { signRequest } from "../../shared/client/signRequest.ts";
import type { ErrorBody } from "../../shared/errors/errors.ts";

/** Who a test asks as: a session, and for members the organization's bearer token. */
export interface Actor {
  /** The cookie header that the browser would send. */
  cookie?: string;
  session?: SessionKey;
  bearer?: string;
  organizationId?: string;
  /** The address from which the requests come. */
  address: string;
}

type BodyInput<C extends AnyCall> = C["body"] extends infer Schema
  ? [NonNullable<Schema>] extends [never]
    ? BodyOf<C>
    : InferInput<NonNullable<Schema> & import("valibot").GenericSchema>
  : never;

/** What a test gives to a call. `orgId` is filled in from the actor. */
export interface TestInput<C extends AnyCall> {
  params?: Partial<ParamsOf<C>>;
  query?: { [Name in keyof QueryOf<C>]?: string | number };
  body?: BodyInput<C>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Is told when the request is signed and goes out: what comes before is the browser's own time. */
  onSend?: () => void;
}

/** An answer that is an error, with its status and code to match: `rejects.toMatchObject({ status: 404 })`. */
export class CallFailed extends Error {
  override name = "CallFailed";
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody;

  constructor(what: string, status: number, body: ErrorBody) {
    super(`${what} answered ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.code = body.error.code;
    this.body = body;
  }
}

export interface TestClient {
  /** Makes a call and gives its answer; throws CallFailed for an error. */
  call<C extends AnyCall>(call: C, input?: TestInput<C>): Promise<AnswerOf<C>>;
  /** Makes a call and gives the response as it is. */
  send<C extends AnyCall>(call: C, input?: TestInput<C>): Promise<Response>;
  /** Makes a call that streams and gives its events; leaving the loop ends it. */
  stream<C extends AnyCall>(call: C, input?: TestInput<C>): AsyncGenerator<EventOf<C>>;
}

export interface TestClientOptions {
  /** Sends a request: to an app in this process, or over a socket. */
  send: (request: Request, actor: Actor) => Promise<Response>;
  /** The server's address: its origin, and the base path where it has one. */
  origin: string;
  now: () => number;
}

/** Makes a client that asks as this actor, signing as browsers do. */
export function createTestClient(
  { send: dispatch, origin, now }: TestClientOptions,
  actor: Actor,
): TestClient {
  async function send<C extends AnyCall>(call: C, input: TestInput<C> = {}): Promise<Response> {
    const request = await buildRequest({
      call,
      input: input as TestInput<AnyCall>,
      actor,
      origin,
      now: now(),
    });
    input.onSend?.();
    return dispatch(request, actor);
  }
  return {
    send,
    async call(call, input) {
      const response = await send(call, input);
      const text = await response.text();
      if (!response.ok)
        throw new CallFailed(`${call.method} ${call.path}`, response.status, JSON.parse(text));
      return text === "" ? undefined : JSON.parse(text);
    },
    async *stream(call, input) {
      const response = await send(call, input);
      if (!response.ok || !response.body) {
        throw new CallFailed(
          `${call.method} ${call.path}`,
          response.status,
          JSON.parse(await response.text()),
        );
      }
      for await (const { event, data } of readServerSentEvents(response.body)) {
        yield { type: event, ...JSON.parse(data) };
      }
    },
  };
}

interface Wanted {
  call: AnyCall;
  input: TestInput<AnyCall>;
  actor: Actor;
  origin: string;
  now: number;
}

/** Builds the request as the product's own client would. */
export async function buildRequest({ call, input, actor, origin, now }: Wanted): Promise<Request> {
  const params: Record<string, string | undefined> = { orgId: actor.organizationId, ...input.params };
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? "missing"),
  );
  const url = new URL(`${origin}/api/${call.family}${path}`);
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value));
  const body = input.body === undefined ? "" : JSON.stringify(input.body);
  const headers = new Headers({ "sec-fetch-site": "same-origin" });
  if (call.method !== "GET") headers.set("origin", url.origin);
  if (body) headers.set("content-type", "application/json");
  if (actor.cookie) headers.set("cookie", actor.cookie);
  if (actor.bearer && call.who !== "anyone") headers.set("authorization", `Bearer ${actor.bearer}`);
  if (actor.session && call.who !== "anyone") {
    const signed = await signRequest({ method: call.method, url, body, session: actor.session, now });
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(input.headers ?? {})) headers.set(name, value);
  return new Request(url, {
    method: call.method,
    headers,
    ...(body ? { body } : {}),
    ...(input.signal ? { signal: input.signal } : {}),
  });
}

let addresses = 0;

/** Gives an address that nobody in this process has, so that one test's requests never use up another's limits. */
export function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
