import type { Gates } from "../../requests/gates.ts";
import type { Limits } from "../../requests/limits.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { Egress } from "../../egress/egress.ts";
import type { PublicOrigin } from "../../accounts/publicOrigin.ts";
import type { Scheduler } from "../../timing/scheduler.ts";
import type { IntegrationSettings } from "./settings.ts";

/** Something that a connected service reported, verified, once. */
export interface ServiceEvent extends AgentKey {
  id: string;
  /** The service's ID, and the connection's name. */
  service: string;
  connection: string;
  /** As the service calls it. */
  type: string;
  /** As it came. */
  body: string;
}

/** What connections are reached with. */
export interface IntegrationDeps {
  store: Store;
  seal: Secrets;
  egress: Egress;
  limits: Pick<Limits, "take">;
  origins: Pick<PublicOrigin, "look" | "find">;
  /** What the operator set of the providers. */
  integrations: IntegrationSettings;
  /** A member of an organization; null for everybody else. */
  findMember: Gates["findMember"];
  /** Whether this session of a person still holds. */
  hasSession(session: { sessionId: string; userId: string }): Promise<boolean>;
  /** Is told of each new event of a service, in the transaction that keeps it. */
  takeEvent(tx: Tx, event: ServiceEvent): Promise<void>;
  scheduler: Scheduler;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
