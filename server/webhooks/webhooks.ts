import type { AgentPart } from "../agents/parts.ts";
import type { Route } from "../door/handle.ts";
import { webhookRoutes } from "./calls.ts";
import { deliveryRoutes } from "./deliveryCalls.ts";
import type { WebhookDeps } from "./deps.ts";
import { createDispatcher } from "./dispatcher.ts";
import { forgetAgent, startPruning } from "./history.ts";

/** Webhooks of one process: their calls, and the sending. */
export interface Webhooks {
  routes: Route[];
  /** What was sent of an agent is deleted with it. */
  part: AgentPart;
  /** Begins to send. */
  start(): Promise<void>;
  /** Ends the sending; what was on its way is sent again by whoever is next. */
  stop(): Promise<void>;
}

/** Makes the webhooks of this process. */
export function createWebhooks(deps: WebhookDeps): Webhooks {
  const dispatcher = createDispatcher(deps);
  let stopPruning = async () => {};
  return {
    routes: [...webhookRoutes(deps), ...deliveryRoutes(deps)],
    part: { name: "webhooks", remove: forgetAgent },
    start: async () => {
      stopPruning = startPruning(deps);
      await dispatcher.start();
    },
    stop: async () => {
      await stopPruning();
      await dispatcher.stop();
    },
  };
}
