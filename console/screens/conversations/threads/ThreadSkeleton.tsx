import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** The rough shape of a conversation while it comes. */
export function ThreadSkeleton(): ReactNode {
  return (
    <div className={shape} aria-busy="true">
      <Skeleton width="30%" height="18px" />
      <Skeleton width="55%" height="56px" />
      <Skeleton width="65%" height="96px" />
    </div>
  );
}

const shape = css`
  display: grid;
  gap: 20px;
  align-content: start;
  padding: 24px;
`;
