import type { Store } from "../../database/store.ts";
import type { Scheduler } from "../../timing/scheduler.ts";
import type { Plans } from "../plans.ts";
import { createCatalogue } from "./catalogue.ts";
import { createStripeClient } from "./client.ts";
import { projectSubscription } from "./project.ts";
import { reconcileSubscriptions } from "./reconcile.ts";
import type { StripeSettings } from "./settings.ts";
import { openPortal, subscribe } from "./subscribe.ts";
import { findSubscriptionRow, presentSubscription } from "./subscriptions.ts";
import { stripeWebhookPage } from "./webhookPage.ts";

export interface StripePlansOptions {
  store: Store;
  scheduler: Scheduler;
  now: () => number;
  report: (error: unknown) => void;
  settings: StripeSettings;
  fetch: typeof fetch;
}

const lookEveryMs = 60_000;

/** Plans that are paid by Stripe. Every question is answered from our own rows; Stripe is asked when something changes. */
export function createStripePlans(options: StripePlansOptions): Plans {
  const { store, scheduler, now, settings } = options;
  const client = createStripeClient(settings, options.fetch);
  const catalogue = createCatalogue(client, now);
  const deps = { ...options, client, listPlans: catalogue };
  let endLooking: (() => Promise<void>) | undefined;
  return {
    async findSubscription(organizationId) {
      const row = await findSubscriptionRow(store.db, organizationId, { ...settings, now: now() });
      return presentSubscription(row, { ...settings, now: now() });
    },
    refresh: (organizationId) => projectSubscription(deps, organizationId),
    listPlans: async () => (await catalogue()).map(({ priceId: _, ...plan }) => plan),
    subscribe: (wanted) => subscribe(deps, wanted),
    openPortal: (wanted) => openPortal(deps, wanted),
    pages: [stripeWebhookPage(deps)],
    start() {
      const work = () => reconcileSubscriptions(deps);
      endLooking = scheduler.every({ name: "asks Stripe about subscriptions", everyMs: lookEveryMs, work });
    },
    stop: async () => endLooking?.(),
  };
}
