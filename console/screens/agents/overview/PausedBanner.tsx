import type { ReactNode } from "react";
import { CirclePause } from "lucide-react";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { css } from "../../../../shared/ui/style/css.ts";

/** Says over everything else that visitors get no answers; the switch below ends it. */
export function PausedBanner({ agent }: { agent: Readonly<Pick<Agent, "status" | "name">> }): ReactNode {
  if (agent.status !== "paused") return null;
  return (
    <div className={banner} role="status">
      <CirclePause size={18} aria-hidden />
      <p>
        <strong>{agent.name} is paused.</strong> Visitors with an open chat can write and wait for your team.
        You can still test here.
      </p>
    </div>
  );
}

const banner = css`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  padding: 12px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  & > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-warning-text);
  }
  & strong {
    font-weight: 600;
  }
`;
