import type { AnswerOf, AnyCall, BodyOf, EventOf, Family, ParamsOf, QueryOf } from "../contract/call.ts";
import type { RequestError } from "./requestError.ts";
import type { Wait } from "./wait.ts";

/** What signs a session's requests: handed out at sign-in, or with a visitor's anonymous session. */
export interface SessionKey {
  id: string;
  key: string;
}

/** Where the session's key is kept; null while there is none, then requests go unsigned. */
export interface SessionStore {
  read(): SessionKey | null;
}

export interface ClientOptions {
  session: SessionStore;
  /** Where a family lives when it is not `/api/FAMILY` of this page's origin. */
  baseUrls?: Partial<Record<Family, string>>;
  /** The organization's bearer token, if there is one. */
  bearer?: () => string | null;
  /** Solves a challenge for a call that may ask for one; gives the header's value, or null where none is asked for. */
  solveCaptcha?: () => Promise<string | null>;
  /** Called on a 401, except for calls that sign in or ask whether somebody is signed in (specification 8). */
  onUnauthenticated?: (error: RequestError, call: AnyCall) => void;
  /** Called with each answer or its absence, so that a connection banner can follow. */
  onReachable?: (isReachable: boolean) => void;
  /** `include` unless told otherwise; a visitor's calls carry no cookies (`omit`). */
  credentials?: RequestCredentials;
  clock?: () => number;
  wait?: Wait;
  /** How long an answer may take to come; streams have no such end. */
  timeoutMs?: number;
}

type Simple = string | number | boolean;

type Params<C> = keyof ParamsOf<C> extends never ? { params?: undefined } : { params: ParamsOf<C> };
type Query<C> =
  QueryOf<C> extends undefined
    ? { query?: undefined }
    : { query?: { [Name in keyof QueryOf<C>]?: Simple | undefined } };
type Body<C> = undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> };

/** What a call takes: its parameters, query and body as the contract has them, and a signal to give up. */
export type InputOf<C> = Params<C> & Query<C> & Body<C> & { signal?: AbortSignal };
/** For calls that take nothing the input may be left out. */
type Input<C> = Record<string, never> extends InputOf<C> ? [input?: InputOf<C>] : [input: InputOf<C>];

/** The typed client: every call of the contract, signed, retried where that is safe, with one kind of error. */
export interface Client {
  call<C extends AnyCall>(call: C, ...input: Input<C>): Promise<AnswerOf<C>>;
  /** Gives a call's events as they come. Leaving the loop ends the stream; a broken one throws `offline`. */
  stream<C extends AnyCall>(
    call: C,
    input: InputOf<C> & { onActivity?: () => void },
  ): AsyncGenerator<EventOf<C>, void, undefined>;
}
