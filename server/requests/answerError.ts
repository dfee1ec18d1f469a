import { signatureHeaders } from "../../shared/domain/signature.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { ErrorBody } from "../../shared/errors/errors.ts";
import { isConnectionLoss, isDiskFull, isUnkeepable } from "../database/faults.ts";
import type { Log } from "./log.ts";

export interface ErrorContext {
  requestId: string;
  log: Log;
  now: number;
  /** What was asked for, as the log names it. */
  what: string;
}

/** Gives the answer to whatever was thrown. What people may not see goes to the log, and they get the request's id. */
export function answerError(thrown: unknown, { requestId, log, now, what }: ErrorContext): Response {
  const error = toAppError(thrown);
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
const unkeepable = "Some of what was sent can't be kept: a number is too large, or no number.";

/**
 * Everything that nobody meant for people becomes `internal`, but a database that is away: that passes, so that whoever
 * asked, a webhook's sender too, asks once more. A full disk is told as such. And but a value that it can't keep: the contract has no bound there, and
 * asking once more would help nobody.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isUnkeepable(thrown)) return new AppError("invalid_input", { cause: thrown, message: unkeepable });
  if (isDiskFull(thrown)) {
    const retryAfterSeconds = diskFullSeconds;
    return new AppError("unavailable", { cause: thrown, message: diskFull, retryAfterSeconds });
  }
  if (!isConnectionLoss(thrown)) return new AppError("internal", { cause: thrown });
  return new AppError("unavailable", { cause: thrown, retryAfterSeconds: databaseAwaySeconds });
}
