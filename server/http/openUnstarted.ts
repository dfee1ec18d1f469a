import { join } from "node:path";
import { version } from "../../shared/domain/product.ts";
import { openSecrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import { providerFetch } from "../egress/providerFetch.ts";
import { createLog } from "../requests/log.ts";
import type { ServerOptions } from "./options.ts";
import { openServer } from "./server.ts";
import type { Server } from "./server.ts";

/** What the configuration says; the rest is made here. */
type Configured = Omit<
  ServerOptions,
  | "store"
  | "secrets"
  | "log"
  | "now"
  | "distDir"
  | "version"
  | "fetch"
  | "hasModelThread"
  | "checksAnswers"
  | "stripe"
> & { secretKey: string | undefined };

const stopWithinMs = 5000;

/** Opens a server that does no work and listens to nobody: a command asks its calls, also beside one that runs. */
export async function openUnstarted(
  store: Store,
  config: Configured,
): Promise<{ server: Server; stop(): Promise<void> }> {
  const server = await openServer({
    ...config,
    // A worker answers no calls.
    role: "all",
    stripe: null,
    ...{ store, secrets: openSecrets(config), version, now: Date.now },
    log: createLog({ write: (line) => process.stderr.write(line), isPretty: false, level: "warn" }),
    distDir: join(import.meta.dirname, "../../dist"),
    ...{ fetch: providerFetch, hasModelThread: false, checksAnswers: false },
  });
  return { server, stop: () => server.stop(stopWithinMs) };
}
