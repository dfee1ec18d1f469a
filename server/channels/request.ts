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

export interface ProviderRequest extends Omit<RequestInit, "signal" | "redirect"> {
  signal: AbortSignal;
  /** Gives the answer that redirects; else no provider redirects. */
  redirect?: "manual";
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
      answer = await fetchOut(url, { redirect: "error", ...init, signal: ends });
    } catch (error) {
      signal.throwIfAborted();
      throw describeFailure(error, provider);
    }
    const { status, headers } = answer;
    const retryAfter = headers.get("retry-after");
    if (status === 429) {
      const body = await answer.text().catch(() => "");
      const ms = readRetryAfter(retryAfter, body);
      throw new ChannelProblem("later", `${provider} asks to send more slowly.`, ms);
    }
    if (status < 500) return answer;
    await answer.body?.cancel();
    // A service that says when to retry has done nothing. Any other fault may have come after the message went out.
    if (status === 503 && retryAfter !== null)
      throw new ChannelProblem("later", `${provider} is busy (503).`, readRetryAfter(retryAfter, ""));
    throw new ChannelProblem("unknown", `${provider} has a problem (${status}).`);
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
