import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type { AnyCall } from "../../shared/contract/call.ts";
import { redirectTo } from "./redirect.ts";

/** Writes what a handler gave: JSON, a redirect, or 204 where the call has no answer. */
export function writeAnswer(call: AnyCall, value: unknown): Response {
  if (call.redirects) return redirectTo((value as { location: string }).location); // what such calls answer
  if (!call.answer) return new Response(null, { status: 204 });
  const { status = 200 } = call;
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
}

/**
 * Throws where a value holds less or more than the contract names. It costs as much as the answer is large, so it runs
 * in tests and development, where every answer passes it.
 */
export function holdToContract(what: string, schema: v.GenericSchema | undefined, value: unknown): void {
  if (!schema) {
    if (value !== undefined)
      throw new Error(`${what} has no answer in the contract, and its handler gives one.`);
    return;
  }
  const sent: unknown = JSON.parse(JSON.stringify(value ?? null));
  const result = v.safeParse(schema, sent);
  if (!result.success) {
    const { message, path } = result.issues[0];
    throw new Error(`${what} breaks its contract at ${path?.map(({ key }) => key).join(".")}: ${message}`);
  }
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(result.output)), sent)) return;
  throw new Error(`${what} says more than its contract names: ${JSON.stringify(sent).slice(0, 300)}`);
}

/** Holds each event of a stream to the contract as it passes. */
export function holdEvents(
  what: string,
  schema: v.GenericSchema,
  events: AsyncIterable<unknown>,
): AsyncIterable<unknown> {
  const iterator = events[Symbol.asyncIterator]();
  const held: AsyncIterator<unknown> = {
    async next() {
      const next = await iterator.next();
      if (!next.done) holdToContract(what, schema, next.value);
      return next;
    },
    // A generator would hand this on only after the next event.
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => held };
}
