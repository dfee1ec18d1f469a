/** What the operator set of payments by Stripe. */
export interface StripeSettings {
  secretKey: string;
  /** Proves that an event is Stripe's. */
  webhookSecret: string;
  /** How long an organization continues without having chosen a plan. */
  trialDays: number;
  /** How long it continues after a payment failed. */
  graceDays: number;
}

/** Whether a key, or an event, is of real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^[a-z]+_live_/.test(secretKey);
}
