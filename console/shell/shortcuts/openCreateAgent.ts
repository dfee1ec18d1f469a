import { createMetric } from "../../../shared/domain/product.ts";
import { mayCreateMore } from "../../../shared/domain/subscription.ts";
import { agents } from "../../state/agents/agents.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import { subscription } from "../../state/billing/subscription.ts";
import { openUpgrade } from "../../state/billing/upgrade.ts";

/** Goes to Create AI Agent, or opens the upgrade dialog where the plan has no agent left. */
export function openCreateAgent(orgId: string): void {
  const isOpen = mayCreateMore(subscription.data?.plan, agents.page?.total ?? 0);
  if (isOpen) navigate(paths.createAgent(orgId));
  else openUpgrade(createMetric);
}
