import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { cancelRun } from "../../state/evaluation/evaluation.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";
import { ProgressBar } from "../ProgressBar.tsx";

interface RunProgressProps {
  place: AgentPlace;
  run: { id: string; done: number; total: number; state: string };
  mayCancel: boolean;
  /** Set before the request: followers of the run may see its end before the response arrives. */
  onCancel?: () => void;
  onCancelled: () => void;
}

/** How far a run is, with the way to end it. */
export function RunProgress({ place, run, mayCancel, onCancel, onCancelled }: RunProgressProps): ReactNode {
  const cancel = useAction(async () => {
    onCancel?.();
    await cancelRun(place, run.id);
    onCancelled();
  });
  const text = run.state === "queued" ? "Waiting to start" : `${run.done} of ${run.total} asked`;
  return (
    <div className={frame}>
      <div>
        <ProgressBar label="Questions asked" value={run.done} max={run.total} />
        <span role="status">{text}</span>
        {mayCancel && (
          <Button size="small" isBusy={cancel.isBusy} onClick={() => cancel.run()}>
            Cancel run
          </Button>
        )}
      </div>
      {cancel.error && <ErrorNotice title="The run was not canceled." error={cancel.error} />}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 8px;
  & > div:first-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
  }
  & progress {
    flex: 1 1 160px;
  }
  & span {
    min-width: 13ch;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
`;
