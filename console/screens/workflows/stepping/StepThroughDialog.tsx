import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { FastForward, StepForward } from "lucide-react";
import type { SimulationLine, SteppedRun } from "../../../../shared/contract/workflows/simulations.ts";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import { beginsWithMessage } from "../../../../shared/domain/workflows/triggers.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import { stepThrough } from "../../../state/workflows/stepThrough.ts";
import type { Stepping } from "../../../state/workflows/stepThrough.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { Tick } from "../forms/Tick.tsx";
import { formRows } from "../forms/formRows.ts";
import { JsonView } from "../runs/JsonView.tsx";
import { WaitFields } from "./WaitFields.tsx";

interface StepThroughDialogProps {
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
  onClose: () => void;
}

interface Entry {
  taken: SteppedRun["taken"];
  lines: SimulationLine[];
}

const nothingGiven = { value: "", fails: false };

/** Runs the saved draft step by step, and shows each step’s input, output and the variables after it. */
export function StepThroughDialog({ place, workflow, onClose }: StepThroughDialogProps): ReactNode {
  const isBegunByMessage = beginsWithMessage(workflow.trigger);
  const [input, setInput] = useState("{}");
  const [message, setMessage] = useState("");
  const [run, setRun] = useState<SteppedRun | null>(null);
  const [log, setLog] = useState<Entry[]>([]);
  const [gives, setGives] = useState(nothingGiven);
  const asking = useAction(async (asked: Stepping) => {
    const next = await stepThrough(place, asked);
    setLog(asked.progress === undefined ? [next] : [...log, next]);
    setGives(nothingGiven);
    setRun(next);
  });
  const go = (asked: Stepping) => {
    const given = run?.next?.mayGive && (gives.value.trim() !== "" || gives.fails) ? { gives } : {};
    void asking.run({ ...(run && { progress: run.progress }), ...given, ...asked });
  };
  const begin = () => void asking.run({ input, ...(message.trim() && { message }) });
  const canStep = run?.next != null;
  const isOpen = canStep || run?.waits != null;
  return (
    <Dialog
      title="Step through"
      onClose={onClose}
      width={760}
      actions={
        <>
          <Button onClick={onClose}>{isOpen ? "Stop" : "Close"}</Button>
          {run && <Button onClick={() => setRun(null)}>Start over</Button>}
          {!run && (
            <Button kind="primary" isBusy={asking.isBusy} onClick={begin}>
              Start
            </Button>
          )}
          {isOpen && (
            <Button
              icon={<FastForward size={16} aria-hidden />}
              isBusy={asking.isBusy}
              disabled={!canStep && run?.waits?.for !== "time"}
              onClick={() => go({ to: "end" })}
            >
              Continue to the end
            </Button>
          )}
          {canStep && (
            <Button
              kind="primary"
              icon={<StepForward size={16} aria-hidden />}
              isBusy={asking.isBusy}
              onClick={() => go({})}
            >
              Next step
            </Button>
          )}
        </>
      }
    >
      <div className={formRows}>
        {!run ? (
          <>
            <p>Runs the saved draft in memory. Nothing is sent or changed.</p>
            {isBegunByMessage && (
              <TextField label="Visitor’s message" value={message} onChange={setMessage} limit={4000} />
            )}
            <TextArea
              label="Inputs (JSON)"
              hint="The workflow’s inputs, or the body of its webhook."
              rows={2}
              value={input}
              onChange={setInput}
              error={findFieldError(asking.error, "input")}
            />
          </>
        ) : (
          <>
            <Log entries={log} />
            {run.next && (
              <section className={nextStyle} aria-label="Next step">
                <p>
                  <small>Next</small> <b>{run.next.name}</b> <span>{stepKinds[run.next.kind].label}</span>
                </p>
                {run.next.mayGive && (
                  <>
                    <TextArea
                      label={gives.fails ? "Error" : "Result (JSON)"}
                      hint="Used instead of running the step. Empty: no result."
                      rows={2}
                      value={gives.value}
                      onChange={(value) => setGives({ ...gives, value })}
                    />
                    <Tick
                      label="The step fails"
                      isOn={gives.fails}
                      onChange={(fails) => setGives({ ...gives, fails })}
                      isDisabled={false}
                    />
                  </>
                )}
              </section>
            )}
            {run.waits && (
              <WaitFields
                key={log.length}
                waits={run.waits}
                isBusy={asking.isBusy}
                onAct={(act) => go({ act })}
              />
            )}
            {!isOpen && (
              <p role="status">
                <Badge tone={run.state === "failed" ? "danger" : "success"}>
                  {run.state === "failed" ? "Failed" : run.state === "paused" ? "Handed over" : "Done"}
                </Badge>{" "}
                {run.error}
              </p>
            )}
            {run.result !== null && <JsonView label="Result" json={run.result} />}
            <JsonView label="Variables" json={run.variables} />
          </>
        )}
        {asking.error && <ErrorNotice title="The step could not be run." error={asking.error} />}
      </div>
    </Dialog>
  );
}

function Log({ entries }: { entries: readonly Entry[] }): ReactNode {
  const hasAny = entries.some(({ taken, lines }) => taken.length + lines.length > 0);
  if (!hasAny) return null;
  return (
    <ol className={logStyle} aria-label="Steps so far">
      {entries.map(({ taken, lines }, at) => (
        // Calls have no identity of their own; the place is the call.
        <li key={at}>
          {taken.map(({ name, kind, input, output, outlet, error }, index) => (
            <details key={index} open={at === entries.length - 1 && index === taken.length - 1}>
              <summary>
                <b>{name}</b> <span>{stepKinds[kind].label}</span>
                {outlet && outlet !== "next" && <small>{outlet}</small>}
              </summary>
              {input !== null && <JsonView label="Input" json={input} />}
              {output !== null && <JsonView label="Output" json={output} />}
              {error !== null && <p data-bad="">{error}</p>}
            </details>
          ))}
          {lines.map(({ by, text }, index) => (
            <p key={index} data-by={by}>
              <small>{speakers[by]}</small>
              {text}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

const speakers = { visitor: "Visitor", workflow: "Workflow", team: "Member", event: "Simulated" } as const;

const nextStyle = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  padding: 12px 14px;
  border: 1px solid var(--ph-accent-text);
  border-radius: var(--ph-radius-s);
  & > p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  & > p > :is(small, span) {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
const logStyle = css`
  display: grid;
  gap: 6px;
  max-height: 40dvh;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
  & > li {
    display: grid;
    gap: 6px;
    min-width: 0;
  }
  & summary {
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  & summary > :is(span, small) {
    margin-inline-start: 6px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & p {
    margin: 0;
    padding: 6px 10px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-hover);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  & p[data-bad] {
    color: var(--ph-danger-text);
  }
  & p > small {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
  }
`;
