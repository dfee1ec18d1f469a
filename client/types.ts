import type { AnswerOf, EventOf, ParamsOf, QueryOf, SentOf } from "../shared/contract/call.ts";
import type * as calls from "./calls.ts";

type Calls = typeof calls;

/** How to reach an organization. */
export interface ClientOptions {
  /** The installation's address, such as `https://chat.example.com`. */
  url: string;
  /** One of the organization's API keys, `ph_…`. */
  apiKey: string;
  /** The organization's ID. The console shows it next to the API keys. */
  organizationId: string;
  /** Replaces the global `fetch`. */
  fetch?: (input: URL, init: RequestInit) => Promise<Response>;
}

/** An input that the server refused. */
export interface FieldError {
  path: string;
  message: string;
}

/** What every call can be given. */
export interface CallOptions {
  /** Ends the request. */
  signal?: AbortSignal;
  /** A write with the same key is done once within 24 hours. */
  idempotencyKey?: string;
}

type Filled<C> = Omit<ParamsOf<C>, "orgId">;

/** A call's input: the parts of its path, its query and its body, each where it has one. */
export type InputOf<C> = ([keyof Filled<C>] extends [never] ? unknown : { params: Filled<C> }) &
  ([QueryOf<C>] extends [undefined] ? unknown : { query?: Partial<QueryOf<C>> }) &
  ([SentOf<C>] extends [undefined] ? unknown : { body: SentOf<C> }) &
  CallOptions;

/** What a call gives: its answer, or its events as they come. */
export type ResultOf<C> = [EventOf<C>] extends [never] ? Promise<AnswerOf<C>> : AsyncGenerator<EventOf<C>>;

/** Every call that an API key may make, by its name. */
export type Client = {
  [Name in keyof Calls]: object extends InputOf<Calls[Name]>
    ? (input?: InputOf<Calls[Name]>) => ResultOf<Calls[Name]>
    : (input: InputOf<Calls[Name]>) => ResultOf<Calls[Name]>;
};
