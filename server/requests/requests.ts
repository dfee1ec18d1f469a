import type { AnyCall } from "../../shared/contract/call.ts";
import { sessionLimits } from "../../shared/domain/rateLimits.ts";
import type { CallLimit } from "../../shared/domain/rateLimits.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { limitKeyOf } from "./address.ts";
import { answerEvents, createTurns } from "./events.ts";
import type { Wheel } from "../timing/wheel.ts";
import { answerError } from "./answerError.ts";
import { isByApiKey } from "./apiKey.ts";
import { describeDone } from "./audit.ts";
import { holdEvents, holdToContract, writeAnswer } from "./answer.ts";
import { readBody } from "./body.ts";
import { compress } from "./compress.ts";
import { findCaller, watchStaying } from "./caller.ts";
import type { Staying } from "./caller.ts";
import { isForForeignPages, refuseCrossSite } from "./crossSite.ts";
import type { Facts } from "./facts.ts";
import type { Gates } from "./gates.ts";
import type { Handler, Input, MemberCaller, Route, VisitorCaller } from "./handle.ts";
import { checkInput, checkParams } from "./input.ts";
import { readOnce } from "./idempotency.ts";
import { parseJsonBody } from "./json.ts";
import { readKnownUser } from "./knownDevice.ts";
import { createStreamPlaces } from "./streamPlaces.ts";
import type { StreamPlaces } from "./streamPlaces.ts";
import { redirectWithError, refuseUnseen } from "./redirect.ts";

/** A request that was matched to a route. */
export interface Visit {
  route: Route;
  request: Request;
  facts: Facts;
  params: Record<string, string>;
}

export interface RequestHandler {
  /** Takes a request through the gates to its handler and gives the answer, whatever happens on the way. */
  answer(visit: Visit): Promise<Response>;
}

/** Makes request handling. Gates are in an order in which nobody learns or costs more than the gates before allow. */
export function createRequestHandler(gates: Gates, stopping: AbortSignal): RequestHandler {
  const turns = createTurns(gates.scheduler);
  const places = createStreamPlaces();
  return {
    async answer(visit) {
      const { route, facts } = visit;
      const what = nameOf(route.call);
      try {
        const response = await pass(gates, { ...visit, what, stopping, turns, places });
        for (const [name, value] of facts.answerHeaders) response.headers.append(name, value);
        return response;
      } catch (thrown) {
        const { requestId, address } = facts;
        const context = { requestId, address, log: gates.log, now: gates.now(), what };
        const { redirects } = route.call;
        const response = redirects
          ? redirectWithError(redirects.onError, thrown, context)
          : answerError(thrown, context);
        for (const [name, value] of facts.answerHeaders) response.headers.append(name, value);
        return response;
      }
    },
  };
}

/** Visitors are counted by themselves: however many come, the team gets in. */
function takeOfOrganization({ limits }: Gates, { kind, organizationId }: MemberCaller | VisitorCaller): void {
  limits.take("organization", kind === "visitor" ? `${organizationId} visitors` : organizationId);
}

interface Passing extends Visit {
  what: string;
  stopping: AbortSignal;
  turns: Wheel;
  places: StreamPlaces;
}

async function pass(
  gates: Gates,
  { route, request, facts, params, what, stopping, turns, places }: Passing,
): Promise<Response> {
  const { call } = route;
  const { method } = call;
  const url = new URL(request.url);
  // As the client wrote it, and so signed it, whether or not a proxy stripped the base path.
  url.pathname = facts.basePath + facts.path;
  if (stopping.aborted) throw new AppError("unavailable", { retryAfterSeconds: 2 });
  if (call.redirects) refuseUnseen(facts.headers);
  else if (!isForForeignPages(call) && !isByApiKey(call, facts.headers))
    refuseCrossSite(facts.headers, facts.reachedOrigin);
  if (call.limit) facts.counted = gates.limits.take(call.limit, keyOf(gates, call.limit, facts));
  if (call.isChallenged) await gates.checkCaptcha(facts.headers);

  const bytes =
    method === "GET"
      ? new Uint8Array()
      : await readBody(request, { maxBytes: call.maxBodyBytes, incoming: facts.incoming });
  const caller = await findCaller(gates, call, { method, url, params, body: bytes, facts });
  if (caller?.kind === "visitor" && caller.mustIdentify && method !== "GET" && !call.isForUnidentified)
    throw new AppError("identity_required");
  if (caller?.kind === "visitor" && caller.isBlocked && method !== "GET" && !call.isForUnidentified)
    throw new AppError("visitor_blocked");
  const bySession = call.limit && sessionLimits[call.limit];
  if (bySession && caller) gates.limits.take(bySession, caller.sessionId);
  if (caller && "organizationId" in caller) takeOfOrganization(gates, caller);

  const work = async () => {
    const body = call.body ? parseJsonBody(bytes, facts.headers.get("content-type")) : undefined;
    const checked = checkInput(call, url.searchParams, body);
    const input = { params: checkParams(params), ...checked, caller, request: facts };
    // The caller was found by the call's own `who`, and the rest by its schemas.
    const value = await (route.handler as Handler<typeof call>)(input as Input<typeof call>);
    if (call.events) return value;
    if (gates.checksAnswers) holdToContract(what, call.answer, value);
    const done = describeDone({ call, caller, params, body: checked.body, value, facts });
    // Before the answer goes out: what was acknowledged is in the log.
    if (done) await gates.record(done);
    return value;
  };
  const once = readOnce({ call, caller, method, url, body: bytes, headers: facts.headers });
  const { value, isRepeat } = once
    ? await gates.idempotency.once(once, work)
    : { value: await work(), isRepeat: false };
  if (isRepeat) facts.setHeader("Idempotent-Replayed", "true");
  if (call.events) return stream(gates, { call, caller, params, facts, turns, places }, value);
  const answer = writeAnswer(call, value);
  // Nobody is signed in there, and nothing in it is a secret of the caller.
  const isPublicRead = call.family === "public" && call.who === "anyone" && method === "GET";
  return isPublicRead ? compress(answer, facts.headers.get("accept-encoding")) : answer;
}

/**
 * What a call's limit counts by: the address. Where people show who they are, a browser that they have signed in with is
 * counted by itself: others at its address, or who pass for it, can't use up its tries.
 */
function keyOf({ deviceKey, now }: Gates, limit: CallLimit, facts: Facts): string {
  const isShowing = limit === "signIn" || limit === "code";
  const known = isShowing ? readKnownUser(facts, { key: deviceKey, now: now() }) : null;
  return known === null ? limitKeyOf(facts.address) : `known ${known}`;
}

/**
 * Answers with the events that a handler gave. A stream lasts for hours and there are thousands: it holds on only to
 * what is listed here, and nothing of the request besides.
 */
function stream(gates: Gates, { turns, places, ...staying }: Streaming, value: unknown): Promise<Response> {
  const events = value as AsyncIterable<unknown>; // a call with events has a handler that gives them
  const { call, facts } = staying;
  const { requestId, ending } = facts;
  const { sessionId = facts.address } = staying.caller ?? {};
  const over = places.take({ address: facts.address, sessionId });
  const held = gates.checksAnswers && call.events ? holdEvents(nameOf(call), call.events, events) : events;
  return answerEvents(held, {
    ...{ requestId, ending, turns, over },
    mayStay: watchStaying(gates, staying),
    report: tellBreak(gates, { call, requestId }),
  });
}

interface Streaming extends Staying {
  call: AnyCall;
  turns: Wheel;
  places: StreamPlaces;
}

function tellBreak({ log }: Gates, { call, requestId }: { call: AnyCall; requestId: string }) {
  return (thrown: unknown) => log.error(`${nameOf(call)} broke off`, thrown, { requestId });
}

/** A call as the log names it. */
function nameOf({ method, family, path }: AnyCall): string {
  return `${method} /api/${family}${path}`;
}
