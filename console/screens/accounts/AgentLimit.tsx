import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { agents } from "../../state/agents/agents.ts";
import { checkboxList } from "../../parts/checkboxList.ts";

interface AgentLimitProps {
  /** Null for all agents. */
  agentIds: readonly string[] | null;
  onChange: (agentIds: readonly string[] | null) => void;
  error?: string | undefined;
}

/** For which agents a key is. */
export function AgentLimit({ agentIds, onChange, error }: AgentLimitProps): ReactNode {
  const { items } = useSnapshot(agents);
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...(agentIds ?? []), id] : (agentIds ?? []).filter((one) => one !== id));
  return (
    <div className={frame}>
      <Select
        label="Agents"
        value={agentIds ? "certain" : "all"}
        options={[
          { value: "all", label: "All agents, including future ones" },
          { value: "certain", label: "Selected agents", isDisabled: items.length === 0 },
        ]}
        onChange={(value) => onChange(value === "all" ? null : [])}
      />
      {agentIds && (
        <fieldset className={`${checkboxList} ${list}`}>
          <legend>Selected agents</legend>
          {items.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={agentIds.includes(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
              {name}
            </label>
          ))}
          {error && <p role="alert">{error}</p>}
          <p>The key can’t see other agents or make organization-wide calls.</p>
        </fieldset>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
`;
const list = css`
  max-height: 260px;
  overflow: auto;
`;
