import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { EvaluationRun, ResultSummary } from "../../../shared/contract/evaluation/evaluation.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { runLink } from "../../parts/evaluation/links.ts";
import { nameVersion, verdictWords } from "../../parts/evaluation/verdictWords.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { comparedRun, loadComparedRun, loadTestRuns, testRuns } from "../../state/evaluation/comparedRuns.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { pairResults } from "./pairResults.ts";
import type { PairedResult, Said } from "./pairResults.ts";

interface CompareRunsProps {
  place: AgentPlace;
  run: Snapshot<EvaluationRun>;
  results: readonly Snapshot<ResultSummary>[];
}

/** Holds a test run against another one, case by case: two versions, two models, before and after a change. */
export function CompareRuns({ place, run, results }: CompareRunsProps): ReactNode {
  const { orgId, agentId } = place;
  const listed = useSnapshot(testRuns);
  const compared = useSnapshot(comparedRun);
  const query = useQuery();
  const otherId = query.read("with");
  useEffect(() => void loadTestRuns({ orgId, agentId }), [orgId, agentId, run.id]);
  useEffect(() => {
    if (otherId) void loadComparedRun({ orgId, agentId }, otherId);
  }, [orgId, agentId, otherId]);
  const others = (listed.data?.of === agentId ? listed.data.items : []).filter(
    ({ id, state }) => id !== run.id && state === "done",
  );
  if (others.length === 0 && !otherId) return null;
  const isOurs = compared.data?.of === otherId;
  return (
    <section className={frame} aria-label="Comparison of two runs">
      <Select
        label="Compare with"
        value={otherId}
        options={[
          { value: "", label: "No other runs" },
          ...others.map((one) => ({ value: one.id, label: nameRun(one) })),
        ]}
        onChange={(chosen) => query.set({ with: chosen || null })}
      />
      {otherId && (
        <Loaded
          resource={isOurs ? compared : { ...compared, data: null }}
          skeleton={<Skeleton height="200px" />}
          needs="evaluation.read"
          onRetry={() => loadComparedRun(place, otherId)}
        >
          {(before) => (
            <Comparison
              place={place}
              before={before.run}
              run={run}
              pairs={pairResults(before.results, results)}
            />
          )}
        </Loaded>
      )}
    </section>
  );
}

interface ComparisonProps {
  place: AgentPlace;
  before: Snapshot<EvaluationRun>;
  run: Snapshot<EvaluationRun>;
  pairs: PairedResult[];
}

function Comparison({ place, before, run, pairs }: ComparisonProps): ReactNode {
  const lost = pairs.filter(({ change }) => change === "lost").length;
  const gained = pairs.filter(({ change }) => change === "gained").length;
  return (
    <>
      <p role="status">
        {lost + gained === 0
          ? "All shared cases have the same result."
          : `${gained} ${gained === 1 ? "case passes" : "cases pass"} only in this run, ${lost} only in the other.`}
      </p>
      <div className={scroll} tabIndex={0} role="group" aria-label="Cases in both runs">
        <table>
          <thead>
            <tr>
              <th scope="col">Question</th>
              <RunHead run={before} />
              <RunHead run={run} />
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ caseId, question, one, other, change }) => (
              <tr key={caseId} data-change={change}>
                <th scope="row">{question}</th>
                <VerdictCell place={place} runId={before.id} said={one} />
                <VerdictCell place={place} runId={run.id} said={other} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function RunHead({ run }: { run: Snapshot<EvaluationRun> }): ReactNode {
  return (
    <th scope="col">
      {nameVersion(run.version)} · {findModel(run.model)?.label ?? run.model}
      <small>
        {run.counts.passed} of {run.total} passed
        {run.credits > 0 && ` · ${describeCount(run.credits, "credit")}`}
      </small>
      <small>{describeDateTime(run.createdAt)}</small>
    </th>
  );
}

interface VerdictCellProps {
  place: AgentPlace;
  runId: string;
  said: Said | null;
}

function VerdictCell({ place, runId, said }: VerdictCellProps): ReactNode {
  if (!said?.verdict) return <td>{said ? "Not asked" : "Not included"}</td>;
  const { label, tone } = verdictWords[said.verdict];
  return (
    <td>
      <Link href={runLink(place, runId, said.resultId)}>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
      </Link>
    </td>
  );
}

function nameRun({ version, model, counts, createdAt }: Snapshot<EvaluationRun>): string {
  const parts = [nameVersion(version), findModel(model)?.label ?? model, `${counts.passed} passed`];
  return [...parts, describeDateTime(createdAt)].join(" · ");
}

const frame = css`
  display: grid;
  gap: 14px;
  min-width: 0;
`;
const scroll = css`
  overflow-x: auto;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--ph-text-s);
  }
  & th,
  & td {
    padding: 9px 16px;
    text-align: start;
    vertical-align: top;
    font-weight: 500;
  }
  & thead th {
    color: var(--ph-text-2);
  }
  & tbody tr > * {
    border-top: 1px solid var(--ph-line);
  }
  & tbody th {
    min-width: 180px;
    overflow-wrap: anywhere;
  }
  & td,
  & thead th:not(:first-child) {
    width: 210px;
    min-width: 150px;
  }
  & td {
    color: var(--ph-text-2);
  }
  & td > a {
    text-decoration: none;
  }
  & tr[data-change="lost"] {
    background: var(--ph-danger-soft);
  }
  & tr[data-change="gained"] {
    background: var(--ph-success-soft);
  }
  & small {
    display: block;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
`;
