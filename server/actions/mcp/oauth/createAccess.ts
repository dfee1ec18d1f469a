import { auth, extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import type { AuthProvider } from "@modelcontextprotocol/client";
import { createProvider } from "./createProvider.ts";
import type { ProviderOptions } from "./createProvider.ts";
import { currentTokens } from "./grant.ts";
import type { Grant, KeptTokens } from "./grant.ts";

/** Where one server's grant is kept, for all processes alike. */
export interface GrantPlace {
  read(): Promise<Grant>;
  keep(grant: Grant): Promise<void>;
  /** Gives `false` as long as another exchange has it. */
  takeLease(): Promise<boolean>;
  giveLease(): Promise<void>;
  /** Lets some time pass until the other one may be done. */
  pause(signal: AbortSignal): Promise<void>;
}

export interface AccessOptions extends Omit<
  ProviderOptions,
  "grant" | "keep" | "leave" | "pending" | "redirectUrl"
> {
  url: string;
  fetch: typeof fetch;
  place: GrantPlace;
  signal: AbortSignal;
}

/** A token that ends so soon could end on its way. */
const soonMs = 30_000;

/** Thrown where only a person can go on. */
class NeedsPerson extends Error {}

/**
 * Signs requests with the tokens that are kept. A pair is renewed by one exchange at a time, under a lease: some
 * issuers take a refresh token once, and end the sign-in when it is used again.
 */
export function createAccess({ url, fetch, place, signal, now, ...options }: AccessOptions): AuthProvider {
  let used: KeptTokens | undefined;

  async function renew(challenge: ReturnType<typeof extractWWWAuthenticateParams>): Promise<void> {
    const old = used?.access_token;
    while (!(await place.takeLease())) await place.pause(signal);
    try {
      const grant = await place.read();
      const kept = currentTokens(grant);
      // Another exchange was quicker.
      if (kept && kept.access_token !== old) return void (used = kept);
      if (!kept?.refresh_token) throw new NeedsPerson("there is nothing to renew the sign-in with");
      const leave = () => {
        throw new NeedsPerson("the issuer no longer renews the sign-in");
      };
      const keep = (changed: Grant) => place.keep(changed);
      // A renewal leads nobody back.
      const redirectUrl = "http://localhost";
      const { resourceMetadataUrl, scope } = challenge;
      const provider = createProvider({ ...options, now, grant, keep, leave, redirectUrl });
      await auth(provider, {
        serverUrl: url,
        fetchFn: fetch,
        ...(resourceMetadataUrl && { resourceMetadataUrl }),
        ...(scope && { scope }),
      });
      used = currentTokens(grant);
    } finally {
      await place.giveLease();
    }
  }

  return {
    async token() {
      used ??= currentTokens(await place.read());
      const { expiresAt = null, refresh_token: canRenew } = used ?? {};
      if (canRenew && expiresAt !== null && expiresAt < now() + soonMs) await renew({}).catch(ignore);
      return used?.access_token;
    },
    async onUnauthorized({ response }) {
      await renew(extractWWWAuthenticateParams(response));
    },
  };
}

/** The token may still be good, and a refusal says more. */
function ignore(): void {}
