import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { KeyProvider } from "../../../shared/domain/providers.ts";
import { providers } from "../../../shared/domain/providers.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { plural } from "../../../shared/words/language.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useWrongField } from "../../parts/useWrongField.ts";
import { addModelKey } from "../../state/models/modelKeys.ts";
import { dialogForm } from "./dialogForm.ts";

interface AddKeyDialogProps {
  orgId: string;
  onAdded: () => void;
  onClose: () => void;
}

/** `own` is a server of one's own, which speaks as OpenAI does. */
type Choice = KeyProvider | "own";

const choices = [...providers, { value: "own", label: "Your own server (OpenAI-compatible)" }];

/** Takes a key, has it checked by its provider, and keeps it only when that takes it. */
export function AddKeyDialog({ orgId, onAdded, onClose }: AddKeyDialogProps): ReactNode {
  const formId = useId();
  const [choice, setChoice] = useState<Choice>("openai");
  const [key, setKey] = useState("");
  const [address, setAddress] = useState("");
  const [name, setName] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const isOwn = choice === "own";
  const adding = useAction(async () => {
    const added = await addModelKey(orgId, {
      provider: isOwn ? "openai" : choice,
      key: key.trim() || null,
      baseUrl: isOwn ? address.trim() : null,
      ...(name.trim() && { name: name.trim() }),
    });
    showToast(
      plural(added.models.length, { one: "Key added: {count} model", other: "Key added: {count} models" }),
    );
    onAdded();
    onClose();
  });
  const missing = hasTried && !(isOwn ? address : key).trim() ? "Field is required" : undefined;
  const keyError = findFieldError(adding.error, "key");
  const addressError = findFieldError(adding.error, "baseUrl");
  const form = useWrongField(adding.error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if ((isOwn ? address : key).trim()) void adding.run();
  };
  return (
    <Dialog
      title="Add a model key"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={adding.isBusy}>
            Check and add
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={dialogForm} onSubmit={handleSubmit} noValidate>
        {adding.error && !keyError && !addressError && (
          <ErrorNotice title="The key was not added." error={adding.error} />
        )}
        <Select
          label="Provider"
          autoFocus
          value={choice}
          options={choices}
          onChange={(value) => {
            setChoice(value as Choice); // the options are the choices
            setHasTried(false);
            adding.clear();
          }}
        />
        {isOwn && (
          <TextField
            label="Address"
            type="url"
            hint="Usually ends in /v1, such as http://localhost:11434/v1. The operator must allow private networks."
            placeholder="https://models.example.com/v1"
            isRequired
            value={address}
            onChange={setAddress}
            error={missing ?? addressError}
          />
        )}
        <PasswordField
          label="Key"
          name="model-key"
          autoComplete="new-password"
          hint={
            isOwn
              ? "Only if your server needs one."
              : "Stored encrypted. Only its last four characters are shown."
          }
          isRequired={!isOwn}
          value={key}
          onChange={setKey}
          error={isOwn ? keyError : (missing ?? keyError)}
        />
        <TextField
          label="Name"
          hint="Defaults to the provider’s name."
          limit={120}
          value={name}
          onChange={setName}
          error={findFieldError(adding.error, "name")}
        />
      </form>
    </Dialog>
  );
}
