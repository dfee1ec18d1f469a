import type { Secrets } from "../../database/secrets.ts";
import type { Store } from "../../database/store.ts";
import type { Egress } from "../../egress/egress.ts";

/** What MCP servers are reached with. */
export interface McpDeps {
  store: Store;
  seal: Secrets;
  egress: Pick<Egress, "check" | "streamFetch">;
  /** Of this product, as servers are told it. */
  version: string;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
