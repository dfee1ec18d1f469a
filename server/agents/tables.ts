import type { VersionReason } from "../../shared/domain/versions/reasons.ts";

export interface AgentRow {
  organizationId: string;
  id: string;
  status: "live" | "paused";
  /** The draft: JSON of AgentConfiguration. */
  configuration: string;
  revision: number;
  publishedVersion: number;
  /** The newest version, which need not be public: the next one gets the number after it. */
  lastVersion: number;
  hasUnpublishedChanges: number;
  /** JSON list of SetupGuideItem; empty for an agent that was made before there was a guide. */
  setupGuide: string;
  /** JSON of SavedBy: who saved the draft last; null where nobody did since it was made. */
  savedBy: string | null;
  /** 1: its conversations are made up, to show figures to a newcomer. */
  isDemo: number;
  createdAt: number;
  updatedAt: number;
}

/** The draft as it was, with what each capability froze beside it, by the capability's name. */
export interface AgentVersionRow {
  organizationId: string;
  agentId: string;
  version: number;
  configuration: string;
  parts: string;
  /** `publish` makes a version live; the others are there to go back to (work.ts). */
  reason: VersionReason;
  /** The publisher's note. */
  note: string;
  /** 1: the pages that it met are kept for as long as it is. */
  keepsKnowledge: number;
  /** JSON list of what differed from the version that was public then; null for a version of before that was noted. */
  summary: string | null;
  createdBy: string | null;
  createdAt: number;
}

/** An agent that was deleted and can be restored. While it is here every call answers as if there were none. */
export interface DeletedAgentRow {
  organizationId: string;
  id: string;
  name: string;
  icon: string;
  /** JSON of its AgentRow. */
  row: string;
  deletedBy: string | null;
  deletedAt: number;
  removeAt: number;
  /** The job that removes it for good. */
  jobId: string;
}

declare module "../database/store.ts" {
  interface Tables {
    agents: AgentRow;
    agentVersions: AgentVersionRow;
    deletedAgents: DeletedAgentRow;
  }
}
