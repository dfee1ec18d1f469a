import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";

/** Says that the draft is not the one that is shown any more, and offers to show it as it is. */
export function PublishConflict({ onReload }: { onReload: () => void }): ReactNode {
  return (
    <Notice
      isAlert
      title="Somebody saved this draft since you looked at it."
      action={<Button onClick={onReload}>Show it as it is now</Button>}
    >
      Nothing was done. Look at the changes again first.
    </Notice>
  );
}
