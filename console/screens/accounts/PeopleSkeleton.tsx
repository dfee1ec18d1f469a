import type { ReactNode } from "react";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";

/** The shape of a list of people while it is read. */
export function PeopleSkeleton(): ReactNode {
  return (
    <div className={list}>
      {[0, 1, 2].map((row) => (
        <div key={row}>
          <Skeleton width="36px" height="36px" />
          <div>
            <Skeleton width="30%" height="14px" />
            <Skeleton width="46%" height="12px" />
          </div>
        </div>
      ))}
    </div>
  );
}

const list = css`
  display: grid;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > div {
    display: flex;
    gap: 14px;
    padding: 16px 20px;
  }
  & > div + div {
    border-top: 1px solid var(--ph-line);
  }
  & > div > div {
    display: grid;
    flex: 1;
    gap: 8px;
  }
`;
