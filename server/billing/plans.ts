import type { Plan, Subscription } from "../../shared/contract/billing/billing.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { PageRoute } from "../requests/page.ts";
import { selfHostedPlan } from "./selfHosted.ts";

/** The buyer of a plan, and the return address from the payment provider. */
export interface PlanWanted {
  organizationId: string;
  planId: string;
  email: string;
  returnUrl: string;
}

/** The source of organizations' plans: the installation itself, or a provider of payments. */
export interface Plans {
  findSubscription(organizationId: string): Promise<Subscription>;
  /** Asks the provider what it has of an organization, where it is asked for by a person. */
  refresh(organizationId: string): Promise<void>;
  /** The plans that can be had. */
  listPlans(): Promise<Plan[]>;
  /** Gives the provider's page at which somebody begins or changes a plan. */
  subscribe(wanted: PlanWanted): Promise<string>;
  /** Where an owner changes the plan and how it is paid. */
  openPortal(place: Pick<PlanWanted, "organizationId" | "email" | "returnUrl">): Promise<string>;
  /** Where the provider tells of changes. */
  pages?: readonly PageRoute[];
  start?(): void;
  stop?(): Promise<void>;
}

/** Every organization of an install without payments has the same plan, and nothing to pay. */
export const selfHostedPlans: Plans = {
  findSubscription: async () => selfHostedPlan,
  refresh: async () => {},
  listPlans: async () => [],
  subscribe: async () => refuseUnpaid(),
  openPortal: async () => refuseUnpaid(),
};

/** Nothing is for sale on an installation without a provider of payments. */
export function refuseUnpaid(): never {
  throw new AppError("not_found", { message: "This installation has no payments." });
}
