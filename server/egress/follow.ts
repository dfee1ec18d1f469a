import type { IncomingMessage } from "node:http";
import { EgressError } from "./EgressError.ts";
import type { EgressAnswer, EgressRequest } from "./EgressRequest.ts";
import { keepHarmless, readHeaders, vetHeaders } from "./headers.ts";
import { openRequest } from "./openRequest.ts";
import type { Hop } from "./openRequest.ts";
import { readBody } from "./readBody.ts";
import { resolveTarget } from "./resolveTarget.ts";
import type { Policy } from "./resolveTarget.ts";
import { parseTarget } from "./target.ts";
import { withinDeadline } from "./time.ts";

type Journey = { url: string; request: EgressRequest; policy: Policy; signal: AbortSignal };
/** A request that may be followed by another one. */
export type Step = Omit<Hop, "addresses">;

/** Sends the request, follows its redirects with every check repeated at each, and gives the last answer. */
export async function follow({ url, request, policy, signal }: Journey): Promise<EgressAnswer> {
  const { maxRedirects = 5, headersTimeoutMs = 15_000, method = "GET", body } = request;
  const redirects: string[] = [];
  const seen = new Set<string>();
  let step: Step = { url: parseTarget(url), method, headers: vetHeaders(request.headers ?? {}), body };
  while (true) {
    const addresses = await withinDeadline(resolveTarget(step.url, policy), signal);
    const response = await openRequest({ ...step, addresses }, signal, headersTimeoutMs);
    const next = await findNextStep(step, response, request.onRedirect);
    if (!next) return { ...(await readAnswer({ step, response, request, signal })), redirects };
    response.destroy();
    redirects.push(step.url.href);
    seen.add(nameOf(step));
    if (seen.has(nameOf(next))) throw new EgressError("redirectLoop", { log: next.url.href });
    if (redirects.length > maxRedirects)
      throw new EgressError("tooManyRedirects", { log: redirects.join(" ") });
    step = next;
  }
}

/** Gives what a redirect leads to; undefined where the answer is none, or nobody wants to follow it. */
export async function findNextStep(
  step: Step,
  response: IncomingMessage,
  onRedirect?: EgressRequest["onRedirect"],
): Promise<Step | undefined> {
  const { statusCode = 0, headers } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  const url = parseRedirect(headers.location, step.url);
  if (onRedirect && !(await onRedirect(url, step.url))) return undefined;
  const kept = url.origin === step.url.origin ? step.headers : keepHarmless(step.headers);
  if (!becomesGet(statusCode, step.method)) return { ...step, url, headers: kept };
  const { "content-type": _ofTheBody, ...withoutBody } = kept;
  return { url, method: "GET", headers: withoutBody };
}

/** Reads a redirect's target against the page it stands on, and vets its text as strictly as a typed address. */
function parseRedirect(location: string, base: URL): URL {
  // Header bytes arrive as latin1; an address that is not ASCII was meant as UTF-8.
  const text = Buffer.from(location, "latin1").toString("utf8").trim();
  const url = /^[^?#]*\\/.test(text) ? null : URL.parse(text, base);
  try {
    return parseTarget(url?.href ?? text);
  } catch (error) {
    const cause = error instanceof EgressError ? error.log : String(error);
    throw new EgressError("address", {
      message:
        "The address redirects to one that cannot be fetched. Give the address where the content stands.",
      log: `redirect to ${text.slice(0, 200)}: ${cause}`,
    });
  }
}

// A form's answer may say "see there": the second request then is a plain read, as in every browser.
function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== "HEAD";
  return (status === 301 || status === 302) && method === "POST";
}

function nameOf(step: Step): string {
  return `${step.method} ${step.url.origin}${step.url.pathname}${step.url.search}`;
}

type Arrival = { step: Step; response: IncomingMessage; request: EgressRequest; signal: AbortSignal };

async function readAnswer(arrival: Arrival): Promise<Omit<EgressAnswer, "redirects">> {
  const { step, response, request, signal } = arrival;
  const head = {
    status: response.statusCode ?? 0,
    url: step.url.href,
    headers: readHeaders(response.headers),
  };
  const hasBody = step.method !== "HEAD" && head.status !== 204 && head.status !== 304;
  if (!hasBody || request.accept?.(head) === false) {
    response.destroy();
    return { ...head, body: Buffer.alloc(0) };
  }
  const { maxBytes, minBytesPerSecond = 0, slowWindowMs = 10_000 } = request;
  return { ...head, body: await readBody(response, { maxBytes, minBytesPerSecond, slowWindowMs }, signal) };
}
