import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import type { JWTPayload } from "jose";
import type { AuthorizationServer } from "oauth4webapi";
import * as v from "valibot";
import { email as emailShape } from "../../shared/contract/shapes.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { googleIssuer } from "./socialSettings.ts";
import type { SocialSettings } from "./socialSettings.ts";

/** What the provider says of a person. */
export interface ProviderWord {
  issuer: string;
  /** Theirs for ever, whatever becomes of their address. */
  subject: string;
  email: string | null;
  /** Whether the provider itself has checked that the address is theirs. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  idToken: string;
}

/** The same as a token says it: null where it says nothing of whether the address was checked. */
export type ReadWord = Omit<ProviderWord, "isEmailVerified"> & { isEmailVerified: boolean | null };

interface ReaderDeps {
  settings: SocialSettings;
  discover: () => Promise<AuthorizationServer>;
  fetch: typeof fetch;
}

/** Signed by a key that only the provider has; what is signed by a shared secret or by nobody counts for nothing. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const clockToleranceSeconds = 60;

/**
 * Makes what reads ID tokens: signed by one of the provider's keys, meant for us, not too old, and made for this nonce.
 * Throws jose's own errors, and `provider_refused`.
 */
export function createCredentialReader({ settings, discover, fetch }: ReaderDeps) {
  const { issuer, clientId } = settings;
  let keys: { address: string; find: ReturnType<typeof createRemoteJWKSet> } | undefined;

  async function findKeys() {
    const address = (await discover()).jwks_uri;
    if (!address) throw new AppError("provider_failed");
    if (keys?.address !== address)
      keys = { address, find: createRemoteJWKSet(new URL(address), { [customFetch]: fetch }) };
    return keys.find;
  }

  return async function read(idToken: string, nonce: string): Promise<ReadWord> {
    const server = await discover();
    const issuers = issuer === googleIssuer ? [issuer, "accounts.google.com"] : [server.issuer];
    const { payload } = await jwtVerify(idToken, await findKeys(), {
      ...{ issuer: issuers, audience: clientId, algorithms },
      ...{ clockTolerance: clockToleranceSeconds, requiredClaims: ["sub", "iat", "exp", "nonce"] },
    });
    const isForUs = payload["azp"] === undefined || payload["azp"] === clientId;
    if (payload["nonce"] !== nonce || !isForUs || !payload.sub) throw new AppError("provider_refused");
    return { issuer, subject: payload.sub, ...readPerson(payload), idToken };
  };
}

/** Reads what an ID token, or the provider's user info, tells of the person. */
export function readPerson(
  claims: JWTPayload,
): Pick<ReadWord, "email" | "isEmailVerified" | "firstName" | "lastName"> {
  const email = v.safeParse(emailShape, claims["email"]);
  const [first, ...rest] = readText(claims["name"]).split(/\s+/);
  const isSaid = claims["email_verified"] !== undefined && claims["email_verified"] !== null;
  const given = readText(claims["given_name"]);
  return {
    email: email.success ? email.output : null,
    // Some providers write it as a text.
    isEmailVerified: isSaid ? claims["email_verified"] === true || claims["email_verified"] === "true" : null,
    firstName: given || first || (email.success ? (email.output.split("@")[0] ?? "") : ""),
    lastName: readText(claims["family_name"]) || (given ? "" : rest.join(" ")),
  };
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.trim().slice(0, 120) : "";
}
