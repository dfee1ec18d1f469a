import type { DataSource } from "../../../../shared/contract/knowledge/knowledge.ts";
import { isSyncing } from "../../../state/knowledge/dataSourcesWatch.ts";

/** How far the agent's sources are read, all of them together. */
export interface Reading {
  /** `unknown` until the list was read; `failed` where nothing was read and nothing is being read. */
  status: "unknown" | "none" | "reading" | "read" | "failed";
  /** Pages that are done, of those found so far. */
  done: number;
  found: number;
  /** Pages that answers can come from by now. */
  pages: number;
  hasWebsite: boolean;
  /** Why the last one failed. */
  error: string | null;
}

type Source = Pick<DataSource, "status" | "error"> & {
  config: Pick<DataSource["config"], "kind">;
  counts: Readonly<DataSource["counts"]>;
  lastRun: Readonly<Pick<NonNullable<DataSource["lastRun"]>, "counts">> | null;
};

/** Adds up how far the agent's sources are read; null is a list that was not read yet. */
export function readReading(sources: readonly Source[] | null): Reading {
  const reading: Reading = {
    ...{ status: "unknown", done: 0, found: 0, pages: 0, hasWebsite: false, error: null },
  };
  if (!sources) return reading;
  for (const { status, error, config, counts, lastRun } of sources) {
    const run = isSyncing(status) ? lastRun?.counts : undefined;
    reading.pages += Math.max(counts.pages, run?.indexed ?? 0);
    reading.hasWebsite ||= config.kind === "website";
    if (status === "failed") reading.error ??= error;
    if (!run) continue;
    reading.found += run.found;
    reading.done += Math.min(run.found, run.indexed + run.unchanged + run.skipped + run.failed);
  }
  if (sources.length === 0) reading.status = "none";
  else if (sources.some(({ status }) => isSyncing(status))) reading.status = "reading";
  else reading.status = reading.pages === 0 && reading.error !== null ? "failed" : "read";
  return reading;
}

/** The reading in a few words, as beside its bar. */
export function describeReading({ done, found, hasWebsite }: Reading): string {
  const what = hasWebsite ? "your site" : "your sources";
  return found === 0 ? `Reading ${what}` : `Reading ${what}, ${done} of ${found} pages`;
}
