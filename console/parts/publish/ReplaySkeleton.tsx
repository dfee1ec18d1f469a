import type { ReactNode } from "react";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { replayFrame } from "../evaluation/replayFrame.ts";

/** The place of the replay while it is still read. */
export function ReplaySkeleton(): ReactNode {
  return (
    <div className={replayFrame} aria-hidden>
      <Skeleton width="20%" height="20px" />
      <Skeleton height="40px" />
      <Skeleton width="50%" height="32px" />
    </div>
  );
}
