import type { ReactNode } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { useAction } from "./useAction.ts";

interface ConfirmDialogProps {
  title: string;
  /** What is lost. */
  children: ReactNode;
  /** The word on the button: what it does. */
  confirmLabel: string;
  /** Nothing is lost by it. */
  isHarmless?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is deleted for good, in plain words; stays open and says so where that fails. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, children, confirmLabel, isHarmless, onConfirm, onClose } = props;
  const { run, isBusy, error } = useAction(onConfirm);
  const handleConfirm = async () => {
    if (await run()) onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={460}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={isHarmless ? "primary" : "danger"} isBusy={isBusy} onClick={handleConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>{children}</p>
        {error && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 16px;
`;
