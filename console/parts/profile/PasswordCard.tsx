import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../Card.tsx";
import { findFieldError } from "../fieldErrors.ts";
import { PasswordField } from "../PasswordField.tsx";
import { useAction } from "../useAction.ts";
import { changePassword } from "../../state/accounts/profile.ts";
import { ProfileForm } from "./ProfileForm.tsx";

const empty = { current: "", next: "" };

interface PasswordCardProps {
  email: string;
  /** False for who only ever signed in by a provider. */
  hasPassword: boolean;
}

/** Changes the password; the current one is asked for, so that nobody does it at a screen that was left alone. */
export function PasswordCard({ email, hasPassword }: PasswordCardProps): ReactNode {
  const [{ current, next }, setTyped] = useState(empty);
  const { run, isBusy, error } = useAction(() =>
    changePassword({ password: next, currentPassword: current || undefined }),
  );
  const isCurrentWrong = error?.code === "password_needed" && hasPassword;
  const handleSubmit = async () => {
    if (!(await run())) return;
    setTyped(empty);
    showToast("Password changed");
  };
  return (
    <Card
      title="Password"
      subtitle={
        hasPassword
          ? "Changing it signs you out everywhere else."
          : "You sign in with your provider. With a password, you can also sign in without it."
      }
    >
      <ProfileForm
        onSubmit={() => void handleSubmit()}
        error={error}
        errorTitle="The password was not changed."
        isAtField={isCurrentWrong}
      >
        {/* So that password managers know whose password this is. */}
        <input
          className={visuallyHidden}
          type="text"
          name="username"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        {hasPassword && (
          <PasswordField
            label="Current password"
            name="current-password"
            autoComplete="current-password"
            hint="Forgot it? Log out and choose “Forgot password?”."
            value={current}
            onChange={(value) => setTyped({ current: value, next })}
            error={isCurrentWrong ? error.message : findFieldError(error, "currentPassword")}
          />
        )}
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          hint="At least 8 characters."
          value={next}
          onChange={(value) => setTyped({ current, next: value })}
          error={findFieldError(error, "password")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={next === ""}>
          {hasPassword ? "Change password" : "Set password"}
        </Button>
      </ProfileForm>
    </Card>
  );
}
