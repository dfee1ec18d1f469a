/**
 * Short messages between everybody who uses one database: within the process on SQLite, between processes on Postgres.
 * They only wake: what they are about is a row, and a text carries its keys. A message may come twice.
 */
export interface Bus {
  /** Publish after the commit (`tx.afterCommit`), or readers look before the row is there. */
  publish(channel: string, text: string): void;
  /** Calls `hear` with every text; with null when texts may have been missed, so that it looks for itself. */
  subscribe(channel: string, hear: (text: string | null) => void): () => void;
  close(): Promise<void>;
}
