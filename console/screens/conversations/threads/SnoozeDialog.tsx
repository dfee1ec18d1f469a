import type { ReactNode } from "react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { changeThread } from "../../../state/conversations/threads/conversation.ts";
import { TimeChoice } from "./TimeChoice.tsx";
import type { ThreadDialogProps } from "./threadDialogProps.ts";

/** Puts a conversation off: it comes back at its time, or when its visitor writes. */
export function SnoozeDialog({ place, onClose }: ThreadDialogProps): ReactNode {
  const saving = useAction(async (snoozedUntil: number) => {
    await changeThread(place, { status: "snoozed", snoozedUntil });
    showToast(`Snoozed until ${describeDateTime(snoozedUntil)}`);
    onClose();
  });
  return (
    <Dialog title="Snooze" width={420} onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      <div className={body}>
        <p>It returns at this time, or when the visitor writes.</p>
        <TimeChoice confirmLabel="Snooze" isBusy={saving.isBusy} onChoose={(time) => void saving.run(time)} />
        {saving.error && <ErrorNotice error={saving.error} />}
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  & > p {
    color: var(--ph-text-2);
  }
`;
