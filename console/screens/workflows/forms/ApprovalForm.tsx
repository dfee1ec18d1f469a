import type { ReactNode } from "react";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ChoiceRows } from "./ChoiceRows.tsx";
import { clamp } from "./clamp.ts";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { Tick } from "./Tick.tsx";
import { VariableField } from "./VariableField.tsx";

/** What is to be decided, by whom, and how soon. */
export function ApprovalForm(props: StepFormProps<"approval">): ReactNode {
  const { config, onChange, errorOf, variables, choices, isReadOnly } = props;
  const { text, memberIds, byAnother, hours } = config;
  return (
    <div className={formRows}>
      <VariableField
        label="What to approve"
        rows={2}
        value={text}
        placeholder="Refund {{order.total}} for order {{order.number}}?"
        onChange={(typed) => onChange({ text: typed })}
        variables={variables}
        error={errorOf("text")}
        isDisabled={isReadOnly}
      />
      <ChoiceRows
        label="Who decides"
        empty="Any member who may reply"
        addLabel="Add member"
        options={choices.members.map(({ id, name }) => ({ value: id, label: name }))}
        values={memberIds}
        onChange={(changed) => onChange({ memberIds: changed })}
        error={errorOf("memberIds")}
        isReadOnly={isReadOnly}
      />
      <TextField
        label="Hours until it expires"
        type="number"
        value={String(hours)}
        onChange={(typed) => onChange({ hours: clamp(typed, { least: 1, most: 60 * 24 }) })}
        isDisabled={isReadOnly}
      />
      <Tick
        label="The member who started the run can’t decide"
        isOn={byAnother}
        onChange={(isOn) => onChange({ byAnother: isOn })}
        isDisabled={isReadOnly}
      />
    </div>
  );
}
