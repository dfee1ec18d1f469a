import { useId, useState } from "react";
import type { ReactNode } from "react";
import { voiceServiceFacts } from "../../shared/domain/voiceServices.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { TextField } from "../../shared/ui/TextField.tsx";
import { showToast } from "../../shared/ui/toasts.ts";
import { saveVoiceKey } from "../state/models/voiceKeys.ts";
import type { VoiceKeyPlace } from "../state/models/voiceKeys.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { findFieldError } from "./fieldErrors.ts";
import { PasswordField } from "./PasswordField.tsx";
import { useAction } from "./useAction.ts";
import { useSubmit } from "./useSubmit.ts";
import { useWrongField } from "./useWrongField.ts";

interface VoiceKeyDialogProps {
  place: VoiceKeyPlace;
  onClose: () => void;
}

/** Takes the key of a service for voices or avatars, and keeps it only when the service takes it. */
export function VoiceKeyDialog({ place, onClose }: VoiceKeyDialogProps): ReactNode {
  const formId = useId();
  const { label, keyFrom } = voiceServiceFacts[place.service];
  const [key, setKey] = useState("");
  const [address, setAddress] = useState("");
  const saving = useAction(async () => {
    await saveVoiceKey(place, { key: key.trim(), baseUrl: address.trim() || null });
    showToast(`${label} is connected`);
    onClose();
  });
  const keyError = findFieldError(saving.error, "key");
  const addressError = findFieldError(saving.error, "baseUrl");
  const form = useWrongField(saving.error);
  const { needed, handleSubmit } = useSubmit(key.trim() !== "", () => void saving.run());
  return (
    <Dialog
      title={`Connect ${label}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            Check and save
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={fields} onSubmit={handleSubmit} noValidate>
        {saving.error && !keyError && !addressError && (
          <ErrorNotice title="The key was not saved." error={saving.error} />
        )}
        <p>{keyFrom}</p>
        <PasswordField
          label="Key"
          name="voice-key"
          autoComplete="new-password"
          hint="Stored encrypted. Only its last four characters are shown."
          isRequired
          value={key}
          onChange={setKey}
          error={needed(!key.trim(), "Field is required") ?? keyError}
        />
        <TextField
          label="Address"
          type="url"
          hint="Only for your own gateway. Empty: the service’s address."
          placeholder="https://gateway.example.com"
          value={address}
          onChange={setAddress}
          error={addressError}
        />
      </form>
    </Dialog>
  );
}

const fields = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
`;
