import type { ReactNode } from "react";
import { Icon } from "../../shared/ui/Icon.tsx";
import { alert } from "../../shared/ui/firstIconPaths.ts";
import { retry } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";

export interface TroubleProps {
  reason: string;
  /** Nothing went wrong: the visitor wanted it so. */
  isQuiet?: boolean;
  /** Absent where another try is not possible. */
  onRetry?: (() => void) | undefined;
}

/** What went wrong with a message, and the way on. */
export function Trouble({ reason, isQuiet, onRetry }: TroubleProps): ReactNode {
  return (
    <div className={line} data-quiet={isQuiet || undefined}>
      {!isQuiet && <Icon path={alert} size={1.2} />}
      <span dir="auto">{reason}</span>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          <Icon path={retry} size={1.1} />
          {widgetWords.retry}
        </button>
      )}
    </div>
  );
}

const line = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 6px;
  color: var(--ph-danger-text);
  font-size: var(--ph-text-s);
  overflow-wrap: anywhere;
  /* Beside the icon, however long it is. */
  & > svg + span {
    max-width: calc(100% - 26px);
  }
  &[data-quiet] {
    color: var(--ph-text-3);
  }
  & > button {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-height: 28px;
    padding: 2px 8px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    color: var(--ph-accent-text);
    font-weight: 600;
    cursor: pointer;
  }
  & > button:hover {
    background: var(--ph-hover);
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
