import { useEffect } from "react";
import type { ReactNode } from "react";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { useFirstTabLink } from "../../parts/shownTabs.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/**
 * An agent's own address: goes to its setup guide while that is not fully reviewed and this member sees the tab, else to
 * the first tab that they see (specification 2).
 */
export default function AgentLanding(): ReactNode {
  return <AgentScreen>{(_, place) => <GoOn place={place} />}</AgentScreen>;
}

/** The setup guide is the first of the tabs as long as there is one. */
function GoOn({ place }: { place: AgentPlace }): ReactNode {
  const firstTab = useFirstTabLink()(place);
  const target = firstTab ?? paths.dashboard(place.orgId);
  useEffect(() => navigate(target, { replace: true }), [target]);
  return null;
}
