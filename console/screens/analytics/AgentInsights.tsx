import type { ReactNode } from "react";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Page } from "../../parts/Page.tsx";
import { InsightsView } from "./InsightsView.tsx";

/** How one agent does. */
export default function AgentInsights(): ReactNode {
  return (
    <AgentScreen>
      {(_, { orgId, agentId }) => (
        <Page title="Insights">
          <InsightsView orgId={orgId} agentId={agentId} />
        </Page>
      )}
    </AgentScreen>
  );
}
