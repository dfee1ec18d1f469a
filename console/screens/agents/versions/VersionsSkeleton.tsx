import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** The shape of the history. */
export function VersionsSkeleton(): ReactNode {
  return (
    <div className={shape}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height="64px" />
      ))}
    </div>
  );
}

const shape = css`
  display: grid;
  gap: 8px;
`;
