import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { RotateCcw } from "lucide-react";
import { Link } from "wouter";
import type { EvaluationRun, ResultSummary } from "../../../shared/contract/evaluation.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { isGoing, readNewestRun, readResults, readRun, startRun } from "../../state/evaluation.ts";
import { mayDo } from "../../state/organization.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { describeMoment } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";
import { useKeptFocus } from "../useKeptFocus.ts";
import { runLink } from "./links.ts";
import { RunProgress } from "./RunProgress.tsx";
import { describeCounts } from "./verdictWords.ts";
import { watchRun } from "./watchRuns.ts";

interface ReplayPartProps {
  place: AgentPlace;
  /** Of the draft that would be published. */
  revision: number;
}

const lookEveryMs = 1000;

/**
 * Before publishing: what visitors asked lately and the saved cases, asked of the draft and held against the answers of
 * before. It names what got worse and stops nobody.
 */
export default function ReplayPart({ place, revision }: ReplayPartProps): ReactNode {
  const { orgId, agentId } = place;
  const [run, setRun] = useState<EvaluationRun | null | undefined>(undefined);
  const [worse, setWorse] = useState<ResultSummary[]>([]);
  const [error, setError] = useState<RequestError | null>(null);
  const [looks, setLooks] = useState(0);
  const start = useAction(async () => {
    const begun = await startRun(place, { kind: "replay" });
    watchRun(place, begun);
    setRun(begun);
  });
  const runId = run?.id;
  const kept = useKeptFocus<HTMLElement>();

  useEffect(() => {
    let isCurrent = true;
    const there = { orgId, agentId };
    async function look() {
      const found = runId ? await readRun(there, runId) : await readNewestRun(there, "replay");
      const results = found && !isGoing(found) ? await readResults(there, found.id) : [];
      if (!isCurrent) return;
      setRun(found);
      setWorse(results.filter((result) => (result.overruled ?? result.verdict) === "worse"));
      setError(null);
      if (found && isGoing(found)) timer = setTimeout(() => setLooks((count) => count + 1), lookEveryMs);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    look().catch((thrown: unknown) => isCurrent && setError(toRequestError(thrown)));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [orgId, agentId, runId, looks]);

  if (!mayDo("evaluation.read")) return null;
  return (
    <section className={frame} aria-label="Replay" {...kept}>
      <h3>Replay</h3>
      {error && <ErrorNotice error={error} onRetry={() => setLooks(looks + 1)} />}
      {start.error && <ErrorNotice title="The replay did not begin." error={start.error} />}
      {run === undefined && !error && <Skeleton height="40px" />}
      {run === null && <p>Ask the draft what visitors asked lately, and your test cases, before they do.</p>}
      {run && isGoing(run) && (
        <RunProgress
          {...{ place, run }}
          mayCancel={mayDo("evaluation.update")}
          onCancelled={() => setLooks(looks + 1)}
        />
      )}
      {run && !isGoing(run) && <Outcome {...{ place, run, worse, revision }} />}
      {run !== undefined && !(run && isGoing(run)) && mayDo("evaluation.update") && (
        <Button
          size="small"
          icon={<RotateCcw size={15} aria-hidden />}
          isBusy={start.isBusy}
          onClick={() => start.run()}
        >
          {run ? "Replay again" : "Replay now"}
        </Button>
      )}
    </section>
  );
}

interface OutcomeProps extends ReplayPartProps {
  run: EvaluationRun;
  worse: ResultSummary[];
}

function Outcome({ place, run, worse, revision }: OutcomeProps): ReactNode {
  const isOld = run.revision < revision;
  return (
    <>
      <p>
        <strong>{describeCounts(run)}</strong>
        <Link href={runLink(place, run.id)}>See the answers</Link>
        <small>
          {describeMoment(run.createdAt)}
          {run.state !== "done" && ", broken off"}
        </small>
        {isOld && <Badge tone="warning">The draft was changed since</Badge>}
      </p>
      {worse.length > 0 && (
        <ul aria-label="Worse">
          {worse.slice(0, 5).map((result) => (
            <li key={result.id}>
              <Link href={runLink(place, run.id, result.id)}>{result.question}</Link>
              <small>{result.reasons.find(({ effect }) => effect === "worse")?.text}</small>
            </li>
          ))}
          {worse.length > 5 && <li>and {worse.length - 5} more</li>}
        </ul>
      )}
    </>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 10px;
  padding: 14px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  & > h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & > div {
    justify-self: stretch;
  }
  & > p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
  }
  & strong {
    font-weight: 550;
  }
  & small {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > ul {
    display: grid;
    gap: 8px;
    margin: 0;
    padding-inline: 12px 0;
    list-style: none;
    border-inline-start: 3px solid var(--ph-danger-text);
    overflow-wrap: anywhere;
  }
`;
