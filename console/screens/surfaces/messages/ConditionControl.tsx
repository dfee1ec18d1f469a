import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import { chatLanguages, languageNames } from "../../../../shared/domain/chatLanguages.ts";
import { attributeOperators } from "../../../../shared/domain/proactive.ts";
import type { AttributeCondition } from "../../../../shared/domain/proactive.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { conditionKinds } from "./conditions.ts";
import type { ConditionName, When } from "./conditions.ts";
import { PeriodControl } from "./PeriodControl.tsx";

interface ConditionControlProps {
  name: ConditionName;
  when: When;
  onChange: (change: Partial<When>) => void;
}

const operatorNames: Record<AttributeCondition["operator"], string> = {
  ...{ is: "is", is_not: "is not", is_set: "is set", is_not_set: "is not set" },
};

/** What a condition is set to. */
export function ConditionControl({ name, when, onChange }: ConditionControlProps): ReactNode {
  const { label } = conditionKinds[name];
  switch (name) {
    case "pages":
    case "notPages":
      return (
        <>
          <textarea
            className={cx(controlStyle, lines)}
            aria-label={label}
            rows={Math.max(1, when[name].length)}
            placeholder="/pricing*"
            value={when[name].join("\n")}
            onChange={(event) => onChange({ [name]: event.currentTarget.value.split("\n") })}
          />
          <small>One address per line. * stands for anything.</small>
        </>
      );
    case "time":
      return (
        <NumberBox
          {...{ label, unit: "seconds", most: 3600, value: when.afterSeconds }}
          onChange={(afterSeconds) => onChange({ afterSeconds })}
        />
      );
    case "scroll":
      return (
        <NumberBox
          {...{ label, unit: "% of the page", most: 100, value: when.scrollPercent }}
          onChange={(scrollPercent) => onChange({ scrollPercent })}
        />
      );
    case "exit":
      return <span>The pointer leaves the window at the top. Not on phones.</span>;
    case "visitors":
      return (
        <Choices
          label={label}
          value={when.visitors}
          options={[
            { value: "new", label: "New" },
            { value: "returning", label: "Returning" },
          ]}
          onChange={(visitors) => onChange({ visitors })}
        />
      );
    case "languages":
      return (
        <span className={ticks}>
          {chatLanguages.map((one) => (
            <label key={one}>
              <input
                type="checkbox"
                checked={when.languages.includes(one)}
                onChange={(event) =>
                  onChange({
                    languages: chatLanguages.filter((other) =>
                      other === one ? event.currentTarget.checked : when.languages.includes(other),
                    ),
                  })
                }
              />
              {languageNames[one]}
            </label>
          ))}
        </span>
      );
    case "attributes":
      return <AttributeRows value={when.attributes} onChange={(attributes) => onChange({ attributes })} />;
    case "period":
      return (
        when.period && <PeriodControl period={when.period} onChange={(period) => onChange({ period })} />
      );
    case "event":
      return (
        <>
          <input
            className={controlStyle}
            aria-label={label}
            placeholder="cart_left"
            value={when.event}
            onChange={(event) => onChange({ event: event.currentTarget.value })}
          />
          <small>Your site calls track("{when.event || "cart_left"}").</small>
        </>
      );
  }
}

interface NumberBoxProps {
  label: string;
  unit: string;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

function NumberBox({ label, unit, most, value, onChange }: NumberBoxProps): ReactNode {
  return (
    <span className={number}>
      <input
        className={controlStyle}
        aria-label={`${label}, ${unit}`}
        type="number"
        min={1}
        max={most}
        value={value === 0 ? "" : value}
        onChange={(event) => {
          const typed = Math.round(Number(event.currentTarget.value));
          onChange(Number.isFinite(typed) ? Math.min(most, Math.max(0, typed)) : 0);
        }}
      />
      {unit}
    </span>
  );
}

interface AttributeRowsProps {
  value: AttributeCondition[];
  onChange: (value: AttributeCondition[]) => void;
}

/** What the site says of its visitor, by `setAttributes` or their identity. */
function AttributeRows({ value, onChange }: AttributeRowsProps): ReactNode {
  const change = (at: number, part: Partial<AttributeCondition>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <>
      {value.map(({ name, operator, value: wanted }, at) => (
        // They have no identity of their own; the place is the condition.
        <span key={at} className={attribute}>
          <input
            className={controlStyle}
            aria-label={`Attribute ${at + 1}`}
            placeholder="plan"
            value={name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <select
            className={controlStyle}
            aria-label={`Comparison ${at + 1}`}
            value={operator}
            onChange={(event) => {
              const chosen = event.currentTarget.value as AttributeCondition["operator"]; // a value of the options
              change(at, { operator: chosen });
            }}
          >
            {attributeOperators.map((one) => (
              <option key={one} value={one}>
                {operatorNames[one]}
              </option>
            ))}
          </select>
          {(operator === "is" || operator === "is_not") && (
            <input
              className={controlStyle}
              aria-label={`Value ${at + 1}`}
              placeholder="free"
              value={wanted}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
            />
          )}
          {value.length > 1 && (
            <IconButton
              label={`Remove attribute ${at + 1}`}
              size="small"
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <X size={15} aria-hidden />
            </IconButton>
          )}
        </span>
      ))}
      {value.length < 5 && (
        <Button
          className={add}
          size="small"
          kind="quiet"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, { name: "", operator: "is", value: "" }])}
        >
          Add attribute
        </Button>
      )}
    </>
  );
}

const add = css`
  justify-self: start;
`;
const lines = css`
  field-sizing: content;
  resize: vertical;
  min-height: var(--ph-control);
`;
const number = css`
  display: flex;
  align-items: center;
  gap: 8px;
  & > input {
    width: 96px;
  }
`;
const ticks = css`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 16px;
  & > label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 32px;
    cursor: pointer;
  }
  & input {
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
const attribute = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;
  min-width: 0;
  & > input {
    flex: 1 1 100px;
    width: auto;
    min-width: 0;
  }
  & > select {
    flex: none;
    width: auto;
  }
`;
