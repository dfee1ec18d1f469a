import type { Store } from "../database/store.ts";
import type { Bus } from "./bus.ts";
import { openLocalBus } from "./localBus.ts";
import { openPostgresBus } from "./postgresBus.ts";

export interface BusOptions {
  store: Store;
  /** Is told of a lost connection, which the bus mends by itself. */
  report?: (error: unknown) => void;
  /** Is told in words that it can't hear other processes at once. */
  warn?: (text: string) => void;
}

/** Opens the bus that belongs to this store. */
export async function openBus({ store, report = console.error, warn = () => {} }: BusOptions): Promise<Bus> {
  return store.databaseUrl
    ? openPostgresBus({ databaseUrl: store.databaseUrl, report, warn })
    : openLocalBus(report);
}
