import { EgressError } from "../../../egress/EgressError.ts";

/** What an issuer says of itself, and tokens, are much shorter. */
const mostBytes = 1_000_000;
/** Four such requests fit into the lease under which a sign-in is renewed. */
const withinMs = 10_000;

/** A fetch for what is said about signing in: it is read whole, within a time and a size, before anybody looks at it. */
export function boundedFetch(outward: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const late = AbortSignal.timeout(withinMs);
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
    const response = await outward(input, { ...init, signal });
    if (response.body === null) return response;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body) {
      size += piece.byteLength;
      if (size > mostBytes) throw new EgressError("tooLarge", { log: "an MCP server's issuer" });
      pieces.push(piece);
    }
    const { status, statusText, headers } = response;
    return new Response(Buffer.concat(pieces), { status, statusText, headers });
  };
}
