import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** Cards before they are known. */
export function GallerySkeleton(): ReactNode {
  return (
    <div className={grid}>
      {[1, 2, 3, 4, 5, 6].map((one) => (
        <Skeleton key={one} height="188px" />
      ))}
    </div>
  );
}

const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(270px, 100%), 1fr));
  gap: 16px;
`;
