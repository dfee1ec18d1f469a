import { useEffect } from "react";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import type { importAgent as importAgentCall } from "../../../../shared/contract/agents/templates.ts";
import { createMetric } from "../../../../shared/domain/product.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { useAction } from "../../../parts/useAction.ts";
import { track } from "../../../state/platform/analytics.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { paths } from "../../../state/shell/paths.ts";
import { importAgent } from "../../../state/agents/templates.ts";
import { openUpgrade } from "../../../state/billing/upgrade.ts";

/** Makes an agent of a template or a file and opens it; the plan's limit opens the upgrade dialog. */
export function useImporting(orgId: string) {
  const action = useAction(async (exportId: string, data: BodyOf<typeof importAgentCall>["data"]) => {
    const agent = await importAgent(exportId, data);
    track("agent_created", {});
    showToast(
      agent.status === "paused"
        ? `${agent.name} is created and paused: fill in its placeholders`
        : `${agent.name} is live`,
    );
    navigate(paths.agent(orgId, agent.id));
  });
  useUpgradeOn(action.error?.code);
  return action;
}

/** Opens the upgrade dialog where the server refused by the plan. */
export function useUpgradeOn(code: string | undefined): void {
  const isRefused = code === "plan_limit";
  useEffect(() => {
    if (isRefused) openUpgrade(createMetric);
  }, [isRefused]);
}
