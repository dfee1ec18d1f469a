import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { X } from "lucide-react";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { formRows } from "../forms/formRows.ts";
import { HookCard } from "./HookCard.tsx";
import { TriggerForm } from "./TriggerForm.tsx";
import type { WorkflowForm } from "./useWorkflowForm.ts";
import { VariablesForm } from "./VariablesForm.tsx";

export type SettingsPart = "trigger" | "variables" | "about";

interface SettingsPanelProps {
  part: SettingsPart;
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
  editor: WorkflowForm;
  isReadOnly: boolean;
  /** Of the agent; null while they are read. */
  connections: StepChoices["connections"] | null;
  onClose: () => void;
}

const titles: Record<SettingsPart, string> = {
  trigger: "Trigger",
  variables: "Variables",
  about: "Name and description",
};

/** What belongs to the workflow and not to one of its steps. */
export function SettingsPanel(props: SettingsPanelProps): ReactNode {
  const { part, place, workflow, editor, connections, isReadOnly, onClose } = props;
  const { form, history, graph } = editor;
  const { typed, saving } = form;
  return (
    <section className={panel} aria-label={titles[part]}>
      <header>
        <h2>{titles[part]}</h2>
        <IconButton label={`Close ${titles[part].toLowerCase()}`} size="small" onClick={onClose}>
          <X size={17} aria-hidden />
        </IconButton>
      </header>
      {part === "trigger" && (
        <>
          <TriggerForm
            trigger={typed.trigger}
            connections={connections}
            onChange={(trigger) => history.change({ trigger }, "trigger")}
            error={saving.error}
            isReadOnly={isReadOnly}
          />
          {typed.trigger.kind === "webhook" && (
            <HookCard
              place={place}
              hook={workflow.hook}
              auth={typed.trigger.auth}
              variables={graph.variables}
            />
          )}
        </>
      )}
      {part === "variables" && (
        <VariablesForm
          variables={graph.variables}
          onChange={(variables) => editor.changeGraph({ ...graph, variables }, "variables")}
          isReadOnly={isReadOnly}
        />
      )}
      {part === "about" && (
        <div className={formRows}>
          <TextField
            label="Name"
            value={typed.name}
            limit={120}
            onChange={(name) => history.change({ name }, "name")}
            error={findFieldError(saving.error, "data.name")}
            isDisabled={isReadOnly}
          />
          <TextArea
            label="Description"
            rows={3}
            value={typed.description}
            limit={1000}
            onChange={(description) => history.change({ description }, "description")}
            isDisabled={isReadOnly}
          />
        </div>
      )}
    </section>
  );
}

const panel = css`
  display: grid;
  gap: 16px;
  min-width: 0;
  padding: 8px 18px 20px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-inline-end: -10px;
  }
  & > header h2 {
    font-size: 0.9375rem;
    font-weight: 600;
  }
`;
