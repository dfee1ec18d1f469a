import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Lock, Plus } from "lucide-react";
import { createMetric } from "../../shared/domain/product.ts";
import { mayCreateMore } from "../../shared/domain/subscription.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { agents } from "../state/agents/agents.ts";
import { paths } from "../state/shell/paths.ts";
import { subscription } from "../state/billing/subscription.ts";
import { openUpgrade } from "../state/billing/upgrade.ts";

/** Create AI Agent: the way to its page, or to the upgrade dialog where the plan has no agent left (specification 2). */
export function CreateAgentLink({ orgId, className }: { orgId: string; className: string }): ReactNode {
  const { data } = useSnapshot(subscription);
  const { page } = useSnapshot(agents);
  if (mayCreateMore(data?.plan, page?.total ?? 0)) {
    return (
      <Link href={paths.createAgent(orgId)} className={className}>
        <Plus size={17} aria-hidden />
        Create AI Agent
      </Link>
    );
  }
  return (
    <button type="button" className={className} onClick={() => openUpgrade(createMetric)}>
      <Lock size={15} aria-hidden />
      Create AI Agent
      <span className={visuallyHidden}> (needs an upgrade)</span>
    </button>
  );
}
