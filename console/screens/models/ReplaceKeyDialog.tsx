import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useWrongField } from "../../parts/useWrongField.ts";
import { changeModelKey } from "../../state/models/modelKeys.ts";
import { dialogForm } from "./dialogForm.ts";

interface ReplaceKeyDialogProps {
  place: { orgId: string; keyId: string };
  name: string;
  hasKey: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Renames a key, or puts a newer one in its place. Its address stays: another address is another key. */
export function ReplaceKeyDialog({
  place,
  name,
  hasKey,
  onChanged,
  onClose,
}: ReplaceKeyDialogProps): ReactNode {
  const formId = useId();
  const [newName, setNewName] = useState(name);
  const [key, setKey] = useState("");
  const saving = useAction(async () => {
    await changeModelKey(place, { name: newName.trim(), ...(key.trim() && { key: key.trim() }) });
    showToast("Key saved");
    onChanged();
    onClose();
  });
  const nameError = newName.trim() ? findFieldError(saving.error, "name") : "Field is required";
  const keyError = findFieldError(saving.error, "key");
  const form = useWrongField(saving.error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (newName.trim()) void saving.run();
  };
  return (
    <Dialog
      title={`Rename or replace ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            {key.trim() ? "Check and save" : "Save"}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={dialogForm} onSubmit={handleSubmit} noValidate>
        {saving.error && !keyError && <ErrorNotice title="The key was not saved." error={saving.error} />}
        <TextField
          label="Name"
          limit={120}
          autoFocus
          isRequired
          value={newName}
          onChange={setNewName}
          error={nameError}
        />
        <PasswordField
          label="New key"
          name="model-key"
          autoComplete="new-password"
          hint={hasKey ? "Leave empty to keep the current key." : "Leave empty to use no key."}
          value={key}
          onChange={setKey}
          error={keyError}
        />
      </form>
    </Dialog>
  );
}
