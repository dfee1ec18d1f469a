import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import { useSnapshot } from "valtio";
import type { ResultSummary } from "../../../shared/contract/evaluation/evaluation.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { loadResult, openResult } from "../../state/evaluation/evaluation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { framedList } from "../framedList.ts";
import { Loaded } from "../Loaded.tsx";
import { AnswerSides } from "./AnswerSides.tsx";
import { verdictWords } from "./verdictWords.ts";

interface ReplayAnswersProps {
  place: AgentPlace;
  runId: string;
  /** The worse ones first. */
  results: ResultSummary[];
}

const shownAtFirst = 5;

/** The questions of a replay, each with its two answers side by side; the first one that differs is open. */
export function ReplayAnswers({ place, runId, results }: ReplayAnswersProps): ReactNode {
  const asked = results.filter(({ verdict }) => verdict !== null);
  const [openId, setOpenId] = useState(() => asked.find((one) => verdictOf(one) !== "same")?.id ?? null);
  const [isWhole, setIsWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, asked.length - shownAtFirst);
  return (
    <>
      <ul className={cx(framedList, list)} aria-label="Replayed questions">
        {asked.slice(0, asked.length - hidden).map((result) => (
          <li key={result.id}>
            <Row
              {...{ place, runId, result }}
              isOpen={result.id === openId}
              onToggle={() => setOpenId(result.id === openId ? null : result.id)}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" kind="quiet" onClick={() => setIsWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  );
}

interface RowProps extends Omit<ReplayAnswersProps, "results"> {
  result: ResultSummary;
  isOpen: boolean;
  onToggle: () => void;
}

function Row({ place, runId, result, isOpen, onToggle }: RowProps): ReactNode {
  const verdict = verdictOf(result);
  return (
    <details open={isOpen}>
      <summary
        onClick={(event) => {
          // One is open at a time, which the browser does not know.
          event.preventDefault();
          onToggle();
        }}
      >
        <ChevronRight size={16} aria-hidden />
        {verdict && (
          <Badge tone={verdictWords[verdict].tone} hasDot>
            {verdictWords[verdict].label}
          </Badge>
        )}
        <span>
          {result.question}
          <small>{[result.caseId && "Test case", result.reasons[0]?.text].filter(Boolean).join(" · ")}</small>
        </span>
      </summary>
      {isOpen && <Answers {...{ place, runId }} resultId={result.id} />}
    </details>
  );
}

function Answers({
  place,
  runId,
  resultId,
}: Omit<ReplayAnswersProps, "results"> & { resultId: string }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(openResult);
  useEffect(() => void loadResult({ orgId, agentId }, runId, resultId), [orgId, agentId, runId, resultId]);
  return (
    <div>
      <Loaded
        resource={resource.data?.of === resultId ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="160px" />}
        needs="evaluation.read"
        onRetry={() => loadResult(place, runId, resultId)}
      >
        {(result) => <AnswerSides result={result} />}
      </Loaded>
    </div>
  );
}

function verdictOf({ overruled, verdict }: ResultSummary): ResultSummary["verdict"] {
  return overruled ?? verdict;
}

const list = css`
  color: var(--ph-text);
  & summary {
    display: grid;
    grid-template-columns: auto 72px minmax(0, 1fr);
    align-items: baseline;
    justify-items: start;
    gap: 4px 10px;
    min-height: 44px;
    padding: 10px 12px;
    list-style: none;
    cursor: pointer;
  }
  & summary::-webkit-details-marker {
    display: none;
  }
  & summary:hover {
    background: var(--ph-hover);
  }
  & summary:focus-visible {
    outline-offset: -3px;
  }
  & summary > svg {
    align-self: start;
    margin-top: 3px;
    color: var(--ph-text-2);
    transition: rotate var(--ph-fast);
  }
  & details[open] > summary > svg {
    rotate: 90deg;
  }
  & summary > span:last-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & summary small {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & details > div {
    padding: 2px 12px 12px;
  }
  @media (max-width: 480px) {
    & summary {
      grid-template-columns: auto minmax(0, 1fr);
    }
    & summary > span:last-child {
      grid-column: 2;
    }
  }
`;
