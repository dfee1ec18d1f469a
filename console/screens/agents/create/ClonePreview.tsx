import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { defaultAgentIcon } from "../../../../shared/ui/agentIcons.ts";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSurface } from "../../../state/surfaces/surface.ts";
import { freeTitle } from "./freeTitle.ts";
import { LazyDraft } from "./LazyDraft.tsx";
import { useCurrentLook } from "./useCurrentLook.ts";

interface ClonePreviewProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  /** The copy's. */
  name: string;
  /** What is copied of what the chat shows. */
  take: { settings: boolean; look: boolean };
}

/** The copy's chat as it will look, of the draft that is copied. */
export function ClonePreview({ agent, place, name, take }: ClonePreviewProps): ReactNode {
  const current = useCurrentLook(place);
  const { icon, language } = take.settings
    ? agent.configuration
    : { icon: defaultAgentIcon, language: "auto" };
  return (
    <Loaded
      resource={current}
      skeleton={<Skeleton height="640px" />}
      failedTitle="The preview can’t be shown."
      needs="surfaces.read"
      onRetry={() => loadSurface(place)}
    >
      {(own) => {
        const look = take.look ? freeTitle(own, agent.name) : {};
        return <LazyDraft draft={{ name, icon, language, look }} />;
      }}
    </Loaded>
  );
}
