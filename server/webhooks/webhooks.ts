import type { Capability, Leaf } from "../agents/capability.ts";
import { webhooksMigrations } from "./migrations.ts";
import { webhookRoutes } from "./calls.ts";
import { deliveryRoutes } from "./deliveryCalls.ts";
import type { WebhookDeps } from "./deps.ts";
import { createDispatcher } from "./dispatcher.ts";
import { forgetAgent, startPruning } from "./history.ts";

/** Makes the webhooks of this process: their calls, and the sending. */
export const webhooks: Leaf<WebhookDeps> = { create: createWebhooks, migrations: webhooksMigrations };

function createWebhooks(deps: WebhookDeps): Capability {
  const dispatcher = createDispatcher(deps);
  let stopPruning = async () => {};
  return {
    name: "webhooks",
    routes: [...webhookRoutes(deps), ...deliveryRoutes(deps)],
    // What was sent of an agent is deleted with it.
    part: { name: "webhooks", remove: forgetAgent },
    start: async () => {
      stopPruning = startPruning(deps);
      await dispatcher.start();
    },
    // What was on its way is sent again by the next process.
    stop: async () => {
      await stopPruning();
      await dispatcher.stop();
    },
  };
}
