import type Stripe from "stripe";
import { AppError } from "../../../shared/errors/errors.ts";
import { readBody } from "../../requests/body.ts";
import type { PageRoute } from "../../requests/page.ts";
import { projectSubscription } from "./project.ts";
import type { ProjectDeps } from "./project.ts";
import { isLiveKey } from "./settings.ts";
import type { StripeSettings } from "./settings.ts";

/** Where Stripe sends its events. */
export const stripeWebhookPath = "/api/webhooks/v1/stripe";

const maxEventBytes = 512 * 1024;

/** Events of these kinds may mean that an organization has another subscription than before. */
const telling =
  /^(customer\.subscription\.|checkout\.session\.(completed|async_payment_)|invoice\.(paid|payment_))/;

type WebhookDeps = ProjectDeps & { settings: StripeSettings };

/**
 * Takes what Stripe tells. An event is acted on once, and acknowledged only after what it changed is stored: where that
 * fails, Stripe sends it again.
 */
export function stripeWebhookPage(deps: WebhookDeps): PageRoute {
  const { store, client, settings, now } = deps;
  return {
    path: stripeWebhookPath,
    method: "POST",
    async handler({ request }) {
      const body = Buffer.from(await readBody(request, { maxBytes: maxEventBytes })).toString("utf8");
      const signature = request.headers.get("stripe-signature") ?? "";
      const event = await client.readEvent(body, signature, now());
      if (!event) throw new AppError("signature_refused", { message: "This is not an event of Stripe." });
      if (event.livemode !== isLiveKey(settings.secretKey) || event.account !== undefined)
        throw new AppError("invalid_input", { message: "This event is of another Stripe account." });
      const isDone = await store.db
        .selectFrom("paymentEvents")
        .select("id")
        .where("id", "=", event.id)
        .executeTakeFirst();
      const organizationId = isDone ? undefined : await findOrganization(deps, event);
      if (organizationId !== undefined) await act(deps, event, organizationId);
      return Response.json({ received: true });
    },
  };
}

async function act(deps: WebhookDeps, event: Stripe.Event, organizationId: string): Promise<void> {
  const row = { id: event.id, organizationId, type: event.type, receivedAt: deps.now() };
  await projectSubscription(deps, organizationId, async (tx) => {
    await tx
      .insertInto("paymentEvents")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Only the customer says whose it is: the one that was made for an organization before its first payment. */
async function findOrganization({ store }: WebhookDeps, event: Stripe.Event): Promise<string | undefined> {
  if (!telling.test(event.type)) return undefined;
  const { customer } = event.data.object as { customer?: string | { id: string } | null }; // all of these kinds have one
  const customerId = typeof customer === "object" ? customer?.id : customer;
  if (!customerId) return undefined;
  const row = await store.db
    .selectFrom("subscriptions")
    .select("organizationId")
    .where("customerId", "=", customerId)
    .executeTakeFirst();
  return row?.organizationId;
}
