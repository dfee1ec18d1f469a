import type { ReactNode } from "react";
import { Link } from "wouter";
import { History } from "lucide-react";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { agentTabPath, type AgentPlace } from "../state/shell/paths.ts";

/** The way to the agent's versions. */
export function HistoryLink({ place }: { place: AgentPlace }): ReactNode {
  return (
    <Link href={agentTabPath({ ...place, tab: "versions" })} className={buttonClass("secondary")}>
      <History size={16} aria-hidden />
      History
    </Link>
  );
}
