import type { ReactNode } from "react";
import type { StepKind } from "../../../../shared/domain/workflows/steps.ts";
import { ApprovalForm } from "./ApprovalForm.tsx";
import { AskForm } from "./AskForm.tsx";
import { AssignForm } from "./AssignForm.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { CollectionForm } from "./CollectionForm.tsx";
import { ConditionForm } from "./ConditionForm.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { EndForm } from "./EndForm.tsx";
import { FormStepForm } from "./FormStepForm.tsx";
import { HandOverForm } from "./HandOverForm.tsx";
import { IntentForm } from "./IntentForm.tsx";
import { JoinForm } from "./JoinForm.tsx";
import { LabelForm } from "./LabelForm.tsx";
import { LoopForm } from "./LoopForm.tsx";
import { ModelForm } from "./ModelForm.tsx";
import { NoteForm } from "./NoteForm.tsx";
import { ParallelForm } from "./ParallelForm.tsx";
import { ResolveForm } from "./ResolveForm.tsx";
import { SayForm } from "./SayForm.tsx";
import { SearchForm } from "./SearchForm.tsx";
import { SetForm } from "./SetForm.tsx";
import { SkillStepForm } from "./SkillStepForm.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { SwitchForm } from "./SwitchForm.tsx";
import { WaitForm } from "./WaitForm.tsx";
import { WorkflowStepForm } from "./WorkflowStepForm.tsx";

/** The form of each kind of step. A kind without one does not compile. */
export const stepForms: { [Kind in StepKind]: (props: StepFormProps<Kind>) => ReactNode } = {
  say: SayForm,
  ask: AskForm,
  form: FormStepForm,
  model: ModelForm,
  search: SearchForm,
  skill: SkillStepForm,
  condition: ConditionForm,
  switch: SwitchForm,
  intent: IntentForm,
  loop: LoopForm,
  wait: WaitForm,
  approval: ApprovalForm,
  set: SetForm,
  code: CodeForm,
  collection: CollectionForm,
  handOver: HandOverForm,
  assign: AssignForm,
  label: LabelForm,
  resolve: ResolveForm,
  email: EmailForm,
  workflow: WorkflowStepForm,
  parallel: ParallelForm,
  join: JoinForm,
  note: NoteForm,
  end: EndForm,
};
