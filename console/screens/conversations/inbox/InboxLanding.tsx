import { useEffect } from "react";
import type { ReactNode } from "react";
import { useAgentPlace } from "../../../parts/useAgent.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";

/** `/inbox` leads to its conversations. */
export default function InboxLanding(): ReactNode {
  const place = useAgentPlace();
  const target = agentTabPath({ ...place, tab: "inbox/conversations" });
  useEffect(() => navigate(target, { replace: true }), [target]);
  return null;
}
