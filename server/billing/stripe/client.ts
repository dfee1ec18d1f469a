import type Stripe from "stripe";
import { AppError } from "../../../shared/errors/errors.ts";
import type { StripeSettings } from "./settings.ts";

export interface StripeClient {
  /** Asks Stripe; `unavailable` where it does not answer, or not as it should. */
  ask<Result>(question: (stripe: Stripe) => Promise<Result>): Promise<Result>;
  /** Gives the event that a request holds; null for one that is not Stripe's, or an old one. */
  readEvent(body: string, signature: string, now: number): Promise<Stripe.Event | null>;
}

const timeoutMs = 20_000;
/** In seconds: how old an event may be. */
const tolerance = 300;

/** Makes the client, whose SDK is loaded when it is needed first: it takes a while, and most installs have no payments. */
export function createStripeClient(
  { secretKey, webhookSecret }: Pick<StripeSettings, "secretKey" | "webhookSecret">,
  fetchFn: typeof fetch,
): StripeClient {
  let opened: Promise<Stripe> | undefined;
  const open = () =>
    (opened ??= import("stripe").then(
      ({ default: Stripe }) =>
        new Stripe(secretKey, {
          httpClient: Stripe.createFetchHttpClient(fetchFn),
          timeout: timeoutMs,
          maxNetworkRetries: 2,
          telemetry: false,
        }),
    ));
  return {
    async ask(question) {
      const stripe = await open();
      try {
        return await question(stripe);
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        const message = "The payment provider gave an unexpected answer. Please try again in a moment.";
        throw new AppError("unavailable", { message, cause });
      }
    },
    async readEvent(body, signature, now) {
      const stripe = await open();
      const { webhooks } = stripe;
      return webhooks
        .constructEventAsync(body, signature, webhookSecret, tolerance, undefined, now)
        .catch(() => null);
    },
  };
}
