import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { copyShown } from "../state/copyShown.ts";
import { mayDo } from "../state/organization.ts";
import type { AgentPlace } from "../state/paths.ts";
import { loadSurface, surfaces, watchSurface } from "../state/surface.ts";
import AgentPreview from "./AgentPreview.tsx";
import type { AgentPreviewProps } from "./AgentPreview.tsx";
import { Card } from "./Card.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";

interface AgentTestProps {
  agent: AgentPreviewProps["agent"];
  place: AgentPlace;
}

/** The agent to ask something, as it is saved; not there for those who may not see how it is deployed. */
export function AgentTest({ agent, place }: AgentTestProps): ReactNode {
  const { data, error } = useSnapshot(surfaces);
  const { orgId, agentId } = place;
  const isAllowed = mayDo("surfaces.read");
  useEffect(() => {
    if (!isAllowed) return;
    void loadSurface({ orgId, agentId });
    return watchSurface({ orgId, agentId });
  }, [isAllowed, orgId, agentId]);

  if (!isAllowed) return null;
  const surface = data?.agentId === agentId ? data.surface : null;
  return (
    <Card title="Test" subtitle="Ask it what your visitors will ask.">
      {surface ? (
        <AgentPreview
          place={place}
          token={surface.token}
          agent={agent}
          settings={copyShown(surface.settings)}
        />
      ) : (
        error && <ErrorNotice error={error} onRetry={() => loadSurface(place)} />
      )}
    </Card>
  );
}
