import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import { formRows } from "./formRows.ts";
import { InputRows } from "./InputRows.tsx";
import { optionsWith } from "./optionsWith.ts";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";

/** The skill that runs, and what it is given. */
export function SkillStepForm(props: StepFormProps<"skill">): ReactNode {
  const { config, onChange, errorOf, variables, choices, isReadOnly } = props;
  const chosen = choices.skills.find(({ name }) => name === config.skill);
  return (
    <div className={formRows}>
      <Select
        label="Skill"
        value={config.skill}
        options={optionsWith(
          config.skill,
          choices.skills.map(({ name, title }) => ({ value: name, label: title })),
          "Choose a skill",
        )}
        onChange={(skill) => onChange({ skill })}
        error={errorOf("skill")}
        hint={choices.skills.length === 0 ? "Add skills under Integrations, Actions." : undefined}
        isDisabled={isReadOnly}
      />
      <InputRows
        label="Inputs"
        noun="input"
        values={config.inputs}
        onChange={(inputs) => onChange({ inputs })}
        names={chosen?.inputs ?? []}
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
