import type { ReactNode } from "react";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Page } from "../../parts/Page.tsx";
import { WorkflowList } from "./WorkflowList.tsx";

/** The tab Workflows: what the agent does step by step, always the same way. */
export default function Workflows(): ReactNode {
  return (
    <AgentScreen>
      {({ id }, place) => (
        <Page title="Workflows" subtitle="Steps that always run the same way.">
          <WorkflowList key={id} place={place} />
        </Page>
      )}
    </AgentScreen>
  );
}
