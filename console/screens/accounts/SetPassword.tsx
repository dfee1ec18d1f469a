import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { CircleCheck, Link2Off } from "lucide-react";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useAction } from "../../parts/useAction.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import { setPasswordByLink } from "../../state/accounts/signIn.ts";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";

/** Chooses a new password by the link that was sent. Its token is kept here only and leaves the address immediately. */
export default function SetPassword(): ReactNode {
  const [token] = useState(() => new URLSearchParams(location.search).get("token"));
  const [password, setPassword] = useState("");
  const [owner, setOwner] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(async () =>
    setOwner(await setPasswordByLink({ token: token ?? "", password })),
  );
  useEffect(() => {
    if (location.search) navigate(paths.setPassword, { replace: true });
  }, []);

  if (owner !== null) {
    return (
      <EntryCard title="Password changed">
        <Notice
          title="Sign in with your new password"
          icon={<CircleCheck size={20} aria-hidden />}
          action={
            <Link href={paths.login} className={buttonClass("primary")}>
              Sign in
            </Link>
          }
        >
          The new password is for {owner}. You were signed out everywhere.
        </Notice>
      </EntryCard>
    );
  }
  if (!token || error?.code === "password_link_invalid") {
    return (
      <EntryCard title="Choose a new password">
        <Notice
          title="This link is no longer valid"
          icon={<Link2Off size={20} aria-hidden />}
          isAlert
          action={
            <Link href={paths.forgotPassword} className={buttonClass("primary")}>
              Request a new link
            </Link>
          }
        >
          Each link works once and expires after an hour or when a newer one is sent.
        </Notice>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Choose a new password" subtitle="This signs you out on every device.">
      <EntryForm onSubmit={run} error={error}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          isRequired
          value={password}
          onChange={setPassword}
          error={findFieldError(error, "password")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Set password
        </Button>
      </EntryForm>
    </EntryCard>
  );
}
