import type { ReactNode } from "react";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";

const rows = ["62%", "48%", "70%", "55%", "66%", "44%", "58%", "50%"];

/** The shape of the table that comes. */
export function TableSkeleton(): ReactNode {
  return (
    <div className={shape}>
      {rows.map((width) => (
        <div key={width}>
          <Skeleton width="16px" height="16px" />
          <Skeleton width="28px" height="28px" isRound />
          <Skeleton width="120px" height="13px" />
          <div>
            <Skeleton width={width} height="13px" />
          </div>
          <Skeleton width="64px" height="18px" />
          <Skeleton width="84px" height="13px" />
        </div>
      ))}
    </div>
  );
}

const shape = css`
  display: grid;
  padding-top: 38px;
  & > div {
    display: flex;
    align-items: center;
    gap: 16px;
    height: 53px;
    padding-inline: 18px 16px;
    border-top: 1px solid var(--ph-line);
  }
  & > div > div {
    flex: 1;
  }
`;
