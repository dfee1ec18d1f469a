import type { Secrets } from "../../database/secrets.ts";
import type { Store } from "../../database/store.ts";
import type { PublicOrigin } from "../../accounts/publicOrigin.ts";
import type { Gates } from "../../requests/gates.ts";
import type { Scheduler } from "../../timing/scheduler.ts";
import type { Egress } from "../../egress/egress.ts";

/** What MCP servers are reached with. */
export interface McpDeps {
  store: Store;
  seal: Secrets;
  egress: Pick<Egress, "check" | "streamFetch">;
  lookOrigin: PublicOrigin["look"];
  /** Of this product, as servers are told it. */
  version: string;
  /** A member of an organization; null for everybody else. */
  findMember: Gates["findMember"];
  /** Whether this session of a person still holds. */
  hasSession(session: { sessionId: string; userId: string }): Promise<boolean>;
  /** Signs the addresses of apps' pages. */
  appKey: Uint8Array;
  scheduler: Scheduler;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
