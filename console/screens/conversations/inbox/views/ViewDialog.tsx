import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { ThreadView as SavedView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";

interface ViewDialogProps {
  /** The view that is changed; without it a new one is created from what is shown. */
  view: Snapshot<SavedView> | undefined;
  /** What is kept has a table's columns in it. */
  hasTable: boolean;
  /** The words that are searched for. */
  search: string;
  onSave: (words: { name: string; isShared: boolean }) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a view and whom it is for. */
export function ViewDialog({ view, hasTable, search, onSave, onClose }: ViewDialogProps): ReactNode {
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const saving = useAction(async () => {
    await onSave({ name: name.trim(), isShared });
    onClose();
  });
  const submit = () => {
    if (name.trim()) void saving.run();
  };
  return (
    <Dialog
      title={view ? "Rename or share view" : "Save view"}
      width={420}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={saving.isBusy} disabled={!name.trim()} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <form
        className={body}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {!view && hasTable && <p>Saves the filters, the order, and the table’s columns and density.</p>}
        {!view && search && (
          <p>
            The words you search for, <q dir="auto">{search}</q>, are not saved: a view saves the filters and
            the order.
          </p>
        )}
        <TextField label="Name" value={name} onChange={setName} limit={60} autoFocus />
        <Select
          label="For"
          hint="Members see only conversations they have access to."
          value={isShared ? "all" : "me"}
          options={[
            { value: "me", label: "Only me" },
            { value: "all", label: "Everyone who can read these conversations" },
          ]}
          onChange={(value) => setShared(value === "all")}
        />
        {saving.error && <ErrorNotice error={saving.error} />}
      </form>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 16px;
  & > p {
    color: var(--ph-text-2);
  }
`;
