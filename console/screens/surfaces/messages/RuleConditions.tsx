import { useState } from "react";
import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ownTimeZone } from "../../../parts/timeZones.ts";
import { ConditionControl } from "./ConditionControl.tsx";
import { conditionKinds, conditionNames } from "./conditions.ts";
import type { ConditionName, When } from "./conditions.ts";

interface RuleConditionsProps {
  when: When;
  onChange: (change: Partial<When>) => void;
}

/** What a condition begins with when it is added. */
const begun: Partial<Record<ConditionName, Partial<When>>> = {
  time: { afterSeconds: 10 },
  scroll: { scrollPercent: 50 },
  exit: { onExit: true },
  visitors: { visitors: "returning" },
  period: { period: { timeZone: ownTimeZone(), from: null, to: null, week: null } },
  attributes: { attributes: [{ name: "", operator: "is", value: "" }] },
};

/** When a message is shown: the conditions that are set as rows, the others to add. */
export function RuleConditions({ when, onChange }: RuleConditionsProps): ReactNode {
  /** Those that were added and ask for nothing yet. */
  const [added, setAdded] = useState<ReadonlySet<ConditionName>>(new Set());
  const isShown = (name: ConditionName) => added.has(name) || conditionKinds[name].isSet(when);
  const add = (name: ConditionName) => {
    setAdded(new Set([...added, name]));
    const start = begun[name];
    if (start) onChange(start);
  };
  const remove = (name: ConditionName) => {
    setAdded(new Set([...added].filter((one) => one !== name)));
    onChange(conditionKinds[name].none);
  };
  const shown = conditionNames.filter(isShown);
  const others = conditionNames.filter((name) => !isShown(name));
  return (
    <div className={frame}>
      {shown.length > 0 ? (
        <ul>
          {shown.map((name) => (
            <li key={name}>
              <strong>{conditionKinds[name].label}</strong>
              <div>
                <ConditionControl {...{ name, when, onChange }} />
              </div>
              <IconButton
                label={`Remove ${conditionKinds[name].label.toLowerCase()}`}
                size="small"
                onClick={() => remove(name)}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : (
        <p>On every page, immediately. Add a condition to choose the moment.</p>
      )}
      {others.length > 0 && (
        <div role="group" aria-label="Add condition">
          {others.map((name) => (
            <button key={name} type="button" onClick={() => add(name)}>
              <Plus size={14} aria-hidden />
              {conditionKinds[name].label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > ul {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    grid-template-columns: 116px minmax(0, 1fr) auto;
    align-items: start;
    gap: 4px 12px;
    padding-block: 8px;
    border-top: 1px solid var(--ph-line);
  }
  & li > strong {
    padding-top: 7px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & li > div {
    display: grid;
    align-content: center;
    gap: 6px;
    min-width: 0;
    min-height: 36px;
    font-size: var(--ph-text-s);
  }
  & li > button {
    margin-top: 4px;
  }
  & small {
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
  }
  & > [role="group"] {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  & > [role="group"] > button {
    display: flex;
    align-items: center;
    gap: 5px;
    min-height: 30px;
    padding: 2px 12px 2px 9px;
    border: 1px dashed var(--ph-line-strong);
    border-radius: 99px;
    background: none;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    cursor: pointer;
  }
  & > [role="group"] > button:hover {
    border-style: solid;
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  @media (pointer: coarse) {
    & > [role="group"] > button {
      min-height: 40px;
    }
  }
  @media (max-width: 480px) {
    & li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    & li > div {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }
`;
