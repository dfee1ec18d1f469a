import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { EvaluationRun, ResultSummary } from "../../../shared/contract/evaluation/evaluation.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { describeCount, describeNumber } from "../../parts/describeNumber.ts";
import { RunProgress } from "../../parts/evaluation/RunProgress.tsx";
import {
  describeCounts,
  nameVersion,
  stateWords,
  verdictWords,
} from "../../parts/evaluation/verdictWords.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { framedList, rowLink } from "../../parts/framedList.ts";
import { isGoing, loadRun, openRun } from "../../state/evaluation/evaluation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { CompareRuns, ResultDialog } from "./overlays.ts";

const lookEveryMs = 1000;

/** One run: how far it is or how it came out, and its questions, those to look at first. */
export function RunView({ place, runId }: { place: AgentPlace; runId: string }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(openRun);
  const query = useQuery();
  const resultId = query.read("result");
  const isOurs = resource.data?.of === runId;
  const state = isOurs ? resource.data?.run.state : undefined;
  const isOpen = state === "queued" || state === "running";

  useEffect(() => {
    void loadRun({ orgId, agentId }, runId);
    if (!isOpen) return;
    const timer = setInterval(() => void loadRun({ orgId, agentId }, runId), lookEveryMs);
    return () => clearInterval(timer);
  }, [orgId, agentId, runId, isOpen]);

  return (
    <>
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="260px" />}
        needs="evaluation.read"
        onRetry={() => loadRun(place, runId)}
      >
        {({ run, results }) => (
          <div className={frame}>
            <Head run={run} />
            {isGoing(run) && (
              <RunProgress
                {...{ place, run }}
                mayCancel={mayDo("evaluation.update")}
                onCancelled={() => void loadRun(place, runId)}
              />
            )}
            {run.kind === "tests" && !isGoing(run) && (
              <Suspense fallback={null}>
                <CompareRuns {...{ place, run, results }} />
              </Suspense>
            )}
            {!query.read("with") && (
              <ul className={framedList} aria-label="Questions of this run">
                {results.map((result) => (
                  <li key={result.id}>
                    <ResultLine result={result} href={query.link({ result: result.id })} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
      {resultId && (
        <Suspense fallback={null}>
          <ResultDialog place={{ ...place, runId, resultId }} onClose={() => query.set({ result: null })} />
        </Suspense>
      )}
    </>
  );
}

function Head({ run }: { run: Snapshot<EvaluationRun> }): ReactNode {
  const { label, tone } = stateWords[run.state];
  return (
    <header className={head}>
      <h2>
        {run.kind === "tests" ? "Test cases" : "Replay"} · {nameVersion(run.version)}
      </h2>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <strong>{describeCounts(run)}</strong>
      <small>
        {describeDateTime(run.createdAt)} · {findModel(run.model)?.label ?? run.model} ·{" "}
        {describeCount(run.credits, "credit")}
        {run.createdBy && ` · ${run.createdBy}`}
      </small>
      {run.error && <p role="alert">{run.error}</p>}
      {run.kind === "replay" && (
        <p>
          Compares the draft’s answers with those visitors got, and test cases with version{" "}
          {run.publishedVersion}. It compares words, numbers and sources, not meaning. You can change a
          result.
        </p>
      )}
    </header>
  );
}

function ResultLine({ result, href }: { result: Snapshot<ResultSummary>; href: string }): ReactNode {
  const verdict = result.overruled ?? result.verdict;
  const content = (
    <>
      <i>
        <Badge tone={verdict ? verdictWords[verdict].tone : "neutral"} hasDot>
          {verdict ? verdictWords[verdict].label : "Not asked"}
        </Badge>
      </i>
      <span>
        <strong>{result.question}</strong>
        <small>
          {[
            result.caseId && "Test case",
            result.overruled && `Changed by ${result.overruledBy ?? "a former member"}`,
            ...result.reasons.map(({ text }) => text),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      {result.ms !== null && <small>{describeNumber(Math.round(result.ms))} ms</small>}
    </>
  );
  if (!verdict) return <div className={cx(rowLink, line)}>{content}</div>;
  return (
    <Link href={href} className={cx(rowLink, line)}>
      {content}
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  & h2 {
    font-size: 1rem;
    font-weight: 600;
  }
  & strong {
    font-weight: 550;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & p {
    flex-basis: 100%;
    max-width: 80ch;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
const line = css`
  & > i {
    display: flex;
    flex: none;
    min-width: 96px;
    font-style: normal;
  }
  & > span {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > small {
    flex: none;
  }
  @media (max-width: 600px) {
    & > span {
      order: 1;
      flex-basis: 100%;
    }
    & > small {
      margin-inline-start: auto;
    }
  }
`;
