export interface AgentRow {
  organizationId: string;
  id: string;
  status: "live" | "paused";
  /** The draft: JSON of AgentConfiguration. */
  configuration: string;
  revision: number;
  publishedVersion: number;
  hasUnpublishedChanges: number;
  createdAt: number;
  updatedAt: number;
}

/** What visitors meet: the draft as it was, with what each capability froze beside it, by the capability's name. */
export interface AgentVersionRow {
  organizationId: string;
  agentId: string;
  version: number;
  configuration: string;
  parts: string;
  createdBy: string | null;
  createdAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    agents: AgentRow;
    agentVersions: AgentVersionRow;
  }
}
