import type { ReactNode } from "react";
import { Plus } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { TemplateGrid } from "./TemplateGrid.tsx";
import { useTemplates } from "./useTemplates.ts";

interface NewWorkflowDialogProps {
  place: AgentPlace;
  onClose: () => void;
}

/** Adds a workflow: a blank one, or one of the templates. */
export function NewWorkflowDialog({ place, onClose }: NewWorkflowDialogProps): ReactNode {
  const { busyId, error, choose } = useTemplates(place);
  return (
    <Dialog title="New workflow" onClose={onClose} width={740} closesOnOutsideClick>
      <div className={frame}>
        {error && <ErrorNotice title="The workflow wasn’t added." error={error} />}
        <Button
          kind="primary"
          icon={<Plus size={17} aria-hidden />}
          isBusy={busyId === "blank"}
          autoFocus
          onClick={() => choose(null)}
        >
          Blank workflow
        </Button>
        <p>Or start with a template:</p>
        <TemplateGrid busyId={busyId} onChoose={choose} />
      </div>
    </Dialog>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 12px;
  min-width: 0;
  & > ul {
    width: 100%;
  }
`;
