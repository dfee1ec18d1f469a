import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import AgentPreview from "./AgentPreview.tsx";
import type { AgentPreviewProps } from "./AgentPreview.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { copyShown } from "../state/copyShown.ts";
import type { AgentPlace } from "../state/paths.ts";
import { loadSurface, surfaces, watchSurface } from "../state/surface.ts";

interface VisitorViewProps {
  agent: AgentPreviewProps["agent"];
  place: AgentPlace;
}

/** The chat itself on the draft, as it is saved. */
export default function VisitorView({ agent, place }: VisitorViewProps): ReactNode {
  const { data, error } = useSnapshot(surfaces);
  const { orgId, agentId } = place;
  useEffect(() => {
    void loadSurface({ orgId, agentId });
    return watchSurface({ orgId, agentId });
  }, [orgId, agentId]);

  const surface = data?.agentId === agentId ? data.surface : null;
  if (surface)
    return (
      <AgentPreview
        place={place}
        token={surface.token}
        agent={agent}
        settings={copyShown(surface.settings)}
      />
    );
  return error && <ErrorNotice error={error} onRetry={() => loadSurface(place)} />;
}
