import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { Gap } from "../../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { answerCharacters, questionCharacters } from "../../../shared/domain/questions.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";
import { useSubmit } from "../useSubmit.ts";
import { answerQuestion } from "../../state/knowledge/questions.ts";
import type { SourcePlace } from "../../state/knowledge/dataSources.ts";
import { closeGap } from "../../state/evaluation/evaluation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { TriedFix } from "./TriedFix.tsx";

interface AnswerGapProps {
  gap: Gap;
  place: AgentPlace;
  onClose: () => void;
  /** Keeps the question as a test case. */
  onTest: (given: NewTestCase) => void;
}

/**
 * Writes what the agent did not know into its questions and answers, and asks the draft the question again immediately.
 */
export default function AnswerGap({ gap, place, onClose, onTest }: AnswerGapProps): ReactNode {
  const formId = useId();
  const [question, setQuestion] = useState(gap.question.slice(0, questionCharacters));
  const [answer, setAnswer] = useState("");
  const [written, setWritten] = useState<SourcePlace | null>(null);
  const saving = useAction(async () => {
    const source = await answerQuestion(place, { question: question.trim(), answer: answer.trim() });
    await closeGap(place, { messageId: gap.messageId, closed: "answered" });
    setWritten(source);
  });
  const isWhole = question.trim() !== "" && answer.trim() !== "";
  const { needed, handleSubmit } = useSubmit(isWhole, saving.run);
  if (written) {
    const page = question.trim();
    return (
      <Dialog
        title="Answer saved"
        onClose={onClose}
        width={600}
        actions={
          <>
            <Button onClick={() => setWritten(null)}>Change the answer</Button>
            {mayDo("evaluation.update") && (
              <Button onClick={() => onTest(draftCase(gap.question, page))}>Make a test case</Button>
            )}
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <TriedFix place={written} asked={gap.question} question={page} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Add an answer"
      onClose={onClose}
      width={600}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            Add answer
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {saving.error && <ErrorNotice title="The answer was not added." error={saving.error} />}
        <TextField
          label="Question"
          hint="Word it as visitors would."
          isRequired
          limit={questionCharacters}
          value={question}
          onChange={setQuestion}
          error={needed(question.trim() === "", "Field is required")}
        />
        <TextArea
          label="Answer"
          hint="Added to the agent’s Q&A. Then the question is asked again."
          isRequired
          autoFocus
          rows={6}
          limit={answerCharacters}
          value={answer}
          onChange={setAnswer}
          error={needed(answer.trim() === "", "Field is required")}
        />
      </form>
    </Dialog>
  );
}

function draftCase(question: string, source: string): NewTestCase {
  return {
    question,
    history: [],
    kind: "answer",
    expected: [],
    forbidden: [],
    source,
    wrongSource: null,
    from: null,
  };
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
`;
