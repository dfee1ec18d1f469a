import type { ReactNode } from "react";
import { Lock } from "lucide-react";
import { NoticePage } from "../../parts/NoticePage.tsx";

/** What stands in place of the form when the plan's number of agents is reached. */
export function PlanLimit(): ReactNode {
  return (
    <NoticePage
      heading="Create AI Agent"
      title="Your plan has limited access, Upgrade to unlock full potential!"
      icon={<Lock size={20} aria-hidden />}
    >
      Your organization has as many agents as its plan allows. Delete one, or ask an owner to change the plan.
    </NoticePage>
  );
}
