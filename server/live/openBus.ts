import type { Store } from "../database/store.ts";
import type { Bus } from "./bus.ts";
import { openLocalBus } from "./localBus.ts";
import { openPostgresBus } from "./postgresBus.ts";

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
