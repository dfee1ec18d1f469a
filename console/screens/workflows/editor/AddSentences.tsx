import { useState } from "react";
import type { ReactNode } from "react";
import { Sparkles } from "lucide-react";
import { describeStep } from "../../../../shared/domain/workflows/describeStep.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import { readSentence } from "../../../../shared/domain/workflows/readSentence.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { plural } from "../../../../shared/words/language.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { readSentences } from "../../../state/workflows/sentences.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { makeStepId } from "./newSteps.ts";

interface AddSentencesProps {
  place: WorkflowPlace;
  /** Where they can be added; the last choice is the end. */
  places: readonly { value: string; label: string }[];
  onAdd: (steps: Step[], after: string) => void;
}

interface Read {
  sentence: string;
  step: Step | null;
}

/** Sentences that become steps, with a preview before they are added. Sentences that can’t be read stay in the field. */
export function AddSentences({ place, places, onAdd }: AddSentencesProps): ReactNode {
  const [text, setText] = useState("");
  const [after, setAfter] = useState<string | null>(null);
  const [read, setRead] = useState<Read[] | null>(null);
  const [credits, setCredits] = useState(0);
  const asking = useAction(async (asked: Read[]) => {
    const open = asked.flatMap(({ sentence, step }) => (step ? [] : sentence));
    const found = await readSentences(place, open);
    const steps = found.steps.map((step) => step && { ...step, id: makeStepId() });
    const places = asked.flatMap(({ step }, at) => (step ? [] : at));
    const answered = asked.map((one, at) =>
      one.step ? one : { ...one, step: steps[places.indexOf(at)] ?? null },
    );
    setCredits((before) => before + found.credits);
    // Ignores an answer about sentences that were changed in the meantime.
    setRead((now) => (now === asked ? answered : now));
  });
  const sentences = text.split("\n").filter((line) => line.trim() !== "");
  const steps = (read ?? []).flatMap(({ step }) => step ?? []);
  const open = (read ?? []).filter(({ step }) => !step).map(({ sentence }) => sentence);
  const end = places.at(-1)?.value ?? "";
  const chosen = places.some(({ value }) => value === after) ? (after ?? end) : end;
  const handleAdd = () => {
    onAdd(steps, chosen);
    setText(open.join("\n"));
    setRead(null);
    setCredits(0);
  };
  return (
    <div className={frame}>
      <TextArea
        label="Add sentences"
        hint="One step per line. Examples: Say “Hello”. Wait 2 days. Check whether order.total is greater than 50."
        rows={3}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setRead(null);
        }}
      />
      {read && (
        <ol aria-label="Preview">
          {read.map(({ sentence, step }, at) => (
            // The same sentence may appear twice, so the line is the key.
            <li key={at} data-bad={!step || undefined}>
              {step ? describeStep(step) : `Not understood: ${sentence}`}
            </li>
          ))}
        </ol>
      )}
      {credits > 0 && (
        <p>
          {plural(credits, { one: "Reading cost {count} credit.", other: "Reading cost {count} credits." })}
        </p>
      )}
      {asking.error && <ErrorNotice title="The model could not read the sentences." error={asking.error} />}
      <div>
        {!read ? (
          <Button
            disabled={sentences.length === 0}
            onClick={() =>
              setRead(sentences.map((sentence) => ({ sentence, step: readSentence(sentence, makeStepId()) })))
            }
          >
            Preview steps
          </Button>
        ) : (
          <>
            <Select label="Place" value={chosen} options={[...places]} onChange={setAfter} />
            <Button kind="primary" disabled={steps.length === 0} onClick={handleAdd}>
              {plural(steps.length, { one: "Add {count} step", other: "Add {count} steps" })}
            </Button>
            {open.length > 0 && (
              <Button
                icon={<Sparkles size={16} aria-hidden />}
                isBusy={asking.isBusy}
                onClick={() => void asking.run(read)}
              >
                Ask the model
              </Button>
            )}
            <Button kind="quiet" onClick={() => setRead(null)}>
              Back
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  padding-top: 12px;
  border-top: 1px solid var(--ph-line);
  & > ol {
    display: grid;
    gap: 4px;
    margin: 0;
    padding-inline-start: 20px;
    overflow-wrap: anywhere;
  }
  & > ol > li[data-bad] {
    color: var(--ph-danger-text);
  }
  & > p {
    margin: 0;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > div:last-of-type {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 8px;
  }
`;
