import { useState } from "react";
import type { ReactNode } from "react";
import { RotateCcw } from "lucide-react";
import { Link } from "wouter";
import type { EvaluationRun } from "../../../shared/contract/evaluation/evaluation.ts";
import type { ReplayForecast } from "../../../shared/contract/evaluation/replay.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";
import { isGoing } from "../../state/evaluation/evaluation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { describeMoment } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useKeptFocus } from "../useKeptFocus.ts";
import { countAsked } from "./beginsByItself.ts";
import { runLink, testsLink } from "./links.ts";
import { ReplayAnswers } from "./ReplayAnswers.tsx";
import { replayFrame } from "./replayFrame.ts";
import { RunBar } from "./RunBar.tsx";
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
 * before; these open side by side. Where that costs nothing it begins by itself. It stops nobody.
 */
export function ReplayPart({ place, revision }: ReplayPartProps): ReactNode {
  const replay = useReplay(place, revision);
  const { run, results, forecast, error, begin, isBeginning, isHeldUp, refusal, look } = replay;
  // Whose answers somebody opened: a run that ends moves nothing of what is read and typed below.
  const [openId, setOpenId] = useState<string | null>(null);
  const kept = useKeptFocus<HTMLElement>();
  const mayBegin = mayDo("evaluation.update");
  const going = run && isGoing(run) ? run : null;
  const ended = run && !going ? run : null;
  const isKnown = run !== undefined && (forecast !== null || !mayBegin);
  const isAsked = forecast !== null && countAsked(forecast) > 0;
  const isOpen = ended !== null && openId === ended.id;
  return (
    <section className={replayFrame} aria-label="Replay" {...kept}>
      <header>
        <h3>Replay</h3>
        {/* There from the start, so that the end is heard. */}
        <span role="status">
          {ended && <Outcome run={ended} />}
          {isHeldUp && <small>Starts after the current test run.</small>}
        </span>
        {ended && ended.revision < revision && <Badge tone="warning">Draft changed since</Badge>}
      </header>
      {ended && <RunBar run={ended} />}
      {!ended && <p>Compares the draft’s answers with the live ones. You can publish before it finishes.</p>}
      {error && <ErrorNotice error={error} onRetry={look} />}
      {refusal && <ErrorNotice title="The replay couldn’t start." error={refusal} />}
      {!error && !isKnown && !run && <Skeleton height="32px" />}
      {going && (
        <RunProgress
          {...{ place, run: going }}
          mayCancel={mayBegin}
          onCancel={replay.keepEnded}
          onCancelled={look}
        />
      )}
      {ended?.error && <p role="alert">{ended.error}</p>}
      {isKnown && !run && !isAsked && <Nothing place={place} mayBegin={mayBegin} />}
      {(ended || (isKnown && !going && isAsked)) && (
        <div className={actions}>
          {ended && ended.done > 0 && (
            <Button size="small" onClick={() => setOpenId(isOpen ? null : ended.id)}>
              {isOpen ? "Hide the answers" : "Show the answers"}
            </Button>
          )}
          {isAsked && (
            <Button
              size="small"
              icon={<RotateCcw size={15} aria-hidden />}
              isBusy={isBeginning}
              onClick={begin}
            >
              {describeOffer(forecast, run !== null)}
            </Button>
          )}
          {ended && <Link href={runLink(place, ended.id)}>Open in Tests</Link>}
          {isAsked && <Charge {...forecast} />}
        </div>
      )}
      {isOpen && results.length > 0 && <ReplayAnswers {...{ place, results }} runId={ended.id} />}
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
  if (!mayBegin) return <p>No replay yet.</p>;
  return (
    <p>
      Nothing to replay yet. No visitor questions in the last seven days, and no test cases.{" "}
      <Link href={testsLink(place)}>Add a test case</Link>
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

/** The provider that is asked with the organization's own key, if any. */
function Charge({ credits, asksProvider }: ReplayForecast): ReactNode {
  if (credits > 0) return <small>At your provider. No budget is used.</small>;
  if (!asksProvider) return null;
  return <small>Not started automatically, because it uses your provider’s key for each question.</small>;
}

const actions = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  & > a {
    font-size: var(--ph-text-s);
  }
`;
