import { useEffect } from "react";
import type { ReactNode } from "react";
import { Lock } from "lucide-react";
import { createMetric } from "../../../shared/domain/product.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { NoticePage } from "../../parts/NoticePage.tsx";
import { openUpgrade } from "../../state/billing/upgrade.ts";

/** What is shown in place of the form when the plan's number of agents is reached: the upgrade dialog, and this behind it. */
export function PlanLimit(): ReactNode {
  useEffect(() => openUpgrade(createMetric), []);
  return (
    <NoticePage
      heading="Create AI Agent"
      title="All agents of your plan are in use"
      icon={<Lock size={20} aria-hidden />}
      action={<Button onClick={() => openUpgrade(createMetric)}>See what an upgrade brings</Button>}
    >
      Your organization has as many agents as its plan allows. Delete one, or ask an owner to change the plan.
    </NoticePage>
  );
}
