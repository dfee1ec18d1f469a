import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { findFieldError } from "../fieldErrors.ts";
import { PasswordField } from "../PasswordField.tsx";
import { useAction } from "../useAction.ts";
import { changeEmail } from "../../state/accounts/profile.ts";
import { buttons, ProfileForm } from "./ProfileForm.tsx";
import type { OwnProfile } from "./ownProfile.ts";

interface EmailFormProps {
  own: OwnProfile;
  /** The address stays; a code shows that it is theirs. */
  isVerifying: boolean;
  /** A code is on its way. */
  onSent: () => void;
  onClose: () => void;
}

/** Asks for another address, and for the password, so that nobody does it at a screen that was left alone. */
export function EmailForm({ own, isVerifying, onSent, onClose }: EmailFormProps): ReactNode {
  const [email, setEmail] = useState(isVerifying ? own.email : "");
  const [password, setPassword] = useState("");
  const { run, isBusy, error } = useAction(async () => {
    const isSent = await changeEmail({ email, currentPassword: password || undefined });
    if (isSent) onSent();
    else showToast("E-mail changed");
    onClose();
  });
  const isPasswordWrong = error?.code === "password_needed" && own.hasPassword;
  const isTaken = error?.code === "name_taken";
  return (
    <ProfileForm
      onSubmit={() => void run()}
      error={error}
      errorTitle="The address was not changed."
      isAtField={isPasswordWrong || isTaken}
    >
      <TextField
        label={isVerifying ? "Your e-mail" : "New e-mail"}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus={!isVerifying}
        isDisabled={isVerifying}
        isRequired
        hint={
          own.canVerifyEmail
            ? "We’ll send a code there."
            : "Changes immediately, as no mail server is set up here."
        }
        value={email}
        onChange={setEmail}
        error={isTaken ? error.message : findFieldError(error, "email")}
      />
      {own.hasPassword && (
        <PasswordField
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          autoFocus={isVerifying}
          value={password}
          onChange={setPassword}
          error={isPasswordWrong ? error.message : findFieldError(error, "currentPassword")}
        />
      )}
      <div className={buttons}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {own.canVerifyEmail ? "Send code" : "Change e-mail"}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </ProfileForm>
  );
}
