import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { EvaluationResult, ResultVerdict } from "../../../shared/contract/evaluation/evaluation.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { AnswerSides } from "../../parts/evaluation/AnswerSides.tsx";
import { smallList } from "../../parts/evaluation/smallList.ts";
import { verdictWords } from "../../parts/evaluation/verdictWords.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { loadResult, openResult, overrule } from "../../state/evaluation/evaluation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

interface ResultDialogProps {
  place: AgentPlace & { runId: string; resultId: string };
  onClose: () => void;
}

/** One question of a run: both answers side by side, why it was judged so, and the way to say otherwise. */
export function ResultDialog({ place, onClose }: ResultDialogProps): ReactNode {
  const { orgId, agentId, runId, resultId } = place;
  const resource = useSnapshot(openResult);
  useEffect(() => void loadResult({ orgId, agentId }, runId, resultId), [orgId, agentId, runId, resultId]);
  const isOurs = resource.data?.of === resultId;
  return (
    <Dialog title="One question" onClose={onClose} width={750} closesOnOutsideClick>
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="280px" />}
        needs="evaluation.read"
        onRetry={() => loadResult(place, runId, resultId)}
      >
        {(result) => <Result result={result} place={place} />}
      </Loaded>
    </Dialog>
  );
}

interface ResultProps {
  result: Snapshot<EvaluationResult>;
  place: ResultDialogProps["place"];
}

function Result({ result, place }: ResultProps): ReactNode {
  const { question, reasons, history, threadId, messageId } = result;
  const inbox = agentTabPath({ ...place, tab: "inbox/conversations" });
  return (
    <div className={frame}>
      <p className={asked}>{question}</p>
      {history.length > 0 && (
        <small>After {describeCount(history.length, "message")} of a conversation</small>
      )}
      <Verdict result={result} place={place} />
      <ul aria-label="Reasons" className={cx(smallList, effects)}>
        {reasons.map(({ effect, text }) => (
          <li key={text} data-effect={effect}>
            {text}
          </li>
        ))}
      </ul>
      <AnswerSides result={result} />
      {threadId && messageId && (
        <Link href={`${inbox}/${encodeURIComponent(threadId)}?why=${encodeURIComponent(messageId)}`}>
          See the conversation
        </Link>
      )}
    </div>
  );
}

function Verdict({ result, place }: ResultProps): ReactNode {
  const change = useAction((verdict: ResultVerdict | null) => overrule(place, verdict));
  const kept = useKeptFocus<HTMLDivElement>();
  const { verdict, overruled, overruledBy } = result;
  if (verdict === null) return null;
  const held = overruled ?? verdict;
  const choices: ResultVerdict[] = verdict === "passed" || verdict === "failed" ? tests : replays;
  return (
    <div className={judged} {...kept}>
      <Badge tone={verdictWords[held].tone} hasDot>
        {verdictWords[held].label}
      </Badge>
      {overruled && (
        <small>
          Changed by {overruledBy ?? "a former member"}. The comparison said “{verdictWords[verdict].label}”.
        </small>
      )}
      {mayDo("evaluation.update") && (
        <span role="group" aria-label="Change the result">
          {choices
            .filter((choice) => choice !== held)
            .map((choice) => (
              <Button
                key={choice}
                size="small"
                kind="quiet"
                isBusy={change.isBusy}
                onClick={() => change.run(choice === verdict ? null : choice)}
              >
                {overruleWords[choice]}
              </Button>
            ))}
        </span>
      )}
      {change.error && <ErrorNotice error={change.error} />}
    </div>
  );
}

const overruleWords: Record<ResultVerdict, string> = {
  passed: "Mark as passed",
  failed: "Mark as failed",
  better: "Mark as better",
  same: "Mark as same",
  worse: "Mark as worse",
};
const tests: ResultVerdict[] = ["passed", "failed"];
const replays: ResultVerdict[] = ["better", "same", "worse"];

const frame = css`
  display: grid;
  gap: 12px;
  color: var(--ph-text);
  & > small {
    color: var(--ph-text-2);
  }
`;
const effects = css`
  & > li {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--ph-line-2);
  }
  & > li[data-effect="worse"] {
    border-color: var(--ph-danger-text);
  }
  & > li[data-effect="better"] {
    border-color: var(--ph-success-text);
  }
`;
const asked = css`
  font-weight: 600;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const judged = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  & > span[role="group"] {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-inline-start: auto;
  }
  & > small {
    color: var(--ph-text-2);
  }
`;
