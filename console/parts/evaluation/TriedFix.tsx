import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { toRequestError } from "../../../shared/client/requestError.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { AnswerText } from "../../../shared/ui/AnswerText.tsx";
import { CitationList } from "../../../shared/ui/CitationList.tsx";
import { Spinner } from "../../../shared/ui/Spinner.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import type { SourcePlace } from "../../state/knowledge/dataSources.ts";
import { askTestQuestion } from "../../state/agents/testQuestion.ts";
import type { TestAnswer } from "../../state/agents/testQuestion.ts";
import { waitUntilRead } from "../../state/knowledge/waitUntilRead.ts";

interface TriedFixProps {
  /** The source that the answer was written into. */
  place: SourcePlace;
  /** As visitors asked it. */
  asked: string;
  /** As it was written down: the page that is to be cited. */
  question: string;
}

/** Asks the draft what visitors asked, as soon as the new answer was read, and says whether it answers from it. */
export function TriedFix({ place, asked, question }: TriedFixProps): ReactNode {
  const [phase, setPhase] = useState<"reading" | "asking">("reading");
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  const { orgId, agentId, sourceId } = place;

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async () => {
      setError(null);
      setPhase("reading");
      await waitUntilRead({ orgId, agentId, sourceId }, signal);
      if (signal.aborted) return;
      setPhase("asking");
      const given = await askTestQuestion({ orgId, agentId }, asked, signal);
      if (!signal.aborted) setAnswer(given);
    };
    read().catch((thrown: unknown) => {
      if (!signal.aborted) setError(toRequestError(thrown));
    });
    return () => leaving.abort();
  }, [orgId, agentId, sourceId, asked, tries]);

  return (
    <section className={frame} aria-label="New answer">
      <p className={said} dir="auto">
        {asked}
      </p>
      <div role="status">
        {!answer && !error && (
          <p className={waiting}>
            <Spinner />
            {phase === "reading" ? "Reading the new answer…" : "Asking the draft again…"}
          </p>
        )}
        {answer && <Verdict isFixed={answer.citations.some(({ title }) => title === question)} />}
      </div>
      {error && (
        <ErrorNotice
          title="The answer is saved but couldn’t be tested."
          error={error}
          onRetry={() => setTries(tries + 1)}
        />
      )}
      {answer && (
        <div className={shown}>
          <AnswerText text={answer.text} citations={answer.citations} />
          <CitationList citations={answer.citations} />
        </div>
      )}
    </section>
  );
}

function Verdict({ isFixed }: { isFixed: boolean }): ReactNode {
  return (
    <p className={verdict} data-fixed={isFixed ? "" : undefined}>
      {isFixed ? <CircleCheck size={18} aria-hidden /> : <CircleAlert size={18} aria-hidden />}
      {isFixed
        ? "Fixed. The draft uses your answer."
        : "The draft doesn’t use it yet. Reword the question or add to the answer."}
    </p>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  color: var(--ph-text);
`;
const said = css`
  font-weight: 600;
  overflow-wrap: anywhere;
`;
const waiting = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 24px;
  color: var(--ph-text-2);
`;
const verdict = css`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-warning-text);
  }
  &[data-fixed] > svg {
    color: var(--ph-success-text);
  }
`;
const shown = css`
  display: grid;
  gap: 10px;
  max-height: 320px;
  padding: 12px 14px;
  overflow: auto;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  overflow-wrap: anywhere;
`;
