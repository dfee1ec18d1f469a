import type { IncomingMessage } from "node:http";
import { EgressError } from "./EgressError.ts";
import { findNextStep } from "./follow.ts";
import type { Step } from "./follow.ts";
import { openRequest } from "./openRequest.ts";
import { makeResponse, readRequest } from "./streamFetch.ts";

const headersTimeoutMs = 120_000;
const mostRedirects = 5;

/**
 * A fetch for model providers at their own addresses and at those that the operator set in the environment: they are
 * trusted, and may well be private. Answers are read as readWhenAsked.ts says, which costs less than half of what the platform's fetch does.
 */
export const providerFetch: typeof fetch = async (input, init) => {
  const { url, method, headers: given, body, redirect, signal } = await readRequest(input, init);
  const headers = { accept: "*/*", "user-agent": "node", ...given };
  try {
    let step: Step = { url: new URL(url), method, headers, body };
    for (let redirects = 0; ; redirects += 1) {
      const hop = { ...step, addresses: "operator" as const, isPlain: true };
      const response = await openRequest(hop, signal, headersTimeoutMs);
      const next = await findNextStep(step, response);
      if (!next) return unpack(response);
      response.destroy();
      if (redirect !== "follow" || redirects === mostRedirects)
        throw new EgressError("tooManyRedirects", { log: step.url.href });
      step = next;
    }
  } catch (error) {
    signal.throwIfAborted();
    // What the platform's fetch says, which the SDKs know.
    throw new TypeError("fetch failed", { cause: error });
  }
};

/** Nobody asks for a packed answer, but some servers pack whatever they send. */
function unpack(response: IncomingMessage): Response {
  const packing = response.headers["content-encoding"];
  if (packing !== "gzip" && packing !== "deflate") return makeResponse(response);
  delete response.headers["content-encoding"];
  const { body, status, headers } = makeResponse(response);
  return new Response(body?.pipeThrough(new DecompressionStream(packing)), { status, headers });
}
