import type { ReactNode } from "react";
import { plural } from "../../../shared/words/language.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { deleteWorkflow } from "../../state/workflows/workflows.ts";
import type { WorkflowPlace } from "../../state/workflows/workflows.ts";

interface DeleteWorkflowProps {
  place: WorkflowPlace;
  workflow: { name: string; open: number };
  onDeleted?: () => void;
  onClose: () => void;
}

/** Asks before a workflow is deleted with its versions and runs. */
export function DeleteWorkflow(props: DeleteWorkflowProps): ReactNode {
  const { place, workflow, onDeleted, onClose } = props;
  const open = plural(workflow.open, { one: "{count} open run is", other: "{count} open runs are" });
  return (
    <ConfirmDialog
      title={`Delete ${workflow.name}?`}
      confirmLabel="Delete workflow"
      onConfirm={async () => {
        await deleteWorkflow(place);
        onDeleted?.();
      }}
      onClose={onClose}
    >
      Its versions and runs are deleted too.{workflow.open > 0 && ` ${open} canceled.`} This can&apos;t be
      undone.
    </ConfirmDialog>
  );
}
