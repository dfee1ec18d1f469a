import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { CollectionColumn } from "../../../../shared/contract/collections/collections.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import { addRow } from "../../../state/actions/collections.ts";
import type { CollectionPlace } from "../../../state/actions/collections.ts";
import { exampleOf, listOptions } from "./cellInput.ts";

interface RowDialogProps {
  place: CollectionPlace;
  columns: readonly Snapshot<CollectionColumn>[];
  onAdded: () => Promise<void>;
  onClose: () => void;
}

/** Adds a row: a field for each column. */
export function RowDialog({ place, columns, onAdded, onClose }: RowDialogProps): ReactNode {
  const formId = useId();
  const [values, setValues] = useState<Record<string, string>>({});
  const saving = useAction(async () => {
    await addRow(place, values);
    showToast("Row added");
    await onAdded();
    onClose();
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saving.run();
  };
  return (
    <Dialog
      title="Add a row"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            Add row
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {saving.error && <ErrorNotice title="The row was not added." error={saving.error} />}
        {columns.map((column, at) => {
          const { id, name, required } = column;
          const options = listOptions(column);
          const field = {
            ...{ label: name, isRequired: required, value: values[id] ?? "", autoFocus: at === 0 },
            onChange: (value: string) => setValues({ ...values, [id]: value }),
            error: findFieldError(saving.error, `values.${id}`),
          };
          return options ? (
            <Select key={id} {...field} options={options} />
          ) : (
            <TextField key={id} {...field} placeholder={exampleOf(column)} />
          );
        })}
      </form>
    </Dialog>
  );
}

const form = css`
  display: grid;
  gap: 16px;
  color: var(--ph-text);
`;
