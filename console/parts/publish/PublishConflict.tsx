import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";

/** Says that the draft has changed since it was shown, and offers to reload it. */
export function PublishConflict({ onReload }: { onReload: () => void }): ReactNode {
  return (
    <Notice
      isAlert
      title="Someone saved this draft after you opened it."
      action={<Button onClick={onReload}>Show latest draft</Button>}
    >
      Nothing was changed. Review the changes first.
    </Notice>
  );
}
