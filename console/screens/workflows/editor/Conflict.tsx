import type { ReactNode } from "react";
import { ChangeConflict } from "../../../parts/ChangeConflict.tsx";
import type { RevisedForm } from "../../../parts/useRevisedForm.ts";
import type { WorkflowDraft } from "../../../state/workflows/workflows.ts";

/** Says that somebody saved the workflow first, and lets the second one choose. */
export function Conflict({ form }: { form: RevisedForm<WorkflowDraft> }): ReactNode {
  return <ChangeConflict form={form} />;
}
