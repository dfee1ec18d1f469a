import type { StepConfigs, StepKind } from "../../../../shared/domain/workflows/steps.ts";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";
import type { KnownVariable } from "../editor/listVariables.ts";

/** What the form of a kind of step gets. */
export interface StepFormProps<Kind extends StepKind> {
  config: StepConfigs[Kind];
  onChange: (part: Partial<StepConfigs[Kind]>) => void;
  /** What is wrong with a field, in words. */
  errorOf: (field: keyof StepConfigs[Kind] & string) => string | undefined;
  variables: readonly KnownVariable[];
  /** What steps can refer to; nothing while it is read. */
  choices: StepChoices;
  isReadOnly: boolean;
  /** The workflow that is edited, which doesn't run itself. */
  workflowId: string;
}
