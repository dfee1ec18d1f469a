import { dayMs } from "../../../shared/domain/subscription.ts";
import { projectSubscription } from "./project.ts";
import type { ProjectDeps } from "./project.ts";

interface ReconcileDeps extends ProjectDeps {
  report: (error: unknown) => void;
}

const mostAtOnce = 20;
const againAfterMs = 60 * 60_000;
/** Stripe sends an event again for three days at most. */
const eventsKeptMs = 30 * dayMs;

/**
 * Asks Stripe about every organization once a day, and right after the end of its period: an event that never arrived is
 * made good by the next day. Of several processes one asks.
 */
export async function reconcileSubscriptions(deps: ReconcileDeps): Promise<void> {
  const { store, now, report } = deps;
  const due = await store.db
    .selectFrom("subscriptions")
    .select(["organizationId", "checkAt"])
    .where("customerId", "is not", null)
    .where("checkAt", "<=", now())
    .orderBy("checkAt")
    .limit(mostAtOnce)
    .execute();
  for (const { organizationId, checkAt } of due) {
    const mine = await store.db
      .updateTable("subscriptions")
      .set({ checkAt: now() + againAfterMs })
      .where("organizationId", "=", organizationId)
      .where("checkAt", "=", checkAt)
      .returning("organizationId")
      .executeTakeFirst();
    if (mine) await projectSubscription(deps, organizationId).catch(report);
  }
  await store.db
    .deleteFrom("paymentEvents")
    .where("receivedAt", "<", now() - eventsKeptMs)
    .execute();
}
