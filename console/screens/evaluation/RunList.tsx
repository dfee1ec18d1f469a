import { useEffect } from "react";
import type { ReactNode } from "react";
import { History, RotateCcw } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { EvaluationRun } from "../../../shared/contract/evaluation/evaluation.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { runLink } from "../../parts/evaluation/links.ts";
import { describeCounts, nameVersion, stateWords } from "../../parts/evaluation/verdictWords.ts";
import { watchRun } from "../../parts/evaluation/watchRuns.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { framedList, rowLink } from "../../parts/framedList.ts";
import { loadRuns, runs, startRun } from "../../state/evaluation/evaluation.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** What was run, newest first, with how it came out for which version. */
export function RunList({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(runs);
  const query = useQuery();
  const page = Math.max(1, Number(query.read("page")) || 1);
  useEffect(() => void loadRuns({ orgId, agentId }, page), [orgId, agentId, page]);
  const replay = useAction(async () => {
    const begun = await startRun(place, { kind: "replay" });
    watchRun(place, begun);
    navigate(runLink(place, begun.id));
  });
  const isOurs = resource.data?.of === agentId;
  const button = mayDo("evaluation.update") && (
    <Button icon={<RotateCcw size={16} aria-hidden />} isBusy={replay.isBusy} onClick={() => replay.run()}>
      Replay visitors’ questions
    </Button>
  );
  return (
    <div className={frame}>
      {replay.error && <ErrorNotice title="The replay couldn’t start." error={replay.error} />}
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="200px" />}
        needs="evaluation.read"
        onRetry={() => loadRuns(place, page)}
      >
        {(data) =>
          data.items.length === 0 ? (
            <EmptyState title="No runs yet" icon={<History size={22} aria-hidden />} action={button}>
              Run your test cases, or replay visitors’ questions to see what got better or worse.
            </EmptyState>
          ) : (
            <>
              <div>{button}</div>
              <ul className={framedList} aria-label="Runs">
                {data.items.map((run) => (
                  <li key={run.id}>
                    <RunLine run={run} href={runLink(place, run.id)} />
                  </li>
                ))}
              </ul>
              <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function RunLine({ run, href }: { run: Snapshot<EvaluationRun>; href: string }): ReactNode {
  const bad = run.counts.failed + run.counts.worse;
  const state = stateWords[run.state];
  return (
    <Link href={href} className={cx(rowLink, line)}>
      <i>
        <Badge tone={run.state === "done" ? (bad > 0 ? "danger" : "success") : state.tone} hasDot>
          {run.state === "done" ? describeCounts(run) : state.label}
        </Badge>
      </i>
      <span>
        <strong>
          {run.kind === "tests" ? "Test cases" : "Replay"} · {nameVersion(run.version)}
        </strong>
        <small>
          {describeDateTime(run.createdAt)}
          {run.createdBy && ` · ${run.createdBy}`}
        </small>
      </span>
      <small>
        {findModel(run.model)?.label ?? run.model}
        {run.credits > 0 && ` · ${describeCount(run.credits, "credit")}`}
      </small>
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
const line = css`
  & > i {
    display: flex;
    flex: 0 0 210px;
    font-style: normal;
  }
  & > span {
    display: grid;
    flex: 1 1 220px;
  }
`;
