import { errors as jose } from "jose";
import * as oauth from "oauth4webapi";
import { AppError } from "../../shared/errors/errors.ts";

/** Gives what people are told of a sign-in by the provider that failed. */
export function explainSocialFault(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(findCode(cause), { cause: nameIssuers(cause) ?? cause });
}

/** An issuer that is not the expected one is said with both, for the operator's log; null for other faults. */
function nameIssuers(cause: unknown): Error | null {
  if (!(cause instanceof oauth.OperationProcessingError) || cause.code !== oauth.JWT_CLAIM_COMPARISON)
    return null;
  const { claim, claims, expected } = Object(cause.cause) as Record<string, unknown>; // absent ones are undefined
  if (claim !== "iss") return null;
  const said = String(Reflect.get(Object(claims), "iss"));
  return new Error(`The token's issuer is ${said}, and ${String(expected)} is expected.`, { cause });
}

function findCode(cause: unknown): "provider_cancelled" | "provider_refused" | "provider_failed" {
  if (cause instanceof oauth.AuthorizationResponseError)
    return cancellations.has(cause.error) ? "provider_cancelled" : "provider_failed";
  // A code that was used, is too old, or belongs to another sign-in.
  if (cause instanceof oauth.ResponseBodyError)
    return cause.error === "invalid_grant" ? "provider_refused" : "provider_failed";
  if (cause instanceof oauth.OperationProcessingError)
    return refusals.has(cause.code ?? "") ? "provider_refused" : "provider_failed";
  if (cause instanceof jose.JWKSTimeout || cause instanceof jose.JWKSInvalid) return "provider_failed";
  // What jose throws for an answer of the provider that holds no keys is of no class of its own.
  if (cause instanceof jose.JOSEError && cause.code !== "ERR_JOSE_GENERIC") return "provider_refused";
  return "provider_failed";
}

/** Errors by which a provider says that the person did not continue. */
const cancellations = new Set([
  "access_denied",
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

/** Faults of what was sent, not of the provider: other issuer, audience, nonce or time. */
const refusals = new Set<string>([
  oauth.JWT_CLAIM_COMPARISON,
  oauth.JWT_TIMESTAMP_CHECK,
  oauth.JSON_ATTRIBUTE_COMPARISON,
  oauth.INVALID_RESPONSE,
]);
