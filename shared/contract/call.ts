import type { GenericSchema, InferInput, InferOutput } from "valibot";
import type { Action } from "../domain/access.ts";

/** The service families of the specification; each is a prefix under `/api`. */
export type Family =
  | "auth"
  | "account"
  | "panel"
  | "organisation"
  | "console"
  | "webhooks"
  | "public"
  | "feedback"
  | "workflow"
  | "content";

/**
 * Who may make a call. `anyone` has no session and signs nothing; `user` is signed in; `member` holds the right in the
 * organisation of the path; `visitor` has an anonymous session of the agent in the path; `watcher` is either of the two.
 */
export type Who = "anyone" | "user" | { member: Action } | "visitor" | { watcher: Action };

/** How often a call may be made, by address or by visitor; the numbers stand in server/door/limits.ts. */
export type LimitName =
  "signIn" | "publicRead" | "openSession" | "send" | "upload" | "checkPage" | "typing" | "invite";

export interface CallSpec<Path extends string, Caller extends Who, Query, Body, Answer, Event> {
  family: Family;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/FAMILY`, parameters as `{name}`. */
  path: Path;
  who: Caller;
  /** One sentence for the API reference. */
  summary: string;
  query?: GenericSchema<unknown, Query>;
  body?: GenericSchema<unknown, Body>;
  /** What comes out; absent where nothing does (204) or events stream. */
  answer?: GenericSchema<unknown, Answer>;
  /** The events of a call that answers with a stream (server-sent events: `event` is `type`, `data` the rest). */
  events?: GenericSchema<unknown, Event>;
  limit?: LimitName;
  /** A visitor's write that is taken before they say who they are, where the surface asks for that. */
  isForUnidentified?: true;
}

export type AnyCall = CallSpec<string, Who, unknown, unknown, unknown, unknown>;

/** Gives the call back; it exists so that path, query, body and answer keep their types. */
/* @__NO_SIDE_EFFECTS__ */
export function call<
  const Path extends string,
  const Caller extends Who,
  Query = undefined,
  Body = undefined,
  Answer = undefined,
  Event = never,
>(
  spec: CallSpec<Path, Caller, Query, Body, Answer, Event>,
): CallSpec<Path, Caller, Query, Body, Answer, Event> {
  return spec;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type ParamsOf<C> =
  C extends CallSpec<infer Path, Who, infer _Q, infer _B, infer _A, infer _E>
    ? { [Name in ParamNames<Path>]: string }
    : never;
export type QueryOf<C> =
  C extends CallSpec<string, Who, infer Query, infer _B, infer _A, infer _E> ? Query : never;
export type BodyOf<C> =
  C extends CallSpec<string, Who, infer _Q, infer Body, infer _A, infer _E> ? Body : never;
export type AnswerOf<C> =
  C extends CallSpec<string, Who, infer _Q, infer _B, infer Answer, infer _E> ? Answer : never;
export type EventOf<C> =
  C extends CallSpec<string, Who, infer _Q, infer _B, infer _A, infer Event> ? Event : never;

export type { InferInput, InferOutput };
