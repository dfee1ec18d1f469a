import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { leaveWithoutSaving, navigation, saveAndLeave, stay } from "../state/shell/navigation.ts";

/** Asks what to do with unsaved work before its page is left. */
export function LeaveDialog(): ReactNode {
  const { leaving } = useSnapshot(navigation);
  const [isSaving, setIsSaving] = useState(false);
  if (!leaving) return null;

  const handleSave = async () => {
    setIsSaving(true);
    await saveAndLeave();
    setIsSaving(false);
  };
  return (
    <Dialog
      title="Leave without saving?"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button onClick={leaveWithoutSaving}>Discard</Button>
          <Button kind="primary" isBusy={isSaving} onClick={handleSave}>
            Save and leave
          </Button>
        </>
      }
    >
      {leaving.what ?? "Your changes on this page aren’t saved."}
    </Dialog>
  );
}
