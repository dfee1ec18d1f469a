import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { CircleCheck, CircleX } from "lucide-react";
import { maxMessageCharacters } from "../../../../shared/domain/limits.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { askTestQuestion } from "../../../state/agents/testQuestion.ts";
import type { TestAnswer } from "../../../state/agents/testQuestion.ts";

interface TestQuestionProps {
  place: AgentPlace;
  hasPassed: boolean;
  onPass: () => void;
}

/** A question that the agent has to answer from its sources before it goes where visitors are. */
export function TestQuestion({ place, hasPassed, onPass }: TestQuestionProps): ReactNode {
  const [question, setQuestion] = useState("");
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const asking = useAction(async () => {
    setAnswer(null);
    const given = await askTestQuestion(place, question.trim());
    setAnswer(given);
    if (given.citations.length > 0) onPass();
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim()) void asking.run();
  };
  return (
    <Card
      title="Test question"
      subtitle="Ask what visitors ask most. It passes when the answer stands on a source."
      aside={hasPassed ? <strong className={passed}>Passed</strong> : undefined}
    >
      <form className={form} onSubmit={handleSubmit}>
        <TextField label="Question" limit={maxMessageCharacters} value={question} onChange={setQuestion} />
        <Button type="submit" isBusy={asking.isBusy}>
          Ask
        </Button>
      </form>
      {asking.error && <ErrorNotice title="The question was not answered." error={asking.error} />}
      <div role="status" className={result}>
        {answer && <Verdict answer={answer} />}
      </div>
    </Card>
  );
}

function Verdict({ answer: { text, citations } }: { answer: TestAnswer }): ReactNode {
  const sources = [...new Set(citations.map(({ title }) => title))];
  const isFound = sources.length > 0;
  return (
    <>
      <p className={isFound ? passed : failed}>
        {isFound ? <CircleCheck size={17} aria-hidden /> : <CircleX size={17} aria-hidden />}
        {isFound
          ? `Answered from ${sources.join(", ")}`
          : "No source answers this. Add knowledge about it, then ask again."}
      </p>
      <blockquote>{text}</blockquote>
    </>
  );
}

const form = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: 8px;
`;
const result = css`
  display: grid;
  gap: 10px;
  &:empty {
    display: none;
  }
  & > p {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    overflow-wrap: anywhere;
  }
  & > p > svg {
    flex: none;
    margin-top: 2px;
  }
  & > blockquote {
    margin: 0;
    padding-inline-start: 14px;
    border-inline-start: 3px solid var(--ph-line-strong);
    color: var(--ph-text-2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
const passed = css`
  color: var(--ph-success-text);
`;
const failed = css`
  color: var(--ph-warning-text);
`;
