import type { GotResponse, SentRequest } from "../../../../shared/contract/skills/skills.ts";
import type { FormField } from "../../../../shared/domain/forms.ts";
import { EgressError } from "../../../egress/EgressError.ts";
import type { Egress } from "../../../egress/egress.ts";
import { pickResponse } from "./pickResponse.ts";
import { hidden } from "./writeRequest.ts";
import type { WrittenRequest } from "./writeRequest.ts";

/** What came of a request. `picked` is what the agent sees, `data` the same as a value. */
export interface SkillOutcome {
  request: SentRequest | null;
  response: GotResponse | null;
  picked: string | null;
  data: unknown;
  /** Why it failed, in a sentence; null where it did not. */
  error: string | null;
  ms: number;
  /** What the far side wants to know before it goes on; then all else says nothing yet. */
  asks?: OutcomeAsk;
  /** What it took of the agent's model; left out where that was not asked. */
  usage?: { tokensIn: number | null; tokensOut: number | null };
  /** What an app shows or is told of it. */
  app?: OutcomeApp;
}

/** `pageId` is null where the app that asked for it is told. `result` is the JSON of what the tool gave. */
export interface OutcomeApp {
  pageId: string | null;
  result: string | null;
}

/** A form that the far side asks for, drawn as our own. */
export interface OutcomeAsk {
  message: string;
  fields: FormField[];
  /** JSON of where the exchange stands; the reply returns it. */
  exchange: string;
}

const mostBytes = 1_000_000;
/** How many characters of a response are kept with a run. */
export const keptOfBody = 20_000;
const keptHeaders = 30;
const keptOfHeader = 300;

export interface Sending {
  request: WrittenRequest;
  /** What signs in: a service that says it back says it to nobody. */
  secret: string | null;
  pick: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Sends a request once. What goes wrong is in the outcome; it throws only where the signal ended it. */
export async function sendRequest(
  egress: Egress,
  { request, secret, pick, timeoutMs, signal }: Sending,
): Promise<SkillOutcome> {
  const { url, method, headers, body, shown } = request;
  const begun = performance.now();
  const base = { request: shown, response: null, picked: null, data: null };
  try {
    const answer = await egress.fetch(url, {
      ...{ method, headers, signal, timeoutMs, maxBytes: mostBytes },
      ...(body !== undefined && { body }),
      // What signs in is meant for this address alone, and a change is never sent twice.
      onRedirect: (to, from) => method === "GET" && to.origin === from.origin,
    });
    const hide = (said: string) => hideSecret(said, secret);
    const text = hide(answer.body.toString("utf8").replaceAll("\u0000", "\ufffd"));
    const response = {
      status: answer.status,
      headers: cutHeaders(answer.headers, hide),
      body: text.slice(0, keptOfBody),
    };
    const ms = Math.round(performance.now() - begun);
    if (answer.status < 200 || answer.status > 299)
      return {
        ...base,
        response,
        picked: text.slice(0, 500).toWellFormed(),
        error: describeStatus(answer.status),
        ms,
      };
    const picked = pickResponse(text, pick);
    if ("problem" in picked) return { ...base, response, error: picked.problem, ms };
    return { request: shown, response, picked: picked.text, data: picked.data, error: null, ms };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof EgressError)) throw thrown;
    return { ...base, error: thrown.message, ms: Math.round(performance.now() - begun) };
  }
}

export function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `The service redirects (${status}). Enter the final address.`;
  return `The service answered with ${status}.`;
}

/** So short a secret stands in texts by chance. */
const shortestHidden = 6;

function hideSecret(text: string, secret: string | null): string {
  return secret !== null && secret.length >= shortestHidden ? text.replaceAll(secret, hidden) : text;
}

function cutHeaders(headers: Record<string, string>, hide: (said: string) => string): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "set-cookie");
  return Object.fromEntries(
    kept.slice(0, keptHeaders).map(([name, value]) => [name, hide(value).slice(0, keptOfHeader)]),
  );
}
