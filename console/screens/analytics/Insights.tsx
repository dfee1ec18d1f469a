import type { ReactNode } from "react";
import { useParams } from "wouter";
import { Page } from "../../parts/Page.tsx";
import { InsightsView } from "./InsightsView.tsx";

/** How the organization's agents do: all of them, or the one that is chosen. */
export default function Insights(): ReactNode {
  const { orgId = "" } = useParams();
  return (
    <Page title="Insights" subtitle="What your agents do, and what it costs">
      <InsightsView orgId={orgId} agentId={null} />
    </Page>
  );
}
