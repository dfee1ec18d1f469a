import type { ReactNode } from "react";
import type { Action } from "../../shared/domain/access.ts";
import { partWords } from "../../shared/words/parts.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import type { ShownError } from "./ErrorNotice.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { Forbidden } from "./Forbidden.tsx";
import { useHeld } from "./useHeld.ts";

/** A snapshot of a Resource. */
interface Snapshot<T> {
  status: "idle" | "loading" | "ready" | "failed";
  data: T | null;
  error: ShownError | null;
}

export interface LoadedProps<T> {
  resource: Snapshot<T>;
  /** The shape of what comes, drawn with Skeleton. */
  skeleton: ReactNode;
  onRetry: () => void;
  /** What went wrong where it fails, beside the reason. */
  failedTitle?: string;
  /** What the reading needs, so that somebody who may not is told who may. */
  needs: Action;
  children: (data: T) => ReactNode;
}

/**
 * Draws the pictures of something that is read: nothing and then its skeleton, the error with Retry, forbidden, or
 * itself. What was there stays while it is read again, and under the error when that fails.
 */
export function Loaded<T>(props: LoadedProps<T>): ReactNode {
  const { resource, skeleton, onRetry, failedTitle, needs, children } = props;
  const { status, data, error } = resource;
  const isHeld = useHeld(data === null && (status === "idle" || status === "loading"));
  if (error?.code === "forbidden" && data === null) return <Forbidden needs={needs} />;
  if (isHeld) {
    readAll(data);
    return (
      <div aria-busy="true">
        <span className={visuallyHidden}>{partWords.loading}</span>
        {skeleton}
      </div>
    );
  }
  return (
    <>
      {status === "failed" && error && <ErrorNotice title={failedTitle} error={error} onRetry={onRetry} />}
      {data !== null && children(data)}
    </>
  );
}

/**
 * Reads what is not drawn yet: the screen around it is drawn again only for what somebody read of its snapshot, and what
 * changed meanwhile would otherwise be drawn as it was.
 */
function readAll(data: unknown): void {
  JSON.stringify(data);
}
