import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { TestCase } from "../../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { maxMessageCharacters } from "../../../shared/domain/limits.ts";
import { sourceAudiences, type SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import type { CaseKind } from "../../../shared/domain/testCases.ts";
import { maxCaseTexts } from "../../../shared/domain/testCases.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { saveTestCase } from "../../state/evaluation/evaluation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { endUndo, undo } from "../../state/shell/undo.ts";
import { describeCount } from "../describeNumber.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";
import { useSubmit } from "../useSubmit.ts";

interface CaseDialogProps {
  place: AgentPlace;
  /** Null for a new one. */
  id: string | null;
  given: NewTestCase;
  onClose: () => void;
  onSaved?: ((saved: TestCase) => void) | undefined;
}

/** A question with what must hold of its answer. */
export default function CaseDialog({ place, id, given, onClose, onSaved }: CaseDialogProps): ReactNode {
  const formId = useId();
  const [question, setQuestion] = useState(given.question);
  const [audience, setAudience] = useState<SourceAudience>(given.audience ?? "everyone");
  const [kind, setKind] = useState<CaseKind>(given.kind);
  const [expected, setExpected] = useState(given.expected.join("\n"));
  const [forbidden, setForbidden] = useState(given.forbidden.join("\n"));
  const [source, setSource] = useState(given.source ?? "");
  const [wrongSource, setWrongSource] = useState(given.wrongSource ?? "");
  const problems = {
    question: question.trim() === "" ? "Field is required" : undefined,
    expected: describeProblem(readLines(expected)),
    forbidden: describeProblem(readLines(forbidden)),
  };
  const saving = useAction(async () => {
    const isAnswer = kind === "answer";
    const saved = await saveTestCase(place, {
      ...{ id, question: question.trim(), history: given.history, kind, from: given.from },
      ...(audience !== "everyone" && { audience }),
      expected: isAnswer ? readLines(expected) : [],
      forbidden: readLines(forbidden),
      source: isAnswer ? source.trim() || null : null,
      wrongSource: isAnswer ? wrongSource.trim() || null : null,
    });
    // Taken back now, it would take along what was typed.
    if (id !== null && undo.offer?.made === id) endUndo();
    showToast(id === null ? "Test case saved" : "Test case changed");
    onSaved?.(saved);
    onClose();
  });
  const { hasTried, handleSubmit } = useSubmit(!Object.values(problems).some(Boolean), saving.run);
  return (
    <Dialog
      title={id === null ? "New test case" : "Edit the test case"}
      onClose={onClose}
      width={640}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {saving.error && <ErrorNotice title="The test case was not saved." error={saving.error} />}
        <TextArea
          label="Question"
          isRequired
          autoFocus
          rows={2}
          limit={maxMessageCharacters}
          placeholder="How long can I return something?"
          value={question}
          onChange={setQuestion}
          error={hasTried ? problems.question : undefined}
        />
        {given.history.length > 0 && <History turns={given.history} />}
        <Select
          label="Asked by"
          hint="Some data sources have a limited audience."
          value={audience}
          options={askers}
          onChange={(value) => setAudience(sourceAudiences.find((one) => one === value) ?? audience)}
        />
        <Select
          label="Expected result"
          value={kind}
          options={kindOptions}
          onChange={(value) => setKind(kindOptions.find((option) => option.value === value)?.value ?? kind)}
        />
        {kind === "answer" && (
          <>
            <TextArea
              label="The answer must say"
              hint="One text per line. Ignores case, accents and number formats."
              rows={3}
              placeholder={"60 days\nfree of charge"}
              value={expected}
              onChange={setExpected}
              error={hasTried ? problems.expected : undefined}
            />
            <TextField
              label="It must cite"
              hint="A page’s title or address. Leave empty to accept any source."
              limit={2000}
              placeholder="https://example.com/returns"
              value={source}
              onChange={setSource}
            />
            <TextField
              label="It must not cite"
              hint="A page’s title or address."
              limit={2000}
              value={wrongSource}
              onChange={setWrongSource}
            />
          </>
        )}
        <TextArea
          label="It must not say"
          hint="One text per line."
          rows={2}
          value={forbidden}
          onChange={setForbidden}
          error={hasTried ? problems.forbidden : undefined}
        />
      </form>
    </Dialog>
  );
}

const askers: { value: SourceAudience; label: string }[] = [
  { value: "everyone", label: "Anyone" },
  { value: "identified", label: "A visitor with an address" },
  { value: "verified", label: "A signed-in visitor" },
  { value: "team", label: "Your team" },
];

const kindOptions: { value: CaseKind; label: string }[] = [
  { value: "answer", label: "It answers" },
  { value: "not_found", label: "It says it found no answer" },
  { value: "declined", label: "It declines the topic" },
];

function History({ turns }: { turns: NewTestCase["history"] }): ReactNode {
  return (
    <details className={history}>
      <summary>Includes the earlier conversation ({describeCount(turns.length, "message")})</summary>
      <ol>
        {turns.map(({ role, content }, index) => (
          <li key={index}>
            <strong>{role === "user" ? "Visitor" : "Agent"}</strong> {content}
          </li>
        ))}
      </ol>
    </details>
  );
}

function readLines(typed: string): string[] {
  const lines = typed.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

function describeProblem(lines: string[]): string | undefined {
  if (lines.length > maxCaseTexts) return `Use at most ${maxCaseTexts} texts.`;
  return lines.some((line) => line.length > 300) ? "Use at most 300 characters per line." : undefined;
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
`;
const history = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > summary {
    min-height: 24px;
    cursor: pointer;
  }
  & > ol {
    display: grid;
    gap: 6px;
    max-height: 180px;
    margin: 6px 0 0;
    padding: 10px 12px;
    overflow: auto;
    list-style: none;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: 600;
    color: var(--ph-text);
  }
`;
