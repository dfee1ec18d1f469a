import type { ReactNode } from "react";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";

/** The shape of a list of changes that is still read. */
export function ChangesSkeleton(): ReactNode {
  return (
    <div className={shape}>
      <Skeleton width="30%" height="16px" />
      <Skeleton height="54px" />
      <Skeleton height="54px" />
    </div>
  );
}

const shape = css`
  display: grid;
  gap: 12px;
`;
