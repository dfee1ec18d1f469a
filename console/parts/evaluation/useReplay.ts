import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { EvaluationRun, ResultSummary } from "../../../shared/contract/evaluation/evaluation.ts";
import type { ReplayForecast } from "../../../shared/contract/evaluation/replay.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { isGoing, readNewestRun, readResults, readRun, startRun } from "../../state/evaluation/evaluation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { readReplayForecast } from "../../state/evaluation/replay.ts";
import { useAction } from "../useAction.ts";
import { beginsByItself } from "./beginsByItself.ts";
import { watchRun } from "./watchRuns.ts";

interface Replay {
  /** The newest one; null where there was none, undefined until that is known. */
  run: EvaluationRun | null | undefined;
  /** Its questions once it has ended, the worse ones first. */
  results: ResultSummary[];
  /** What another one would ask; null until that is known, and for who may begin none. */
  forecast: ReplayForecast | null;
  /** Why one of these could not be read. */
  error: RequestError | null;
  /** Begins one, whatever it costs. */
  begin: () => void;
  isBeginning: boolean;
  /** It would have begun by itself, but a test run is in progress. */
  isHeldUp: boolean;
  /** Why it did not begin. */
  refusal: RequestError | null;
  /** Stops automatic runs for this draft: somebody canceled the current one. */
  keepEnded: () => void;
  /** Reads all of it again. */
  look: () => void;
}

const lookEveryMs = 1000;

/**
 * Follows an agent's newest replay, and begins one of this draft where that costs nothing anywhere and none exists yet.
 */
export function useReplay({ orgId, agentId }: AgentPlace, revision: number): Replay {
  const [run, setRun] = useState<EvaluationRun | null | undefined>(undefined);
  const [told, setTold] = useState<{ of: string; results: ResultSummary[] } | null>(null);
  const [read, setRead] = useState<{ of: number; forecast: ReplayForecast } | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [forecastError, setForecastError] = useState<RequestError | null>(null);
  const [looks, setLooks] = useState(0);
  const [tries, setTries] = useState(0);
  // The draft before may have had a model that costs nothing.
  const forecast = read?.of === revision ? read.forecast : null;
  const mayBegin = mayDo("evaluation.update");
  const runId = run?.id;
  const [isHeldUp, setIsHeldUp] = useState(false);
  const start = useAction(async ({ isAsked }: { isAsked: boolean }) => {
    const place = { orgId, agentId };
    setIsHeldUp(false);
    try {
      const begun = await startRun(place, { kind: "replay" });
      watchRun(place, begun);
      setRun(begun);
    } catch (thrown) {
      // It starts automatically, so a running replay is not an error: follow it, or wait for it.
      if (isAsked || toRequestError(thrown).code !== "conflict") throw thrown;
      const other = await readNewestRun(place);
      if (other?.kind === "replay") setRun(other);
      else setIsHeldUp(other !== null && isGoing(other));
    }
  });

  useEffect(() => {
    let isCurrent = true;
    const place = { orgId, agentId };
    async function look() {
      const found = runId ? await readRun(place, runId) : await readNewestRun(place, "replay");
      const results = found && !isGoing(found) ? await readResults(place, found.id) : [];
      if (!isCurrent) return;
      // Another one may have begun while this was read.
      setRun((current) => (current?.id === runId ? found : current));
      setTold(found && { of: found.id, results });
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

  useEffect(() => {
    if (!mayBegin) return;
    let isCurrent = true;
    readReplayForecast({ orgId, agentId }).then(
      (found) => {
        if (!isCurrent) return;
        setRead({ of: revision, forecast: found });
        setForecastError(null);
      },
      (thrown: unknown) => isCurrent && setForecastError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, revision, mayBegin, tries]);

  // Once for each draft: a refused or canceled replay does not start again while the dialog is open.
  const begunFor = useRef<number | null>(null);
  const beginOnce = useEffectEvent(() => {
    if (!forecast || run === undefined || (run && isGoing(run)) || begunFor.current === revision) return;
    if (!beginsByItself({ forecast, run, revision, now: Date.now() })) return;
    begunFor.current = revision;
    void start.run({ isAsked: false });
  });
  useEffect(() => beginOnce(), [forecast, run, revision]);

  return {
    ...{ run, results: told && told.of === runId ? told.results : [] },
    ...{ forecast, error: error ?? forecastError },
    begin: () => void start.run({ isAsked: true }),
    ...{ isBeginning: start.isBusy, isHeldUp, refusal: start.error },
    keepEnded() {
      begunFor.current = revision;
    },
    look() {
      setLooks((count) => count + 1);
      setTries((count) => count + 1);
    },
  };
}
