/** What models cost on a day (UTC, `2026-03-14`): for one visitor, or with no contact for all of the agent. */
export interface CreditUseRow {
  organizationId: string;
  agentId: string;
  day: string;
  contactId: string;
  credits: number;
}

/** What one answer cost; it goes when a day has passed, the sums stay. */
export interface CreditChargeRow extends CreditUseRow {
  answerKey: string;
}

/** What an organization spent of the installation's own model keys on a day (UTC). */
export interface InstallationCreditsRow {
  organizationId: string;
  day: string;
  credits: number;
}

/** What an organization whose plan has a limit of credits spent in a month (UTC, `2026-03`). */
export interface CreditMonthRow {
  organizationId: string;
  month: string;
  credits: number;
  /** The highest share of the limit that owners and admins were told of. */
  toldPercent: number;
}

/** The subscription of an organization as the payment provider has it, or its trial. */
export interface SubscriptionRow {
  organizationId: string;
  /** The organization at the payment provider; null until somebody chose a plan. */
  customerId: string | null;
  subscriptionId: string | null;
  planId: string;
  /** JSON of the contract's plan. */
  plan: string;
  status: "active" | "past_due" | "cancelled";
  currentEndDate: number | null;
  isRenewing: number;
  /** Since when a payment is due that failed; null where none is. */
  unpaidSince: number | null;
  trialEndsAt: number;
  /**
   * How often the provider was asked, and the last time whose answer is stored here: an older answer never replaces a
   * newer one.
   */
  asked: number;
  applied: number;
  /** When the provider is asked again, whether or not it tells of a change. */
  checkAt: number;
}

/** An event of the payment provider that was acted on. */
export interface PaymentEventRow {
  id: string;
  organizationId: string;
  type: string;
  receivedAt: number;
}

/** A member who asks for a larger plan. */
export interface UpgradeRequestRow {
  organizationId: string;
  userId: string;
  message: string;
  askedAt: number;
  mailedAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    creditUse: CreditUseRow;
    creditCharges: CreditChargeRow;
    installationCredits: InstallationCreditsRow;
    creditMonths: CreditMonthRow;
    subscriptions: SubscriptionRow;
    paymentEvents: PaymentEventRow;
    upgradeRequests: UpgradeRequestRow;
  }
}
