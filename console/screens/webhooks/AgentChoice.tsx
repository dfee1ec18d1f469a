import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Select } from "../../../shared/ui/Select.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { checkboxList } from "../../parts/checkboxList.ts";
import { agents } from "../../state/agents/agents.ts";

interface AgentChoiceProps {
  /** Null for all agents. */
  agentIds: readonly string[] | null;
  onChange: (agentIds: readonly string[] | null) => void;
  error?: string | undefined;
}

/** Of which agents' conversations a webhook is told. One that is deleted falls out of the choice. */
export function AgentChoice({ agentIds, onChange, error }: AgentChoiceProps): ReactNode {
  const { items } = useSnapshot(agents);
  const toggle = (id: string) =>
    onChange(items.map((agent) => agent.id).filter((one) => agentIds?.includes(one) !== (one === id)));
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
        <fieldset className={cx(checkboxList, list)}>
          <legend>Selected agents</legend>
          {items.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" checked={agentIds.includes(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ))}
          {error && <p role="alert">{error}</p>}
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
