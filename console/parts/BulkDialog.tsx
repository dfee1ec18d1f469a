import type { ReactNode } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { BulkProgress } from "./BulkProgress.tsx";
import { useBulk } from "./useBulk.ts";

interface BulkDialogProps<T> {
  title: string;
  /** What comes of it. */
  children: ReactNode;
  /** The word on the button: what it does. */
  confirmLabel: string;
  isDanger?: boolean;
  items: readonly T[];
  nameOf: (item: T) => string;
  work: (item: T) => Promise<unknown>;
  /** Once it is done to all, or is left with some that it could not be done to. */
  onDone: (done: readonly T[]) => void;
  onClose: () => void;
}

/** Asks before the same is done to several things, counts them, and stays open where some of them failed. */
export function BulkDialog<T>(props: BulkDialogProps<T>): ReactNode {
  const { title, children, confirmLabel, isDanger, items, nameOf, work, onDone, onClose } = props;
  const bulk = useBulk(items, work);
  const handleConfirm = async () => {
    if (await bulk.run()) onDone(items);
  };
  const handleClose = () => {
    if (bulk.isBusy) return;
    if (bulk.done.length > 0) onDone(bulk.done);
    else onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={handleClose}
      width={500}
      actions={
        <>
          <Button onClick={handleClose} disabled={bulk.isBusy}>
            {bulk.failed.length > 0 ? "Close" : "Cancel"}
          </Button>
          <Button kind={isDanger ? "danger" : "primary"} isBusy={bulk.isBusy} onClick={handleConfirm}>
            {bulk.failed.length > 0 ? "Try again" : confirmLabel}
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>{children}</p>
        <ul>
          {items.map((item) => (
            <li key={nameOf(item)}>{nameOf(item)}</li>
          ))}
        </ul>
        <BulkProgress bulk={bulk} total={items.length} nameOf={nameOf} />
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  overflow-wrap: anywhere;
  & > ul {
    max-height: 180px;
    margin: 0;
    padding-inline-start: 18px;
    overflow-y: auto;
    color: var(--ph-text);
  }
  & > p:empty {
    display: none;
  }
`;
