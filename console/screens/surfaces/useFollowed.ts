import { useEffect } from "react";
import type { AgentPlace } from "../../state/shell/paths.ts";
import type { DeployTabProps } from "./deployTab.ts";

interface Followed {
  load: (place: AgentPlace) => Promise<void>;
  watch: (place: AgentPlace) => () => void;
}

/** Reads what a tab shows whose changes take effect at once, and follows it: nothing of it waits to be published. */
export function useFollowed(
  { load, watch }: Followed,
  { place: { orgId, agentId }, onUnsaved }: Pick<DeployTabProps, "place" | "onUnsaved">,
): void {
  useEffect(() => {
    void load({ orgId, agentId });
    return watch({ orgId, agentId });
  }, [load, watch, orgId, agentId]);
  useEffect(() => () => onUnsaved(false), [onUnsaved]);
}
