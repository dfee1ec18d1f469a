import { Suspense } from "react";
import type { ReactNode } from "react";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { Page } from "../../parts/Page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { EndpointCard } from "./EndpointCard.tsx";
import { McpList } from "./McpList.tsx";
import { McpDetail } from "./overlays.ts";

/** The tab MCP: the servers whose tools the agent uses. */
export default function Mcps(): ReactNode {
  const mcpId = useQuery().read("server");
  return (
    <AgentScreen>
      {({ id }, place) => (
        <Page title="MCP" subtitle="Tools of MCP servers for this agent. Changes take effect immediately.">
          {mcpId ? (
            <Suspense fallback={<Skeleton height="220px" />}>
              <McpDetail key={mcpId} place={{ ...place, mcpId }} />
            </Suspense>
          ) : (
            <>
              <McpList key={id} place={place} />
              <EndpointCard key={`${id} endpoint`} place={place} />
            </>
          )}
        </Page>
      )}
    </AgentScreen>
  );
}
