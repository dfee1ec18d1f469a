import type { GenericSchema, InferInput, InferOutput } from "valibot";
import type { Action } from "../domain/access.ts";
import type { CallLimit } from "../domain/rateLimits.ts";

/** The service families of the specification; each is a prefix under `/api`. */
export const families = [
  "auth",
  "account",
  "panel",
  "organisation",
  "console",
  "webhooks",
  "public",
  "feedback",
  "workflow",
  "content",
] as const;
export type Family = (typeof families)[number];

/**
 * The permitted callers. `anyone` has no session and signs nothing; `user` is signed in; `member` holds the right in
 * the organization of the path; `visitor` has an anonymous session of the agent in the path; `watcher` is either of the
 * two.
 */
export type Who = "anyone" | "user" | { member: Action } | "visitor" | { watcher: Action };

export interface CallSpec<
  Path extends string,
  Caller extends Who,
  Query,
  Body,
  Answer,
  Event,
  Sent = unknown,
> {
  family: Family;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/FAMILY`, parameters as `{name}`. */
  path: Path;
  who: Caller;
  /** One sentence for the API reference. */
  summary: string;
  query?: GenericSchema<unknown, Query>;
  /** `Sent` is what a client may write: fields with a default can be missing. */
  body?: GenericSchema<Sent, Body>;
  /** The largest body that the call takes, where it is not the usual one. */
  maxBodyBytes?: number;
  /** What comes out; absent where nothing does (204) or events stream. */
  answer?: GenericSchema<unknown, Answer>;
  /**
   * Opened by the browser itself, also from another site, and answered with a redirect to the `location` that the handler
   * gives. What goes wrong leads to this page of ours, with its code as `signInError`.
   */
  redirects?: { onError: string };
  /** 202: what was asked for is begun, and its end is told elsewhere. */
  status?: 202;
  /** The events of a call that answers with a stream (server-sent events: `event` is `type`, `data` the rest). */
  events?: GenericSchema<unknown, Event>;
  /** How often it may be made, by address or by visitor. */
  limit?: CallLimit;
  /** How long the answer may take, where that is longer than a client waits for others. */
  answersWithinMs?: number;
  /** A solved challenge (captcha.ts) comes with it where the operator asks for one. */
  isChallenged?: true;
  /** Sent by the page around a chat, so by other sites; the handler checks the origin. Without a session, and read by nobody. */
  isFromPages?: true;
  /** A visitor's write that is taken before they say who they are, where the surface asks for that, and from who is blocked. */
  isForUnidentified?: true;
  /**
   * What the audit log calls it, in the past tense ("Invited people"). A member's write is logged by its summary if
   * this is left out, and not at all if it is false, for what happens all the time; all other calls only where it is
   * given, a user's in the log of each organization that they belong to.
   */
  audit?: string | false;
  /** Whether a call with this body, or answer, is too small a thing for the log, though the same call with another is not. */
  auditUnless?(body: Body, answer: Answer): boolean;
  /** The one organization whose log keeps a user's call, where the answer tells it. */
  auditIn?(answer: Answer): string;
  /** What it was done to, in words, where neither the path nor the answer names it; no personal data of visitors. */
  auditAbout?(body: Body): string;
  /**
   * What an API key may make of a member's call. `never`: it is about a person, or about keys themselves. `filtered`: the
   * handler gives a key that is limited to certain agents nothing of the others, though its path names no agent.
   */
  forKeys?: "never" | "filtered";
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
  Sent = unknown,
>(
  spec: CallSpec<Path, Caller, Query, Body, Answer, Event, Sent>,
): CallSpec<Path, Caller, Query, Body, Answer, Event, Sent> {
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
/** The body as a client may write it, where the contract's schema tells. */
export type SentOf<C> =
  C extends CallSpec<string, Who, infer _Q, infer Body, infer _A, infer _E, infer Sent>
    ? unknown extends Sent
      ? Body
      : Sent
    : never;
export type AnswerOf<C> =
  C extends CallSpec<string, Who, infer _Q, infer _B, infer Answer, infer _E> ? Answer : never;
export type EventOf<C> =
  C extends CallSpec<string, Who, infer _Q, infer _B, infer _A, infer Event> ? Event : never;

export type { InferInput, InferOutput };
