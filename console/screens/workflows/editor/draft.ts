import type { Snapshot } from "valtio";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import type { Revised } from "../../../parts/useRevisedForm.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import type { WorkflowDraft } from "../../../state/workflows/workflows.ts";

/** What of a workflow is edited, with the revision that it was read at. */
export function revisedOf(workflow: Snapshot<WorkflowDetail>): Revised<WorkflowDraft> {
  const { name, description, trigger, graph } = copyShown(workflow);
  return {
    revision: workflow.revision,
    savedBy: workflow.savedBy,
    value: { name, description, trigger, graph },
  };
}
