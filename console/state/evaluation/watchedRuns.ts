import { authentication } from "../accounts/authentication.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { keptForTab } from "../platform/storage.ts";

/** A run of tests that was begun in this tab and has not ended as far as is known. */
export interface WatchedRun extends AgentPlace {
  runId: string;
}

/** Gives the runs that this user waits for in this tab. */
export function readWatchedRuns(): WatchedRun[] {
  try {
    return JSON.parse(keptForTab.read(nameOf()) ?? "[]") as WatchedRun[]; // written by ourselves, below
  } catch {
    return [];
  }
}

/** Keeps them over a reload. */
export function keepWatchedRuns(runs: WatchedRun[]): void {
  if (runs.length > 0) keptForTab.write(nameOf(), JSON.stringify(runs));
  else keptForTab.remove(nameOf());
}

function nameOf(): string {
  return `runs:${authentication.user?._id ?? ""}`;
}
