import type { ReactNode } from "react";
import { Users } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";

interface ChangedMeanwhileProps {
  onReload: () => void;
  onOverwrite: () => void;
  isBusy: boolean;
}

/** Two people changed the same agent: says so and lets the second one choose. */
export function ChangedMeanwhile({ onReload, onOverwrite, isBusy }: ChangedMeanwhileProps): ReactNode {
  return (
    <div className={notice} role="alert">
      <Users size={18} aria-hidden />
      <p>
        <strong>Somebody else changed this agent in the meantime.</strong> Reload to see their changes and
        lose yours, or overwrite theirs with what you typed.
      </p>
      <div>
        <Button size="small" onClick={onReload}>
          Reload
        </Button>
        <Button size="small" kind="danger" isBusy={isBusy} onClick={onOverwrite}>
          Overwrite
        </Button>
      </div>
    </div>
  );
}

const notice = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 10px 12px;
  padding: 12px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-warning-text);
  }
  & > p {
    flex: 1 1 280px;
  }
  & > div {
    display: flex;
    gap: 8px;
  }
`;
