import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { McpTool } from "../../../shared/contract/mcps/mcps.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useLatestAction } from "../../parts/useLatestAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { changeMcpTool } from "../../state/mcps/mcps.ts";
import type { McpPlace, McpToolChange } from "../../state/mcps/mcps.ts";
import { describeApp, riskLabels } from "./mcpWords.ts";

interface ToolLineProps {
  place: McpPlace;
  tool: Snapshot<McpTool>;
  onOpen: () => void;
}

const risks = Object.keys(riskLabels) as SkillRisk[]; // keys of a literal object

/** One tool of a server: whether it is on, and what it may do. One that changed is switched on where the change is shown. */
export function ToolLine({ place, tool, onOpen }: ToolLineProps): ReactNode {
  const { id, name, title, description, fingerprint, isEnabled, isHeldBack, risk, app, lastCalledAt } = tool;
  const now = useNow();
  const mayChange = mayDo("mcps.update");
  const { choose, chosen, error } = useLatestAction((change: McpToolChange) =>
    changeMcpTool(place, id, change),
  );
  const isOn = chosen?.value.isEnabled ?? (isEnabled && !isHeldBack);
  const label = title || name;
  return (
    <>
      <div className={line} data-off={isOn ? undefined : ""}>
        <button type="button" onClick={onOpen}>
          <strong>{label}</strong>
          <span>{description}</span>
          <small>
            {[
              title && name,
              app && describeApp(app),
              lastCalledAt !== null && `called ${formatRelativeTime(lastCalledAt, now)}`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </button>
        {isHeldBack && <Badge tone="warning">Changed</Badge>}
        <select
          aria-label={`Permission of ${label}`}
          className={controlStyle}
          value={chosen?.value.risk ?? risk}
          disabled={!mayChange}
          onChange={({ currentTarget }) => {
            const value = risks.find((one) => one === currentTarget.value);
            if (value) choose({ risk: value });
          }}
        >
          {risks.map((value) => (
            <option key={value} value={value}>
              {riskLabels[value]}
            </option>
          ))}
        </select>
        {isHeldBack ? (
          <Button size="small" onClick={onOpen}>
            See change
          </Button>
        ) : (
          <Toggle
            label={label}
            isOn={isOn}
            isDisabled={!mayChange}
            onChange={(on) => choose(on ? { isEnabled: true, looked: fingerprint } : { isEnabled: false })}
          />
        )}
      </div>
      {error && <ErrorNotice title={`${label} was not changed.`} error={error} />}
    </>
  );
}

const line = css`
  display: flex;
  align-items: center;
  gap: 12px;
  padding-inline-end: 16px;
  &:hover {
    background: var(--ph-hover);
  }
  & > button:first-child {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
    padding: 14px 4px 14px 20px;
    border: 0;
    background: none;
    color: var(--ph-text);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & > button:first-child:focus-visible {
    outline-offset: -2px;
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > button > span {
    color: var(--ph-text-2);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  &[data-off] strong {
    color: var(--ph-text-2);
  }
  & > select {
    width: auto;
    max-width: 240px;
  }
  @media (max-width: 768px) {
    flex-wrap: wrap;
    padding: 0 16px 12px;
    & > button:first-child {
      flex: 1 0 100%;
      padding: 12px 0 4px;
    }
    & > select {
      flex: 1;
      min-width: 0;
    }
  }
`;
