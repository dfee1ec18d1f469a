import type { Store } from "../database/store.ts";
import { openLocalBus } from "./localBus.ts";
import { openPostgresBus } from "./postgresBus.ts";

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

export interface BusOptions {
  store: Store;
  /** Is told of a lost connection, which the bus mends by itself. */
  report?: (error: unknown) => void;
}

/** Opens the bus that belongs to this store. */
export async function openBus({ store, report = console.error }: BusOptions): Promise<Bus> {
  return store.databaseUrl
    ? openPostgresBus({ databaseUrl: store.databaseUrl, report })
    : openLocalBus(report);
}
