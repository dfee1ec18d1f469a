import type { DataSource, SyncRun } from "../../../shared/contract/knowledge/knowledge.ts";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import type { BadgeTone } from "../../../shared/ui/Badge.tsx";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";

interface Words {
  label: string;
  tone: BadgeTone;
}

/** What a source's state is called. */
export const statusWords: Record<DataSource["status"], Words> = {
  draft: { label: "Not read yet", tone: "neutral" },
  queued: { label: "Waiting", tone: "neutral" },
  syncing: { label: "Syncing", tone: "accent" },
  ready: { label: "Ready", tone: "success" },
  partly: { label: "Partly read", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
  empty: { label: "Nothing found", tone: "warning" },
};

/** What the state of this source is called: one that waits for its first push has nothing wrong. */
export function describeStatus({ status, config }: Pick<ShownSource, "status" | "config">): Words {
  if (status === "empty" && kindHas(config.kind, "isPushed"))
    return { label: "No documents yet", tone: "neutral" };
  return statusWords[status];
}

/** What a sync's state is called. */
export const runWords: Record<SyncRun["status"], Words> = {
  queued: { label: "Waiting", tone: "neutral" },
  running: { label: "Running", tone: "accent" },
  done: { label: "Done", tone: "success" },
  partly: { label: "Partly", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Canceled", tone: "neutral" },
};

/** Why a sync ran. */
export const triggerWords: Record<SyncRun["trigger"], string> = {
  create: "First sync",
  manual: "Started manually",
  update: "After a change",
  restore: "From a version",
  schedule: "On schedule",
  api: "By an API key",
  webhook: "By its webhook",
};

/** Whether a sync is running. */
export function isRunning(run: Pick<SyncRun, "status"> | null): boolean {
  return run?.status === "queued" || run?.status === "running";
}
