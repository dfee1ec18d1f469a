import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Lock } from "lucide-react";
import { accentNotice } from "../../parts/accentNotice.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { agents } from "../../state/agents/agents.ts";

/** Which agents a plan has no room for, and what becomes of them. */
export function LockedAgents({ ids }: { ids: readonly string[] }): ReactNode {
  const { items } = useSnapshot(agents);
  if (ids.length === 0) return null;
  const names = ids.flatMap((id) => items.find((agent) => agent.id === id)?.name ?? []);
  const they = ids.length === 1 ? "it" : "them";
  return (
    <div className={accentNotice} role="status">
      <Lock size={18} aria-hidden />
      <div>
        <strong>Your plan doesn’t cover {describeCount(ids.length, "agent")}</strong>
        <ul>
          {names.length > 0 && <li>{names.join(", ")}</li>}
          <li>
            Visitors can’t reach {they}. Nothing is deleted. A larger plan unlocks {they}.
          </li>
        </ul>
      </div>
    </div>
  );
}
