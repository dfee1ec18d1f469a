import type { ReactNode } from "react";
import type { Subscription } from "../../../shared/contract/billing/billing.ts";
import { isFirstFreePlan, readExpiry } from "../../../shared/domain/subscription.ts";
import type { Expiry, PlanFacts } from "../../../shared/domain/subscription.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import type { BadgeTone } from "../../../shared/ui/Badge.tsx";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { describeDay } from "../../parts/describeMoment.ts";
import { useNow } from "../../parts/useNow.ts";
import { track } from "../../state/platform/analytics.ts";
import { browser } from "../../state/platform/browser.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { findBillingPortal } from "../../state/billing/subscription.ts";
import { AskUpgrade } from "./AskUpgrade.tsx";
import { writePrice } from "./writePrice.ts";

/** A snapshot of a subscription. */
interface ShownSubscription extends Omit<Subscription, "plan"> {
  readonly plan: PlanFacts & Readonly<Pick<Subscription["plan"], "name" | "currency" | "interval">>;
}

const states: Record<Expiry["state"], { tone: BadgeTone; label: string }> = {
  active: { tone: "success", label: "Active" },
  expiring: { tone: "warning", label: "Expires soon" },
  expired: { tone: "danger", label: "Expired" },
  unknown: { tone: "neutral", label: "Unknown" },
};

/** What the organization has, until when, and who is paid; Upgrade where the provider takes cards (specification 2). */
export function PlanCard({
  subscription,
  orgId,
}: {
  subscription: ShownSubscription;
  orgId: string;
}): ReactNode {
  const { plan, paymentProvider, currentEndDate, isRenewing, graceEndsAt } = subscription;
  const portal = useAction(async () => {
    const url = await findBillingPortal(orgId);
    track("billing_portal_opened", {});
    browser.go(url);
  });
  const now = useNow();
  const { tone, label } = states[readExpiry({ subscription, isFetched: true, now }).state];
  const isCard = paymentProvider === "card";
  return (
    <Card
      title={plan.name}
      subtitle={
        isCard ? undefined : "This server is self-hosted. Every feature is included and nothing is billed."
      }
      aside={
        <span className={badges}>
          {isFirstFreePlan(plan) && <Badge tone="accent">Free</Badge>}
          <Badge tone={tone}>{label}</Badge>
        </span>
      }
    >
      <dl className={facts}>
        <div>
          <dt>{isCard && isRenewing ? "Renews" : "Ends"}</dt>
          <dd>{describeEnd(currentEndDate)}</dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd>{isCard ? "By card" : "None"}</dd>
        </div>
        {plan.currency !== null && (
          <div>
            <dt>Price</dt>
            <dd>
              {writePrice({ currentPrice: plan.currentPrice, currency: plan.currency })}
              {plan.interval && ` a ${plan.interval}`}
            </dd>
          </div>
        )}
      </dl>
      {graceEndsAt !== null && (
        <p role="alert">
          Your last payment failed. Your agents work until {describeDay(graceEndsAt)}. Update your card in
          Manage payment.
        </p>
      )}
      {isCard && mayDo("billing.update") && (
        <div className={buttons}>
          <a href="#plans" className={buttonClass("primary")}>
            Upgrade
          </a>
          <Button kind="secondary" isBusy={portal.isBusy} onClick={() => void portal.run()}>
            Manage payment
          </Button>
        </div>
      )}
      {isCard && !mayDo("billing.update") && (
        <div className={buttons}>
          <p>Owners and admins change the plan.</p>
          <AskUpgrade orgId={orgId} />
        </div>
      )}
      {portal.error && <ErrorNotice title="The payment page couldn’t be opened." error={portal.error} />}
    </Card>
  );
}

/** The self-hosted plan ends with the calendar: never, to people. */
function describeEnd(ms: number | null): string {
  if (ms === null) return "No date";
  return new Date(ms).getUTCFullYear() === 9999 ? "Never" : describeDay(ms);
}

const badges = css`
  display: flex;
  gap: 6px;
`;
const facts = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
  gap: 16px 24px;
  margin: 0;
  & dt {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & dd {
    margin: 2px 0 0;
    font-weight: 550;
  }
`;
const buttons = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
`;
