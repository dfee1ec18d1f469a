import type { Store } from "../database/store.ts";
import type { Bus } from "./bus.ts";
import { openLocalBus } from "./localBus.ts";

export interface BusOptions {
  store: Store;
  /** Is told of a lost connection, which the bus mends by itself. */
  report?: (error: unknown) => void;
  /** Is told in words that it can't hear other processes at once. */
  warn?: (text: string) => void;
}

/** Opens the bus that belongs to this store. */
export async function openBus({ store, report = console.error, warn = () => {} }: BusOptions): Promise<Bus> {
  const { databaseUrl } = store;
  if (!databaseUrl) return openLocalBus(report);
  const { openPostgresBus } = await import("./postgresBus.ts");
  return openPostgresBus({ databaseUrl, report, warn });
}
