import { Readable } from "node:stream";
import { EgressError } from "./EgressError.ts";
import { readHeaders, vetHeaders } from "./headers.ts";
import { openRequest } from "./openRequest.ts";
import { resolveTarget } from "./resolveTarget.ts";
import type { Policy } from "./resolveTarget.ts";
import { parseTarget } from "./target.ts";

type Delay = <Result>(work: () => Promise<Result>) => Promise<Result>;

const headersTimeoutMs = 120_000;
const withoutBody = new Set([101, 204, 205, 304]);

/** Makes a fetch that opens connections to checked addresses only and gives the answer's body as it comes. */
export function createStreamFetch(policy: Policy, delay: Delay): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, signal } = request;
    const url = parseTarget(request.url);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers = vetHeaders(Object.fromEntries(request.headers));
    const response = await delay(async () => {
      const addresses = await resolveTarget(url, policy);
      return openRequest({ url, addresses, method, headers, body, isPlain: true }, signal, headersTimeoutMs);
    });
    const status = response.statusCode ?? 0;
    const coding = response.headers["content-encoding"] ?? "identity";
    const isRedirect = status >= 300 && status < 400 && status !== 304;
    if (isRedirect || status < 200 || coding !== "identity") {
      response.destroy();
      throw isRedirect
        ? new EgressError("tooManyRedirects", { log: `${status} of ${url.href}` })
        : new EgressError("undecodable", { log: `${status}, content-encoding ${coding}` });
    }
    // Node's own type of stream for the web differs from the global one in name only.
    const stream = Readable.toWeb(response) as ReadableStream<Uint8Array>;
    return new Response(withoutBody.has(status) ? null : stream, {
      status,
      headers: readHeaders(response.headers),
    });
  };
}
