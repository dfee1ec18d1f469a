import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** The shape of the rows that come. */
export function ListSkeleton(): ReactNode {
  return (
    <div className={skeleton}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row}>
          <Skeleton width="36px" height="36px" isRound />
          <div>
            <Skeleton width="55%" height="13px" />
            <Skeleton width="85%" height="12px" />
          </div>
        </div>
      ))}
    </div>
  );
}

const skeleton = css`
  display: grid;
  gap: 18px;
  padding: 16px;
  & > div {
    display: flex;
    gap: 12px;
  }
  & > div > div {
    display: grid;
    flex: 1;
    align-content: center;
    gap: 8px;
  }
`;
