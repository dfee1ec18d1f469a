import { ChannelProblem } from "./ChannelProblem.ts";

/** The connection was never made, so nothing was sent. */
const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** A provider that takes longer is given up. */
const withinMs = 20_000;
const longestRetryMs = 60 * 60_000;

export interface ProviderRequest extends Omit<RequestInit, "signal"> {
  signal: AbortSignal;
  /** Longer than usual: for a provider that holds the request until there is news. */
  withinMs?: number;
}

export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * Makes what asks a provider. Gives its answer where it decided something; throws a ChannelProblem where it is busy, down or
 * can't be reached, which says whether the request may have arrived.
 */
export function createProviderFetch(fetchOut: typeof fetch, provider: string): ProviderFetch {
  return async (url, { signal, withinMs: within = withinMs, ...init }) => {
    let answer: Response;
    try {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(within)]);
      answer = await fetchOut(url, { ...init, redirect: "error", signal: ends });
    } catch (error) {
      signal.throwIfAborted();
      throw describeFailure(error, provider);
    }
    if (answer.status === 429) {
      const body = await answer.text().catch(() => "");
      const ms = readRetryAfter(answer.headers.get("retry-after"), body);
      throw new ChannelProblem("later", `${provider} asks to send more slowly.`, ms);
    }
    if (answer.status < 500) return answer;
    await answer.body?.cancel();
    if (answer.status === 504)
      throw new ChannelProblem("unknown", `${provider} did not say in time whether it sent this.`);
    throw new ChannelProblem("later", `${provider} has a problem of its own (${answer.status}).`);
  };
}

function describeFailure(error: unknown, provider: string): ChannelProblem {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (neverConnected.has(code)) return new ChannelProblem("later", `${provider} can't be reached (${code}).`);
  return new ChannelProblem("unknown", `The connection to ${provider} broke before it answered.`);
}

/** Providers say it in a header, in seconds, or in the answer's `retry_after`. */
function readRetryAfter(header: string | null, body: string): number {
  const inBody = /"retry_after"\s*:\s*([\d.]+)/.exec(body)?.[1];
  const seconds = Number(header ?? inBody ?? 1);
  return Number.isFinite(seconds) ? Math.min(longestRetryMs, Math.max(0, seconds * 1000)) : 1000;
}
