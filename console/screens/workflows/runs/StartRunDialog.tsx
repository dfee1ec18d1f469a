import { useState } from "react";
import type { ReactNode } from "react";
import { Play } from "lucide-react";
import type { Variable } from "../../../../shared/domain/workflows/graph.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { startRun } from "../../../state/workflows/workflowRuns.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { formRows } from "../forms/formRows.ts";
import { ThreadChoice } from "./ThreadChoice.tsx";

interface StartRunDialogProps {
  place: WorkflowPlace;
  /** The variables that a run is given. */
  inputs: readonly Variable[];
  /** Some step needs a conversation. */
  needsThread: boolean;
  hasPublished: boolean;
  onStarted: (runId: string) => void;
  onClose: () => void;
}

/** Starts a run by hand: the saved draft as a test, or what is published. */
export function StartRunDialog(props: StartRunDialogProps): ReactNode {
  const { place, inputs, needsThread, hasPublished, onStarted, onClose } = props;
  const [what, setWhat] = useState<"draft" | "published">("draft");
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [threadId, setThreadId] = useState("");
  const [clientId] = useState(() => crypto.randomUUID());
  const wrong = inputs.filter(({ name, type }) => readInput(type, typed[name] ?? "") === undefined);
  const [isChecked, setIsChecked] = useState(false);
  const starting = useAction(async () => {
    const input = Object.fromEntries(
      inputs.flatMap(({ name, type }) => {
        const value = readInput(type, typed[name] ?? "");
        return value === null ? [] : [[name, value]];
      }),
    );
    const run = await startRun(place, {
      ...{ input, draft: what === "draft", clientId },
      ...(threadId && { threadId }),
    });
    onStarted(run.id);
  });
  const handleStart = () => {
    setIsChecked(true);
    if (wrong.length === 0) void starting.run();
  };
  return (
    <Dialog
      title="Run workflow"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            icon={<Play size={16} aria-hidden />}
            isBusy={starting.isBusy}
            onClick={handleStart}
            autoFocus={inputs.length === 0 && !needsThread}
          >
            Run
          </Button>
        </>
      }
    >
      <div className={formRows}>
        {hasPublished && (
          <Select
            label="Version"
            value={what}
            options={[
              { value: "draft", label: "Saved draft, as a test" },
              { value: "published", label: "Published version" },
            ]}
            onChange={(value) => setWhat(value as typeof what)} // a value of the options
          />
        )}
        {needsThread && <ThreadChoice place={place} value={threadId} onChange={setThreadId} />}
        {inputs.map(({ name, type, description }) => {
          const value = typed[name] ?? "";
          const error =
            isChecked && wrong.some((one) => one.name === name)
              ? type === "number"
                ? "Enter a number."
                : "Write it as JSON."
              : undefined;
          const common = { label: name, value, error, hint: description || undefined };
          const onChange = (text: string) => setTyped((all) => ({ ...all, [name]: text }));
          if (type === "yes_no") {
            const options = [
              { value: "", label: "Empty" },
              { value: "true", label: "Yes" },
              { value: "false", label: "No" },
            ];
            return <Select key={name} {...common} options={options} onChange={onChange} />;
          }
          if (type === "list" || type === "object")
            return <TextArea key={name} {...common} rows={3} onChange={onChange} />;
          return <TextField key={name} {...common} onChange={onChange} />;
        })}
        {inputs.length === 0 && !needsThread && !hasPublished && <p>Runs the saved draft as a test.</p>}
        {starting.error && <ErrorNotice title="The run wasn’t started." error={starting.error} />}
      </div>
    </Dialog>
  );
}

/** What was typed as a value: null where nothing was, undefined where it is none. */
function readInput(type: Variable["type"], typed: string): unknown {
  if (typed.trim() === "") return null;
  if (type === "text") return typed;
  if (type === "number") return Number.isFinite(Number(typed)) ? Number(typed) : undefined;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return undefined;
  }
}
