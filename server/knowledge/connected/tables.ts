import type {
  ConnectionProvider,
  SourceConnection,
} from "../../../shared/contract/knowledge/sourceConnection.ts";

/** An account at a provider, with the access to it. */
export interface ConnectionRow {
  organizationId: string;
  id: string;
  /** The member who connected it. */
  userId: string;
  provider: ConnectionProvider;
  /** What the provider calls the account; the same one connected again is the same row. */
  accountId: string;
  name: string;
  state: SourceConnection["state"];
  /** JSON of Tokens (connections.ts), sealed. */
  sealedAccess: string;
  createdAt: number;
  updatedAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    connections: ConnectionRow;
  }
}
