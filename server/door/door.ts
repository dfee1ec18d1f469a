import type { AnyCall } from "../../shared/contract/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { limitKeyOf } from "./address.ts";
import { answerEvents, createTurns } from "./events.ts";
import type { Wheel } from "../timing/wheel.ts";
import { answerError } from "./answerError.ts";
import { isByApiKey } from "./apiKey.ts";
import { describeDone } from "./audit.ts";
import { holdEvents, holdToContract, writeAnswer } from "./answer.ts";
import { readBody } from "./body.ts";
import { findCaller, watchStaying } from "./caller.ts";
import type { Staying } from "./caller.ts";
import { isForeignReadable, refuseCrossSite } from "./crossSite.ts";
import type { Facts } from "./facts.ts";
import type { Gates } from "./gates.ts";
import type { Handler, Input, Route } from "./handle.ts";
import { checkInput, checkParams } from "./input.ts";
import { readOnce } from "./idempotency.ts";
import { parseJsonBody } from "./json.ts";
import { sessionLimits } from "./limits.ts";
import { redirectWithError, refuseUnseen } from "./redirect.ts";

/** A request that was matched to a route. */
export interface Visit {
  route: Route;
  request: Request;
  facts: Facts;
  params: Record<string, string>;
}

export interface Door {
  /** Takes a request through the gates to its handler and gives the answer, whatever happens on the way. */
  answer(visit: Visit): Promise<Response>;
}

/** Makes the door. Gates stand in an order in which nobody learns or costs more than the gates before allow. */
export function createDoor(gates: Gates, stopping: AbortSignal): Door {
  const turns = createTurns();
  return {
    async answer(visit) {
      const { route, facts } = visit;
      const what = nameOf(route.call);
      try {
        const response = await pass(gates, { ...visit, what, stopping, turns });
        for (const [name, value] of facts.answerHeaders) response.headers.append(name, value);
        return response;
      } catch (thrown) {
        const context = { requestId: facts.requestId, log: gates.log, now: gates.now(), what };
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

interface Passing extends Visit {
  what: string;
  stopping: AbortSignal;
  turns: Wheel;
}

async function pass(
  gates: Gates,
  { route, request, facts, params, what, stopping, turns }: Passing,
): Promise<Response> {
  const { call } = route;
  const { method } = call;
  const url = new URL(request.url);
  if (stopping.aborted) throw new AppError("unavailable", { retryAfterSeconds: 2 });
  if (call.redirects) refuseUnseen(facts.headers);
  else if (!isForeignReadable(call) && !isByApiKey(call, facts.headers))
    refuseCrossSite(facts.headers, facts.reachedOrigin);
  const place = limitKeyOf(facts.address);
  if (call.limit) gates.limits.take(call.limit, place);
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

  const work = async () => {
    const body = call.body ? parseJsonBody(bytes, facts.headers.get("content-type")) : undefined;
    const checked = checkInput(call, url.searchParams, body);
    const input = { params: checkParams(params), ...checked, caller, request: facts };
    // The caller was found by the call's own `who`, and the rest by its schemas.
    const value = await (route.handler as Handler<typeof call>)(input as Input<typeof call>);
    if (call.events) return value;
    if (gates.checksAnswers) holdToContract(what, call.answer, value);
    const done = describeDone({ call, caller, params, body: checked.body, value, facts });
    // Before the answer goes out: what was acknowledged stands in the log.
    if (done) await gates.record(done);
    return value;
  };
  const once = readOnce({ call, caller, method, url, body: bytes, headers: facts.headers });
  const { value, isRepeat } = once
    ? await gates.idempotency.once(once, work)
    : { value: await work(), isRepeat: false };
  if (isRepeat) facts.setHeader("Idempotent-Replayed", "true");
  if (call.events) return stream(gates, { call, caller, params, facts, turns }, value);
  return writeAnswer(call, value);
}

/**
 * Answers with the events that a handler gave. A stream lasts for hours and there are thousands: what it holds on to is
 * what stands here, and nothing of the request besides.
 */
function stream(gates: Gates, { turns, ...staying }: Streaming, value: unknown): Promise<Response> {
  const events = value as AsyncIterable<unknown>; // a call with events has a handler that gives them
  const { call, facts } = staying;
  const { requestId, ending } = facts;
  const held = gates.checksAnswers && call.events ? holdEvents(nameOf(call), call.events, events) : events;
  return answerEvents(held, {
    ...{ requestId, ending, turns },
    mayStay: watchStaying(gates, staying),
    report: tellBreak(gates, { call, requestId }),
  });
}

interface Streaming extends Staying {
  call: AnyCall;
  turns: Wheel;
}

function tellBreak({ log }: Gates, { call, requestId }: { call: AnyCall; requestId: string }) {
  return (thrown: unknown) => log.error(`${nameOf(call)} broke off`, thrown, { requestId });
}

/** A call as the log names it. */
function nameOf({ method, family, path }: AnyCall): string {
  return `${method} /api/${family}${path}`;
}
