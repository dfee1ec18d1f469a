import type { ReactNode } from "react";
import { describeDateTime, describeMoment } from "../../../../parts/describeMoment.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";

interface SilentSinceProps {
  /** Null if unknown. */
  since: number | null;
  onHandBack: () => void;
}

/** Says that the agent is paused while members answer, since when, and hands back. */
export function SilentSince({ since, onHandBack }: SilentSinceProps): ReactNode {
  return (
    <p className={line}>
      <span>
        AI paused
        {since !== null && (
          <span>
            {" since "}
            <time dateTime={new Date(since).toISOString()} title={describeDateTime(since)}>
              {describeMoment(since)}
            </time>
          </span>
        )}
      </span>
      <Button kind="quiet" size="small" onClick={onHandBack}>
        Hand back
      </Button>
    </p>
  );
}

const line = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > button {
    flex: none;
  }
  /* Beside the choice of what to write there is no room for it. */
  @media (max-width: 480px) {
    & > span > span {
      display: none;
    }
  }
`;
