import type { InstallationCheck } from "../../shared/domain/installation.ts";

/** What a check finds; null where it has nothing to look at here. */
export type Found = Omit<InstallationCheck, "name"> | null;

/** All is well. */
export function pass(message: string): Found {
  return { state: "ok", message, lines: [] };
}

/** It works, and should not stay so; the lines are what to paste. */
export function warn(message: string, ...lines: string[]): Found {
  return { state: "warning", message, lines };
}

/** It does not work, or will not; the lines are what to paste. */
export function fail(message: string, ...lines: string[]): NonNullable<Found> {
  return { state: "error", message, lines };
}
