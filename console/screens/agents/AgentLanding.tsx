import { useEffect } from "react";
import type { ReactNode } from "react";
import { useFirstTabLink } from "../../parts/shownTabs.ts";
import { useAgentPlace } from "../../parts/useAgent.ts";
import { navigate } from "../../state/navigation.ts";
import { paths } from "../../state/paths.ts";

/** An agent's own address: goes to the first tab that this member sees. */
export default function AgentLanding(): ReactNode {
  const place = useAgentPlace();
  const firstTab = useFirstTabLink()(place);
  const target = firstTab ?? paths.dashboard(place.orgId);
  useEffect(() => navigate(target, { replace: true }), [target]);
  return null;
}
