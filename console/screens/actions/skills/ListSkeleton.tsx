import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** The shape of a list while it is read. */
export function ListSkeleton(): ReactNode {
  return (
    <div className={list}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height="76px" />
      ))}
    </div>
  );
}

const list = css`
  display: grid;
  gap: 8px;
`;
