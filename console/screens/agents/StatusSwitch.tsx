import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { setAgentStatus } from "../../state/agents/agentChanges.ts";
import { mayDo } from "../../state/accounts/organization.ts";

interface StatusSwitchProps {
  agent: Snapshot<Agent>;
  place: { orgId: string; agentId: string };
}

/** Live or paused, immediately; a paused agent answers no visitor. */
export function StatusSwitch({ agent, place }: StatusSwitchProps): ReactNode {
  const isLive = agent.status === "live";
  const { run, error } = useAction(async (status: Agent["status"]) => {
    await setAgentStatus(place, status);
    showToast(status === "live" ? `${agent.name} is live` : `${agent.name} is paused`);
  });
  return (
    <div className={frame}>
      <div>
        <span>{isLive ? "Live" : "Paused"}</span>
        <p>{isLive ? "Visitors get answers." : "Visitors get no answers until you switch it on again."}</p>
      </div>
      <Toggle
        isOn={isLive}
        size="large"
        label={`${agent.name} is live`}
        isDisabled={!mayDo("agents.update")}
        onChange={(isOn) => run(isOn ? "live" : "paused")}
      />
      {error && <ErrorNotice title="The status was not changed." error={error} />}
    </div>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 16px;
  & > div:first-child {
    flex: 1;
  }
  & > [role="alert"] {
    flex-basis: 100%;
  }
  & span {
    font-weight: 600;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
