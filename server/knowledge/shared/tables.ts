/** An agent answers from one of the organization's own data sources. */
export interface SharedSourceUseRow {
  organizationId: string;
  agentId: string;
  sourceId: string;
}

declare module "../../database/store.ts" {
  interface Tables {
    sharedSourceUse: SharedSourceUseRow;
  }
}
