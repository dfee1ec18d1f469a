import type { ReactNode } from "react";
import { RotateCcw } from "lucide-react";
import { Link } from "wouter";
import type { EvaluationRun } from "../../../shared/contract/evaluation.ts";
import type { ReplayForecast } from "../../../shared/contract/replay.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";
import { isGoing } from "../../state/evaluation.ts";
import { mayDo } from "../../state/organization.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { describeMoment } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useKeptFocus } from "../useKeptFocus.ts";
import { countAsked } from "./beginsByItself.ts";
import { runLink, testsLink } from "./links.ts";
import { ReplayAnswers } from "./ReplayAnswers.tsx";
import { RunProgress } from "./RunProgress.tsx";
import { useReplay } from "./useReplay.ts";
import { describeCounts, stateWords } from "./verdictWords.ts";

interface ReplayPartProps {
  place: AgentPlace;
  /** Of the draft that would be published. */
  revision: number;
}

/**
 * Before publishing: what visitors asked lately and the saved cases, asked of the draft and held against the answers of
 * before, side by side. Where that costs nothing it begins by itself. It stops nobody.
 */
export default function ReplayPart({ place, revision }: ReplayPartProps): ReactNode {
  const replay = useReplay(place, revision);
  const { run, results, forecast, error, begin, isBeginning, isHeldUp, refusal, look } = replay;
  const kept = useKeptFocus<HTMLElement>();
  const mayBegin = mayDo("evaluation.update");
  const going = run && isGoing(run) ? run : null;
  const ended = run && !going ? run : null;
  const isKnown = run !== undefined && (forecast !== null || !mayBegin);
  const isAsked = forecast !== null && countAsked(forecast) > 0;
  return (
    <section className={frame} aria-label="Replay" {...kept}>
      <header>
        <h3>Replay</h3>
        {/* There from the start, so that the end is heard. */}
        <span role="status">
          {ended && <Outcome run={ended} />}
          {isHeldUp && <small>A test run goes on; the replay can begin after it.</small>}
        </span>
        {ended && ended.revision < revision && <Badge tone="warning">The draft was changed since</Badge>}
      </header>
      <p>
        Asks the draft what visitors asked lately and your test cases, and holds its answers against those of
        before. Publishing does not wait for it.
      </p>
      {error && <ErrorNotice error={error} onRetry={look} />}
      {refusal && <ErrorNotice title="The replay did not begin." error={refusal} />}
      {!error && !isKnown && !going && <Skeleton height="40px" />}
      {going && (
        <RunProgress
          {...{ place, run: going }}
          mayCancel={mayBegin}
          onCancel={replay.keepEnded}
          onCancelled={look}
        />
      )}
      {ended?.error && <p role="alert">{ended.error}</p>}
      {ended && results.length > 0 && (
        <ReplayAnswers key={ended.id} {...{ place, results }} runId={ended.id} />
      )}
      {ended && (
        <Link href={runLink(place, ended.id)}>
          {results.length > 0 ? "See the answers on a page of their own" : "See the replay"}
        </Link>
      )}
      {isKnown && !run && !isAsked && <Nothing place={place} mayBegin={mayBegin} />}
      {isKnown && !going && isAsked && (
        <div className={offer}>
          <Button
            size="small"
            icon={<RotateCcw size={15} aria-hidden />}
            isBusy={isBeginning}
            onClick={begin}
          >
            {describeOffer(forecast, run !== null)}
          </Button>
          <Charge {...forecast} />
        </div>
      )}
    </section>
  );
}

function Outcome({ run }: { run: EvaluationRun }): ReactNode {
  const { label, tone } = stateWords[run.state];
  const isWhole = run.state === "done";
  return (
    <>
      {!isWhole && (
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
      )}
      <strong>{describeCounts(run)}</strong>
      <small>
        {!isWhole && `${run.done} of ${run.total} asked · `}
        {describeMoment(run.createdAt)}
      </small>
    </>
  );
}

function Nothing({ place, mayBegin }: { place: AgentPlace; mayBegin: boolean }): ReactNode {
  if (!mayBegin) return <p>Nobody has replayed anything yet.</p>;
  return (
    <p>
      There is nothing to replay yet: no visitor asked anything in the last seven days, and there is no test
      case. <Link href={testsLink(place)}>Add a test case</Link>
    </p>
  );
}

/** What the button does, with what it costs. */
function describeOffer({ credits, ...asked }: ReplayForecast, isAgain: boolean): string {
  if (credits === 0) return isAgain ? "Replay again" : "Replay now";
  const questions = plural(countAsked({ ...asked, credits }), {
    one: "{count} question",
    other: "{count} questions",
  });
  const cost = plural(credits, { one: "{count} credit", other: "{count} credits" });
  return `Replay ${questions} (${cost})`;
}

/** Who is asked by the organization's own key, where anybody is. */
function Charge({ credits, asksProvider }: ReplayForecast): ReactNode {
  if (credits > 0) return <small>At your provider; no budget is charged.</small>;
  if (!asksProvider) return null;
  return (
    <small>
      It does not begin by itself: your provider makes a vector of each question, by your organization’s key.
    </small>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 10px;
  min-width: 0;
  padding: 14px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  & > header,
  & > header > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
  }
  & h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & > header {
    color: var(--ph-text);
  }
  & > header > span > strong {
    font-weight: 550;
  }
  & > header > span > small {
    color: var(--ph-text-2);
  }
  & > div,
  & > ul {
    justify-self: stretch;
  }
  & > p,
  & > a,
  & small {
    font-size: var(--ph-text-s);
  }
  & > p[role="alert"] {
    color: var(--ph-danger-text);
  }
`;
const offer = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
`;
