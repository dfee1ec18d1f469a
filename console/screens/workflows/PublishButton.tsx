import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Upload } from "lucide-react";
import type { WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { loadWorkflow, makePublic } from "../../state/workflows/workflows.ts";
import type { WorkflowPlace } from "../../state/workflows/workflows.ts";
import { SimulationCheck } from "./overlays.ts";

interface PublishButtonProps {
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
  /** There are changes that are not even saved. */
  isHeldBack: boolean;
}

/** Publishes the draft, or says what keeps it from that. */
export function PublishButton({ place, workflow, isHeldBack }: PublishButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (workflow.version !== null && !workflow.hasChanges) return null;
  return (
    <>
      <Button
        kind="primary"
        icon={<Upload size={16} aria-hidden />}
        disabled={isHeldBack || workflow.graph.steps.length === 0}
        title={isHeldBack ? "Save your changes first" : undefined}
        onClick={() => setIsOpen(true)}
      >
        Publish
      </Button>
      {isOpen && <PublishWorkflow place={place} workflow={workflow} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PublishWorkflow(props: Omit<PublishButtonProps, "isHeldBack"> & { onClose: () => void }): ReactNode {
  const { place, workflow, onClose } = props;
  const { revision, version, problems, open } = workflow;
  const [note, setNote] = useState("");
  const query = useQuery();
  const blocking = problems.filter(({ blocks }) => blocks);
  const hints = problems.filter(({ blocks }) => !blocks);
  const publishing = useAction(async () => {
    const published = await makePublic(place, { revision, note });
    showToast(`Version ${published.version} is published`);
    onClose();
  });
  const listed = blocking.length > 0 ? blocking : hints;
  return (
    <Dialog
      title={blocking.length > 0 ? "Not ready yet" : "Publish workflow"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {blocking.length === 0 && (
            <Button kind="primary" isBusy={publishing.isBusy} onClick={() => void publishing.run()}>
              Publish
            </Button>
          )}
        </>
      }
    >
      <div className={frame}>
        <p>
          {blocking.length > 0
            ? "Fix these first:"
            : version === null
              ? "Publishing turns the workflow on."
              : `Replaces version ${version} and turns the workflow on.${open > 0 ? " Open runs keep their version." : ""}`}
        </p>
        {listed.length > 0 && (
          <ul>
            {listed.map(({ message, stepId }) => (
              <li key={message}>
                {stepId === null ? (
                  message
                ) : (
                  <button
                    type="button"
                    onClick={() => {
                      onClose();
                      query.set({ view: null, look: null, step: stepId });
                    }}
                  >
                    {message}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {blocking.length === 0 && (
          <Suspense>
            <SimulationCheck place={place} onClose={onClose} />
          </Suspense>
        )}
        {blocking.length === 0 && (
          <TextField
            label="Version note"
            value={note}
            onChange={setNote}
            limit={500}
            placeholder="What changed"
          />
        )}
        {publishing.error && (
          <ErrorNotice
            title="The workflow wasn’t published."
            error={publishing.error}
            {...(publishing.error.code === "conflict" && {
              onRetry: () => void loadWorkflow(place).then(publishing.clear),
            })}
          />
        )}
      </div>
    </Dialog>
  );
}

const frame = css`
  display: grid;
  gap: 14px;
  & > ul {
    display: grid;
    gap: 6px;
    margin: 0;
    padding-inline-start: 20px;
  }
  & li > button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--ph-accent-text);
    text-align: start;
    text-decoration: underline;
    cursor: pointer;
  }
`;
