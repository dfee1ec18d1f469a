import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useAction } from "../../parts/useAction.ts";
import { changePassword } from "../../state/profile.ts";

const empty = { current: "", next: "" };

/** Changes the password; the current one is asked for, so that nobody does it at a screen that was left alone. */
export function PasswordCard({ email }: { email: string }): ReactNode {
  const [{ current, next }, setTyped] = useState(empty);
  const { run, isBusy, error } = useAction(() =>
    changePassword({ password: next, currentPassword: current || undefined }),
  );
  const isCurrentWrong = error?.code === "password_needed";
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await run())) return;
    setTyped(empty);
    showToast("Password changed");
  };
  return (
    <Card title="Password" subtitle="Changing it signs you out everywhere but here.">
      <form className={form} onSubmit={handleSubmit} noValidate>
        {error && !isCurrentWrong && error.fields.length === 0 && (
          <ErrorNotice title="The password was not changed." error={error} />
        )}
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
        <PasswordField
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          hint="Forgotten? Log out and choose “Forgot password?” where you sign in."
          value={current}
          onChange={(value) => setTyped({ current: value, next })}
          error={isCurrentWrong ? error.message : findFieldError(error, "currentPassword")}
        />
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
          Change password
        </Button>
      </form>
    </Card>
  );
}

const form = css`
  position: relative;
  display: grid;
  gap: 18px;
  max-width: 420px;
  & > button[type="submit"] {
    justify-self: start;
  }
`;
