import { AppError } from "../../shared/errors/errors.ts";
import { answerError, toAppError } from "./answerError.ts";
import type { ErrorContext } from "./answerError.ts";

/** Refuses everything but a browser that goes to this address itself: pictures, frames and scripts of other sites. */
export function refuseUnseen(headers: Headers): void {
  const destination = headers.get("sec-fetch-dest");
  if (destination !== null && destination !== "document") throw new AppError("cross_site");
}

/** Leads a browser on. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } });
}

/** Leads a browser to the page that says what went wrong; it is logged as everywhere. */
export function redirectWithError(page: string, thrown: unknown, context: ErrorContext): Response {
  answerError(thrown, context);
  const query = new URLSearchParams({ signInError: toAppError(thrown).code, requestId: context.requestId });
  return redirectTo(`${page}?${query}`);
}
