import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../../shared/ui/style/visuallyHidden.ts";
import { AgentIcon } from "../../../../parts/AgentIcon.tsx";
import { agents } from "../../../../state/agents/agents.ts";

/** Whose conversation it is: the agent's picture and name. */
export function AgentMark({ agentId }: { agentId: string }): ReactNode {
  const agent = useSnapshot(agents).items.find(({ id }) => id === agentId);
  if (!agent) return null;
  return (
    <span className={mark}>
      <AgentIcon icon={agent.icon} size={16} />
      <span className={visuallyHidden}>Agent: </span>
      <bdi>{agent.name}</bdi>
    </span>
  );
}

const mark = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  font-size: var(--ph-text-xs);
  color: var(--ph-text-2);
`;
