import type { ReactNode } from "react";
import { mayDo } from "../state/accounts/organization.ts";
import type { AgentPlace } from "../state/shell/paths.ts";
import type { AgentPreviewProps } from "./AgentPreview.tsx";
import { Card } from "./Card.tsx";
import VisitorView from "./VisitorView.tsx";

interface AgentTestProps {
  agent: AgentPreviewProps["agent"];
  place: AgentPlace;
}

/** The agent to ask something, as it is saved; not there for those who may not see how it is deployed. */
export function AgentTest({ agent, place }: AgentTestProps): ReactNode {
  if (!mayDo("surfaces.read")) return null;
  return (
    <Card title="Test" subtitle="Ask it what your visitors will ask.">
      <VisitorView agent={agent} place={place} />
    </Card>
  );
}
