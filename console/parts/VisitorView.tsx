import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import AgentPreview from "./AgentPreview.tsx";
import type { AgentPreviewProps } from "./AgentPreview.tsx";
import { Skeleton } from "../../shared/ui/Skeleton.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { copyShown } from "../state/shell/copyShown.ts";
import type { AgentPlace } from "../state/shell/paths.ts";
import { loadSurface, surfaces, watchSurface } from "../state/surfaces/surface.ts";

interface VisitorViewProps {
  agent: AgentPreviewProps["agent"];
  place: AgentPlace;
  /** The name that the agent is saved with, where another one is typed: a chat that is titled by it gets the new one. */
  savedName?: string;
  isSlim?: boolean;
  isBehind?: boolean;
  isBare?: boolean;
  onAnswer?: (text: string) => void;
}

/** The chat itself on the draft: it answers as the draft is saved, and looks as the agent that it is handed. */
export function VisitorView(props: VisitorViewProps): ReactNode {
  const { agent, place, savedName = agent.name, ...shown } = props;
  const { data, error } = useSnapshot(surfaces);
  const { orgId, agentId } = place;
  useEffect(() => {
    void loadSurface({ orgId, agentId });
    return watchSurface({ orgId, agentId });
  }, [orgId, agentId]);

  const surface = data?.agentId === agentId ? data.surface : null;
  if (surface) {
    const settings = copyShown(surface.settings);
    const title = settings.title === savedName ? agent.name : settings.title;
    return (
      <AgentPreview {...{ place, agent, ...shown }} token={surface.token} settings={{ ...settings, title }} />
    );
  }
  if (error) return <ErrorNotice error={error} onRetry={() => loadSurface(place)} />;
  return <Skeleton height="480px" />;
}
