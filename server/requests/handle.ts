import type { Action, Role } from "../../shared/domain/access.ts";
import type { AnyCall, AnswerOf, BodyOf, EventOf, ParamsOf, QueryOf } from "../../shared/contract/call.ts";

/** The caller; null if anybody may call. */
export type Caller = UserCaller | MemberCaller | VisitorCaller | null;

/** Somebody signed in, not yet inside an organization. */
export interface UserCaller {
  kind: "user";
  userId: string;
  sessionId: string;
  name: string;
  isSuperAdmin: boolean;
}

/**
 * Somebody signed in, inside the organization that path and bearer token name, with the right that the call asks for;
 * or an API key of that organization.
 */
export interface MemberCaller extends Omit<UserCaller, "kind"> {
  kind: "member";
  organizationId: string;
  /** The person's, or those of the person who made the key. */
  roles: Role[];
  /** Set where a program asks by an API key; `userId` is then who made it, and `may` knows the key's scopes too. */
  apiKeyId?: string;
  /** The agents that the key is limited to; null for all of them. */
  agentIds: readonly string[] | null;
  may(action: Action): boolean;
}

/** A website's visitor: one anonymous session of one agent. */
export interface VisitorCaller {
  kind: "visitor";
  sessionId: string;
  organizationId: string;
  agentId: string;
  surfaceType: string;
  contactId: string;
  /** The console's own preview: meets the draft, is never counted. */
  preview: boolean;
  /** The surface asks for a signed identity and this visitor has none: they may read, and say who they are. */
  mustIdentify: boolean;
  /** The team takes nothing more from this visitor: they may read, and say who they are. */
  isBlocked: boolean;
}

/** What every handler knows about the request, for any caller. */
export interface RequestFacts {
  requestId: string;
  /** The client's address, behind trusted proxies the forwarded one. */
  address: string;
  /** The client's country (ISO 3166, two letters), where a trusted proxy tells it. */
  country: string | null;
  headers: Headers;
  /** The origin that this request says it reached. Its headers decide, so it is compared and never written into an address. */
  reachedOrigin: string;
  /** BASE_PATH: what paths begin with where a browser reads them. Empty at the root. */
  basePath: string;
  /** What addresses begin with: the public origin and the base path. Null while nobody has said it. */
  lookOrigin(): Promise<string | null>;
  /** The same; throws `public_url_needed` in place of null. */
  findOrigin(): Promise<string>;
  /** Gives back what the call's limit counted for this request, once: what was tried was right. */
  giveBackTry: () => void;
  /** Ends when the client goes away. */
  signal: AbortSignal;
  /** Sets a header of the answer (cookies, for example). */
  setHeader(name: string, value: string): void;
}

type CallerOf<C extends AnyCall> = C["who"] extends "anyone"
  ? null
  : C["who"] extends "user"
    ? UserCaller
    : C["who"] extends "visitor"
      ? VisitorCaller
      : C["who"] extends { member: Action }
        ? MemberCaller
        : MemberCaller | VisitorCaller;

export interface Input<C extends AnyCall> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  caller: CallerOf<C>;
  request: RequestFacts;
}

type Output<C extends AnyCall> = [EventOf<C>] extends [never] ? AnswerOf<C> : AsyncIterable<EventOf<C>>;

export type Handler<C extends AnyCall> = (input: Input<C>) => Promise<Output<C>>;

/** A call with the work behind it; the assembly in server/http mounts it behind all gates that the call names. */
export interface Route {
  call: AnyCall;
  handler: Handler<AnyCall>;
}

/** Ties a handler to its call. Input has passed the contract's checks, the caller all gates; errors are thrown as AppError. */
export function handle<C extends AnyCall>(call: C, handler: Handler<C>): Route {
  return { call, handler: handler as unknown as Handler<AnyCall> }; // the route list forgets each call's types
}
