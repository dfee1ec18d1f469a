import type { SyncDeps } from "../sync/reading.ts";
import type { Findings } from "./findings.ts";

export type PreprocessDeps = Pick<
  SyncDeps,
  "store" | "egress" | "parser" | "openFile" | "publicUrl" | "crawlRate" | "crawlClock" | "connected" | "now"
>;

/** What a preview of one kind of source works with. */
export interface Looking extends PreprocessDeps {
  organizationId: string;
  findings: Findings;
  signal: AbortSignal;
}
