import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Play } from "lucide-react";
import type { SkillInput, SkillTestResult } from "../../../../shared/contract/skills/skills.ts";
import { checkForm } from "../../../../shared/domain/forms.ts";
import type { FormField, FormValues } from "../../../../shared/domain/forms.ts";
import { FormView } from "../../../../shared/ui/form/FormView.tsx";
import { cardWords } from "../../../../shared/words/cards.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { Card } from "../../../parts/Card.tsx";
import { Choices } from "../../../parts/Choices.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import type { SkillTrial, TypedSkill } from "../../../state/skills/skills.ts";
import { withoutBlankRows } from "./skillDrafts.ts";
import { Shown, ShownRequest, ShownResponse } from "./Shown.tsx";

type Mode = SkillTrial["mode"];

interface TestPanelProps {
  typed: TypedSkill;
  /** Tries the skill as it is typed now. */
  onTry: (trial: Pick<SkillTrial, "mode" | "inputs" | "mock">) => Promise<void>;
  /** A response is kept, which can be replayed. */
  hasRecorded: boolean;
  /** Of the last test. */
  result: SkillTestResult | null;
}

const modes: { value: Mode; label: string }[] = [
  { value: "dry", label: "Show request" },
  { value: "mock", label: "Try a response" },
  { value: "real", label: "Send" },
];
const replayMode: (typeof modes)[number] = { value: "recorded", label: "Replay" };
const kindButtons = {
  form: "Test form",
  client: "Try result",
  code: "Run",
  email: "Show e-mail",
  search: "Search",
  handover: "Test",
  end: "Test",
};
const buttons: Record<Mode, string> = {
  dry: "Show request",
  mock: "Try response",
  recorded: "Replay response",
  real: "Send request",
};

/** Tries the skill beside its form: what would leave, what comes back, and what the agent makes of it. */
export function TestPanel({ typed, onTry, hasRecorded, result }: TestPanelProps): ReactNode {
  const { kind } = typed.config;
  const isClient = kind === "client";
  const [chosenMode, setMode] = useState<Mode>("dry");
  const mode = isClient ? "mock" : kind === "code" || kind === "search" ? "real" : chosenMode;
  const [values, setValues] = useState<FormValues>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [mock, setMock] = useState("");
  /** What would be sent, while it is asked whether that is meant. */
  const [asking, setAsking] = useState<FormValues | null>(null);
  /** It was asked once whether sending is meant. */
  const [isMeant, setIsMeant] = useState(false);
  const fields = withoutBlankRows(typed)
    .inputs.filter(({ id }) => id !== "")
    .map(asField);
  const trying = useAction((inputs: FormValues) => onTry({ mode, inputs, ...(mode === "mock" && { mock }) }));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkForm(fields, values);
    setErrors("errors" in checked ? checked.errors : {});
    if ("errors" in checked) return;
    if (kind === "http" && mode === "real" && typed.risk !== "read" && !isMeant) setAsking(checked.values);
    else void trying.run(checked.values);
  };
  return (
    <Card title="Test" subtitle="Tests what you typed, saved or not. Tests aren't counted.">
      <form className={frame} onSubmit={handleSubmit} noValidate>
        {kind === "http" && (
          <Choices
            label="What to test"
            value={mode}
            options={hasRecorded ? [...modes, replayMode] : modes}
            onChange={setMode}
          />
        )}
        {fields.length > 0 && (
          <FormView
            {...{ fields, values, errors }}
            words={cardWords}
            onChange={setValues}
            // A test keeps no file.
            onFile={(_file, onSent) => onSent({ id: "file" })}
          />
        )}
        {mode === "mock" && (
          <TextArea
            label={isClient ? "Result of the page" : "Response"}
            rows={5}
            limit={200_000}
            placeholder={'{"status": "shipped"}'}
            value={mock}
            onChange={setMock}
          />
        )}
        <Button type="submit" kind="secondary" icon={<Play size={15} aria-hidden />} isBusy={trying.isBusy}>
          {kind === "http" ? buttons[mode] : kindButtons[kind]}
        </Button>
      </form>
      {trying.error && <ErrorNotice title="The test did not run." error={trying.error} />}
      <div className={frame} role="region" aria-label="Result of the test" aria-live="polite">
        {result && <Result result={result} />}
      </div>
      {asking && (
        <ConfirmDialog
          title="Send a real request?"
          confirmLabel="Send request"
          isHarmless
          onConfirm={async () => {
            setIsMeant(true);
            void trying.run(asking);
          }}
          onClose={() => setAsking(null)}
        >
          This action changes something at its address. The test does the same, with the values you entered.
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** A value that comes from the visitor's session is typed here in its place. */
function asField({ from, ...field }: SkillInput): FormField {
  return {
    ...field,
    label: field.label || field.id,
    ...(from !== null && { description: "In place of the verified visitor's." }),
  };
}

function Result({ result }: { result: SkillTestResult }): ReactNode {
  const { request, response, picked, answer, error, ms } = result;
  return (
    <>
      {error && (
        <p className={failure} role="alert">
          {error}
        </p>
      )}
      {answer !== null && <Shown label="Answer" text={answer} />}
      {picked !== null && <Shown label="The agent sees" text={picked} />}
      {response && <ShownResponse response={response} ms={ms} />}
      {request && <ShownRequest label={request.method === "MAIL" ? "E-mail" : "Request"} request={request} />}
    </>
  );
}

const frame = css`
  display: grid;
  gap: 14px;
  min-width: 0;
  & > button {
    justify-self: start;
  }
  & > fieldset {
    max-width: 100%;
    overflow-x: auto;
  }
  &:empty {
    display: none;
  }
`;
const failure = css`
  padding: 8px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  color: var(--ph-text);
  overflow-wrap: anywhere;
`;
