import type { ReactNode } from "react";
import { describeDateTime, describeMoment } from "../../../../parts/describeMoment.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";

interface SilentSinceProps {
  agentName: string;
  /** Null where nobody knows any more. */
  since: number | null;
  onHandBack: () => void;
}

/** That the agent is silent as long as people answer, since when, and the way back. */
export default function SilentSince({ agentName, since, onHandBack }: SilentSinceProps): ReactNode {
  return (
    <p className={line}>
      <span>
        <bdi>{agentName}</bdi> is silent
        {since !== null && (
          <>
            {" since "}
            <time dateTime={new Date(since).toISOString()} title={describeDateTime(since)}>
              {describeMoment(since)}
            </time>
          </>
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
`;
