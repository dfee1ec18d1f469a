import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Check } from "lucide-react";
import type { Plan } from "../../../shared/contract/billing/billing.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { Choices } from "../../parts/Choices.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { choosePlan, plans } from "../../state/billing/plans.ts";
import { browser } from "../../state/platform/browser.ts";
import { track } from "../../state/platform/analytics.ts";
import { describeFeature } from "./describeFeature.ts";
import { writePrice } from "./writePrice.ts";

type Interval = Plan["interval"];

/** The plans that can be had; owners and admins choose one, and pay at the payment provider. */
export function PlanList({ orgId, current }: { orgId: string; current: string }): ReactNode {
  const { data, status, error } = useSnapshot(plans);
  const [interval, setInterval] = useState<Interval>("month");
  const [chosen, setChosen] = useState("");
  const choosing = useAction(async (planId: string) => {
    setChosen(planId);
    const url = await choosePlan(orgId, planId);
    track("billing_portal_opened", {});
    browser.go(url);
  });
  if (status === "failed" && error) return <ErrorNotice title="The plans could not be read." error={error} />;
  if (!data || data.length === 0) return null;
  const intervals = [...new Set(data.map((plan) => plan.interval))];
  const hasBoth = intervals.length > 1;
  const shown = hasBoth ? data.filter((plan) => plan.interval === interval) : data;
  return (
    <Card
      title="Plans"
      id="plans"
      aside={
        hasBoth && (
          <Choices
            label="Billing period"
            value={interval}
            options={[
              { value: "month", label: "Monthly" },
              { value: "year", label: "Yearly" },
            ]}
            onChange={setInterval}
          />
        )
      }
    >
      <ul className={list}>
        {shown.map((plan) => (
          <li key={plan.planId} data-current={plan.planId === current || undefined}>
            <h3>
              {plan.name}
              {plan.planId === current && <Badge tone="accent">Current plan</Badge>}
            </h3>
            <p className={price}>
              <strong>{writePrice(plan)}</strong> a {plan.interval}
            </p>
            {plan.description && <p className={about}>{plan.description}</p>}
            <ul className={features}>
              {plan.features.map((feature) => {
                const words = describeFeature(feature);
                return (
                  words !== null && (
                    <li key={feature.id}>
                      <Check size={16} aria-hidden />
                      {words}
                    </li>
                  )
                );
              })}
            </ul>
            {mayDo("billing.update") && plan.planId !== current && (
              <Button
                kind="secondary"
                isBusy={choosing.isBusy && chosen === plan.planId}
                onClick={() => void choosing.run(plan.planId)}
              >
                Choose {plan.name}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {choosing.error && <ErrorNotice title="The payment page couldn’t be opened." error={choosing.error} />}
    </Card>
  );
}

const list = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 210px), 1fr));
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-direction: column;
    gap: 10px;
    padding: 16px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius);
  }
  & > li[data-current] {
    border-color: var(--ph-accent);
  }
  & h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    font-size: 0.9375rem;
    font-weight: 600;
  }
  & button {
    margin-top: auto;
  }
`;
const price = css`
  color: var(--ph-text-2);
  & > strong {
    font-size: 1.375rem;
    font-weight: 650;
    color: var(--ph-text);
    font-variant-numeric: tabular-nums;
  }
`;
const about = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const features = css`
  display: grid;
  gap: 6px;
  margin: 0 0 6px;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & > li {
    display: flex;
    gap: 8px;
  }
  & svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-accent-text);
  }
`;
