import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { WidgetSettings } from "../../../../shared/contract/surfaces/surfaces.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSurface, surfaces } from "../../../state/surfaces/surface.ts";

/** How an agent's chat looks now, and its revision, read as the page opens; without data until then. */
export function useCurrentLook({ orgId, agentId }: AgentPlace) {
  const { status, data, error } = useSnapshot(surfaces);
  useEffect(() => void loadSurface({ orgId, agentId }), [orgId, agentId]);
  const isOurs = data?.agentId === agentId;
  const look: WidgetSettings | null = isOurs ? copyShown(data.surface.settings) : null;
  return { status, data: look, error, revision: isOurs ? data.surface.revision : undefined };
}
