import type { ReactNode } from "react";
import { conditionOperators } from "../../../../shared/domain/workflows/conditions.ts";
import type {
  ConditionGroup,
  ConditionOperator,
  ConditionRule,
} from "../../../../shared/domain/workflows/conditions.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Choices } from "../../../parts/Choices.tsx";
import type { KnownVariable } from "../editor/listVariables.ts";
import { formRows, pairRow } from "./formRows.ts";
import { Rows } from "../../../parts/Rows.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

const operatorOptions = Object.entries(conditionOperators).map(([value, { label }]) => ({ value, label }));
const matchOptions = [
  { value: "all" as const, label: "All" },
  { value: "any" as const, label: "Any" },
];

/** The rules of which one way or the other follows. */
export function ConditionForm(props: StepFormProps<"condition">): ReactNode {
  const { config, onChange, errorOf, variables, isReadOnly } = props;
  const { match, groups } = config;
  const [first] = groups;
  const isSimple = groups.length <= 1;
  const setGroups = (changed: ConditionGroup[]) => onChange({ groups: changed });
  if (isSimple) {
    const group = first ?? { match: "all" as const, rules: [] };
    return (
      <div className={formRows}>
        <RuleRows
          group={group}
          onChange={(changed) => setGroups([changed])}
          {...{ variables, isReadOnly }}
          error={errorOf("groups")}
        />
        {!isReadOnly && group.rules.length > 0 && (
          <Button kind="quiet" size="small" onClick={() => setGroups([group, makeGroup()])}>
            Add another group of rules
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={formRows}>
      <Choices
        label="Groups that must match"
        value={match}
        options={matchOptions.map((one) => ({ ...one, label: `${one.label} groups` }))}
        onChange={(value) => onChange({ match: value })}
      />
      <Rows
        label="Groups"
        noun="group"
        rows={groups}
        most={10}
        onChange={setGroups}
        makeRow={makeGroup}
        error={errorOf("groups")}
        isReadOnly={isReadOnly}
      >
        {(group, set) => (
          <RuleRows group={group} onChange={set} {...{ variables, isReadOnly }} error={undefined} />
        )}
      </Rows>
    </div>
  );
}

interface RuleRowsProps {
  group: ConditionGroup;
  onChange: (group: ConditionGroup) => void;
  variables: readonly KnownVariable[];
  error: string | undefined;
  isReadOnly: boolean;
}

function RuleRows({ group, onChange, variables, error, isReadOnly }: RuleRowsProps): ReactNode {
  return (
    <>
      {group.rules.length > 1 && (
        <Choices
          label="Rules that must match"
          value={group.match}
          options={matchOptions.map((one) => ({ ...one, label: `${one.label} rules` }))}
          onChange={(match) => onChange({ ...group, match })}
        />
      )}
      <Rows
        label="Rules"
        noun="rule"
        rows={group.rules}
        most={20}
        onChange={(rules) => onChange({ ...group, rules })}
        makeRow={makeRule}
        error={error}
        isReadOnly={isReadOnly}
      >
        {({ value, operator, to }, set) => (
          <>
            <VariableField
              label="Value"
              value={value}
              placeholder="{{contact.email}}"
              onChange={(text) => set({ value: text })}
              variables={variables}
              isDisabled={isReadOnly}
            />
            <div className={pairRow}>
              <Select
                label="Comparison"
                value={operator}
                options={operatorOptions}
                onChange={(text) => set({ operator: text as ConditionOperator })} // a value of the options
                isDisabled={isReadOnly}
              />
              {conditionOperators[operator].takesValue && (
                <VariableField
                  label="Compared with"
                  value={to}
                  onChange={(text) => set({ to: text })}
                  variables={variables}
                  isDisabled={isReadOnly}
                />
              )}
            </div>
          </>
        )}
      </Rows>
    </>
  );
}

function makeRule(): ConditionRule {
  return { value: "", operator: "equals", to: "" };
}

function makeGroup(): ConditionGroup {
  return { match: "all", rules: [makeRule()] };
}
