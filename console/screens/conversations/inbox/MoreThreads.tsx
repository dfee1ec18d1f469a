import type { useAction } from "../../../parts/useAction.ts";
import type { ReactNode } from "react";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";

interface MoreThreadsProps {
  reading: ReturnType<typeof useAction<[]>>;
  isMore: boolean;
}

/** Below the rows: the way to further ones, and why they could not be read. */
export function MoreThreads({ reading: { run, isBusy, error }, isMore }: MoreThreadsProps): ReactNode {
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {isMore && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => run()}>
          Show more
        </Button>
      )}
    </>
  );
}
