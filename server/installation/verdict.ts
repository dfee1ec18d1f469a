import type { InstallationCheck } from "../../shared/domain/installation.ts";

/** The result of a check. Null where it does not apply. */
export type Found = Omit<InstallationCheck, "name"> | null;

/** Nothing to do. */
export function pass(message: string): Found {
  return { state: "ok", message, lines: [] };
}

/** It works but should be changed. `lines` are to paste. */
export function warn(message: string, ...lines: string[]): Found {
  return { state: "warning", message, lines };
}

/** It fails now or will soon. `lines` are to paste. */
export function fail(message: string, ...lines: string[]): NonNullable<Found> {
  return { state: "error", message, lines };
}
