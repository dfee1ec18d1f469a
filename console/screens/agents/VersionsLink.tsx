import type { ReactNode } from "react";
import { Link } from "wouter";
import { History } from "lucide-react";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { agentTabPath, type AgentPlace } from "../../state/shell/paths.ts";

/** A link to the agent's versions. */
export function VersionsLink({ place }: { place: AgentPlace }): ReactNode {
  return (
    <Link href={agentTabPath({ ...place, tab: "versions" })} className={buttonClass("secondary")}>
      <History size={16} aria-hidden />
      Versions
    </Link>
  );
}
