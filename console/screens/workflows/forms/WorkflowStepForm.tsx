import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import { formRows } from "./formRows.ts";
import { InputRows } from "./InputRows.tsx";
import { optionsWith } from "./optionsWith.ts";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";

/** The workflow that runs, and what it is given. */
export function WorkflowStepForm(props: StepFormProps<"workflow">): ReactNode {
  const { config, onChange, errorOf, variables, choices, workflowId, isReadOnly } = props;
  const others = choices.workflows.filter(({ id }) => id !== workflowId);
  return (
    <div className={formRows}>
      <Select
        label="Workflow"
        value={config.workflowId}
        options={optionsWith(
          config.workflowId,
          others.map(({ id, name }) => ({ value: id, label: name })),
          "Choose a workflow",
        )}
        onChange={(text) => onChange({ workflowId: text })}
        error={errorOf("workflowId")}
        isDisabled={isReadOnly}
      />
      <InputRows
        label="Inputs"
        noun="input"
        values={config.inputs}
        onChange={(inputs) => onChange({ inputs })}
        names={[]}
        variables={variables}
        isReadOnly={isReadOnly}
      />
      <SaveAsField
        value={config.saveAs}
        onChange={(saveAs) => onChange({ saveAs })}
        error={errorOf("saveAs")}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}
