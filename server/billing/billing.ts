import {
  mayAutoSync,
  readAgentLimit,
  readCharacterLimit,
  readCreditLimit,
  readExpiry,
  unlimitedFrom,
} from "../../shared/domain/subscription.ts";
import type { Subscription } from "../../shared/contract/billing/billing.ts";
import type { Store } from "../database/store.ts";
import type { Mail } from "../mail/mail.ts";
import type { Route } from "../requests/handle.ts";
import type { PageRoute } from "../requests/page.ts";
import { billingRoutes } from "./calls.ts";
import { keepLastKnown } from "./lastKnown.ts";
import { selfHostedPlans } from "./plans.ts";
import type { Plans } from "./plans.ts";
import { selfHostedPlan } from "./selfHosted.ts";
import { trialOrganizationId } from "./trialOrganization.ts";
import { upgradeRoutes } from "./upgradeCalls.ts";

export interface BillingDeps {
  /** The install itself where it is left out. */
  plans: Plans | undefined;
  store: Store;
  mail: Mail;
  now: () => number;
  /** The organization's agents in the order in which they came, behind the first of them. */
  listAgentsBeyond: (organizationId: string, first: number) => Promise<string[]>;
}

export interface Billing {
  name: string;
  routes: Route[];
  pages: readonly PageRoute[];
  start(): void;
  stop(): Promise<void>;
  findSubscription(organizationId: string): Promise<Subscription>;
  /** How many agents an organization's plan allows. */
  findAgentLimit(organizationId: string): Promise<number>;
  /**
   * Whether a plan that has not ended has room for this agent: without one it meets no visitors. Of more agents than the
   * plan allows the ones that came first have it.
   */
  hasPlan(organizationId: string, agentId: string): Promise<boolean>;
  /** Whether an organization's plan has syncs on a schedule at this moment. */
  mayAutoSync(organizationId: string, now: number): Promise<boolean>;
  /** How many characters of knowledge it allows, as was last known while nobody can say; null where it has no limit. */
  findCharacterLimit(organizationId: string): Promise<number | null>;
  /** How many credits a month, likewise. */
  findCreditLimit(organizationId: string): Promise<number | null>;
}

/** Plans and what they allow; without a provider of payments every organization has the self-hosted one. */
export function createBilling(deps: BillingDeps): Billing {
  const { now, listAgentsBeyond, plans = selfHostedPlans } = deps;
  const findSubscription = async (organizationId: string): Promise<Subscription> =>
    organizationId === trialOrganizationId ? selfHostedPlan : plans.findSubscription(organizationId);
  const findLocked = async (organizationId: string, { plan }: Subscription): Promise<string[]> => {
    const limit = readAgentLimit(plan) ?? 0;
    return limit >= unlimitedFrom ? [] : listAgentsBeyond(organizationId, limit);
  };
  return {
    name: "billing",
    routes: [...billingRoutes({ ...deps, plans, findLocked }), ...upgradeRoutes({ ...deps, plans })],
    pages: plans.pages ?? [],
    start: () => plans.start?.(),
    stop: async () => plans.stop?.(),
    findSubscription,
    async findAgentLimit(organizationId) {
      const { plan } = await findSubscription(organizationId);
      return readAgentLimit(plan) ?? 0;
    },
    async hasPlan(organizationId, agentId) {
      const subscription = await findSubscription(organizationId);
      const { state } = readExpiry({ subscription, isFetched: true, now: now() });
      if (state === "expired") return false;
      return !(await findLocked(organizationId, subscription)).includes(agentId);
    },
    mayAutoSync: async (organizationId, at) => mayAutoSync(await findSubscription(organizationId), at),
    findCharacterLimit: keepLastKnown(async (organizationId) => {
      const { plan } = await findSubscription(organizationId);
      return readCharacterLimit(plan);
    }),
    findCreditLimit: keepLastKnown(async (organizationId) => {
      const { plan } = await findSubscription(organizationId);
      return readCreditLimit(plan);
    }),
  };
}
