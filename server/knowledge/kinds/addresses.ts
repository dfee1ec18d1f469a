import { schemeOf } from "../../../shared/domain/generate.ts";
import { AppError } from "../../../shared/errors/errors.ts";

/** An address as people type it, with or without its scheme; null for what can't be one. */
export function completeAddress(typed: string): string | null {
  const text =
    /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]*:\d+(\/|$)/.test(typed)
      ? typed
      : `${schemeOf(typed)}://${typed}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : null;
}

/** The answer to what can't be an address, beside the fields that hold it. */
export function refuseAddresses(paths: string[]): AppError {
  const message = "Write a web address like https://example.com.";
  return new AppError("invalid_input", { fields: paths.map((path) => ({ path, message })) });
}
