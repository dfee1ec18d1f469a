import type { ReactNode } from "react";
import { ArrowLeft } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

interface FlowFooterProps {
  onBack: () => void;
  nextLabel: string;
  isBusy?: boolean;
  onNext: () => void;
  /** Makes the agent now, with what is typed so far; not there on the last step, where that is the next thing. */
  onFinish?: () => void;
}

/** The way on and back at the end of a step. */
export function FlowFooter({ onBack, nextLabel, isBusy, onNext, onFinish }: FlowFooterProps): ReactNode {
  return (
    <div className={frame}>
      <Button
        kind="quiet"
        icon={<ArrowLeft size={16} aria-hidden />}
        aria-keyshortcuts="Alt+ArrowLeft"
        onClick={onBack}
      >
        Back
      </Button>
      <span />
      {onFinish && (
        <Button isBusy={isBusy} onClick={onFinish}>
          Create agent
        </Button>
      )}
      <Button
        kind="primary"
        isBusy={isBusy && !onFinish}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={onNext}
      >
        {nextLabel}
      </Button>
    </div>
  );
}

const frame = css`
  position: sticky;
  bottom: 0;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  margin-inline: -4px;
  padding: 12px 4px calc(12px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--ph-line);
  background: var(--ph-surface);
  & > span {
    flex: 1;
  }
  & > button:first-child {
    margin-inline-start: -12px;
  }
`;
