import { EgressError } from "./EgressError.ts";
import type { EgressAnswer, EgressRequest } from "./EgressRequest.ts";
import { follow } from "./follow.ts";
import { createPolicy } from "./policy.ts";
import type { PolicyOptions } from "./policy.ts";
import { resolveTarget } from "./resolveTarget.ts";
import { createStreamFetch } from "./streamFetch.ts";
import { parseTarget } from "./target.ts";
import { createDelay, startDeadline } from "./time.ts";

/** The server's way to addresses that people typed; see README.md. */
export type Egress = {
  /** Gives the parsed address when a request to it would be let out, and throws an EgressError otherwise. */
  check: (url: string) => Promise<URL>;
  /** Gives the checked addresses of a host, for a protocol that isn't HTTP: connect to these and not to the name. */
  resolve: (host: string) => Promise<string[]>;
  /** Sends a request and gives the whole answer, whatever its status. Throws an EgressError, nothing else. */
  fetch: (url: string, options: EgressRequest) => Promise<EgressAnswer>;
  /**
   * The platform's fetch behind the same checks, for answers that are read while they come. No redirect is followed:
   * what goes along, such as a key, is meant only for this address. Throws an EgressError.
   */
  streamFetch: typeof fetch;
};

/** Makes the way out from the operator's EGRESS_ALLOW. Throws when that holds something that is not a range. */
export function createEgress(options: PolicyOptions): Egress {
  const policy = createPolicy(options);
  const delay = createDelay(options.wait);
  return {
    check: (url) =>
      delay(async () => {
        const target = parseTarget(url);
        await resolveTarget(target, policy);
        return target;
      }),
    resolve: (host) =>
      delay(async () => {
        const target = URL.parse(`https://${host}`);
        if (!target || !/^[\w.:[\]-]+$/.test(host)) throw new EgressError("address", { log: "is no host" });
        return resolveTarget(target, policy);
      }),
    fetch: (url, request) =>
      delay(async () => {
        const deadline = startDeadline(request.timeoutMs, request.signal);
        try {
          return await follow({ url, request, policy, signal: deadline.signal });
        } finally {
          deadline.stop();
        }
      }),
    streamFetch: createStreamFetch(policy, delay),
  };
}
