import { signatureHeaders } from "../../shared/domain/signature.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { ErrorBody, ErrorCode } from "../../shared/errors/errors.ts";
import { isConnectionLoss, isDiskFull, isTooSlow, isUnkeepable } from "../database/faults.ts";
import type { Log } from "./log.ts";

export interface ErrorContext {
  requestId: string;
  log: Log;
  now: number;
  /** What was asked for, as the log names it. */
  what: string;
  /** Whose request it was. */
  address: string;
}

/** What is refused for safety's sake; the operator's log has each as a security event (SECURITY.md). */
const refusals = new Set<ErrorCode>([
  ...(["api_key_refused", "api_key_not_allowed", "identity_refused", "signature_refused"] as const),
  ...(["forbidden", "cross_site", "origin_not_allowed", "invite_for_other"] as const),
  ...(["provider_refused", "captcha_refused", "too_many"] as const),
]);

/** Gives the answer to whatever was thrown. What people may not see goes to the log, and they get the request's id. */
export function answerError(thrown: unknown, context: ErrorContext): Response {
  const { requestId, log, now, what, address } = context;
  const error = toAppError(thrown);
  if (refusals.has(error.code))
    log.warn("security", { event: "refused", address, code: error.code, what, requestId });
  if (error.status >= 500 || error !== thrown) log.error(`${what} failed`, thrown, { requestId });
  const headers = new Headers({ "Content-Type": "application/json" });
  if (error.retryAfterSeconds !== undefined) headers.set("Retry-After", String(error.retryAfterSeconds));
  // With it a client whose clock is wrong signs once more by ours.
  if (error.code === "signature_refused") headers.set(signatureHeaders.timestamp, String(now));
  // The rest of such a body was not read, so nothing can follow it on this connection.
  if (error.code === "too_large" || error.code === "timeout") headers.set("Connection", "close");
  return new Response(JSON.stringify(describeError(error, requestId)), { status: error.status, headers });
}

/** An error as clients read it. */
export function describeError({ code, message, fields }: AppError, requestId: string): ErrorBody {
  return { error: { code, message, fields, requestId }, message };
}

const databaseAwaySeconds = 2;
const diskFullSeconds = 30;
const diskFull =
  "The server's disk is full, so nothing can be kept at the moment. Its operator has to make room; then try again.";
const tooSlow = "This takes too long. Ask for less at a time: a shorter time, or fewer filters.";
const unkeepable = "Some of what was sent can't be kept: a number is too large, or no number.";

/**
 * What nobody meant for people becomes `internal`. Told in words are: a database that is away, which passes, so that the
 * client, a webhook's sender too, asks again; a full disk; what takes too long; and a value that can't be kept, where the
 * contract has no bound and asking again would not help.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isUnkeepable(thrown)) return new AppError("invalid_input", { cause: thrown, message: unkeepable });
  if (isDiskFull(thrown)) {
    const retryAfterSeconds = diskFullSeconds;
    return new AppError("unavailable", { cause: thrown, message: diskFull, retryAfterSeconds });
  }
  if (isTooSlow(thrown)) return new AppError("unavailable", { cause: thrown, message: tooSlow });
  if (!isConnectionLoss(thrown)) return new AppError("internal", { cause: thrown });
  return new AppError("unavailable", { cause: thrown, retryAfterSeconds: databaseAwaySeconds });
}
