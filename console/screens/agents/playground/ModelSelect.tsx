import type { ReactNode } from "react";
import { ChevronsUpDown } from "lucide-react";
import type { Snapshot } from "valtio";
import type { Model } from "../../../../shared/contract/models/models.ts";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { describeCredits, groupByProvider } from "../modelWords.ts";
import { nameModel } from "./describe.ts";

interface ModelSelectProps {
  label: string;
  /** Null: the agent's own. */
  value: string | null;
  own: string;
  models: readonly Snapshot<Model>[];
  onChange: (model: string | null) => void;
}

/** The agent's own model, or one of those to which there is a way. */
export function ModelSelect({ label, value, own, models, onChange }: ModelSelectProps): ReactNode {
  const usable = models.filter(({ isAvailable }) => isAvailable);
  return (
    <span className={frame}>
      <select
        aria-label={label}
        className={cx(controlStyle, select)}
        value={value ?? ""}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        <option value="">{nameModel(own)} · as configured</option>
        {groupByProvider(usable).map(({ provider, models: group }) => (
          <optgroup key={provider} label={provider}>
            {group.map((model) => (
              <option key={model.value} value={model.value}>
                {model.label} · {describeCredits(model)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <ChevronsUpDown size={15} aria-hidden />
    </span>
  );
}

const frame = css`
  position: relative;
  display: block;
  flex: 1;
  min-width: 0;
  & > svg {
    position: absolute;
    inset-inline-end: 10px;
    top: 50%;
    translate: 0 -50%;
    pointer-events: none;
    color: var(--ph-text-3);
  }
`;
const select = css`
  appearance: none;
  padding-inline-end: 32px;
  text-overflow: ellipsis;
  cursor: pointer;
`;
