import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useAction } from "../../parts/useAction.ts";
import { registerInvited } from "../../state/invitation.ts";
import { paths } from "../../state/paths.ts";
import { EntryCard, EntryForm, pair } from "./EntryCard.tsx";

interface RegisterFormProps {
  token: string;
  invitation: {
    email: string;
    organizationName: string;
    invitedBy: string | null;
    isRegistered: boolean;
  };
}

const empty = { first_name: "", last_name: "", password: "" };

/** Name and password of somebody who was invited; the address is the invited one, because only it may accept. */
export function RegisterForm({ token, invitation }: RegisterFormProps): ReactNode {
  const { email, organizationName, invitedBy, isRegistered } = invitation;
  const [typed, setTyped] = useState(empty);
  const { run, isBusy, error } = useAction(() => registerInvited({ ...typed, email, inviteToken: token }));
  const field = (name: keyof typeof empty) => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    error: findFieldError(error, name),
  });
  const invited = invitedBy
    ? `${invitedBy} invites you to ${organizationName}.`
    : `You are invited to ${organizationName}.`;
  if (isRegistered) {
    return (
      <EntryCard title="You have an account already" subtitle={invited}>
        <p>{email} has an account here. Sign in with it to accept the invitation.</p>
        <Link href={paths.login} className={buttonClass("primary")}>
          Sign in
        </Link>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Create your account" subtitle={invited}>
      <EntryForm onSubmit={run} error={error}>
        <div className={pair}>
          <TextField
            label="First name"
            autoComplete="given-name"
            autoFocus
            isRequired
            {...field("first_name")}
          />
          <TextField label="Last name" autoComplete="family-name" {...field("last_name")} />
        </div>
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          hint="The address that was invited."
          isDisabled
          value={email}
          onChange={() => undefined}
          error={findFieldError(error, "email")}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          isRequired
          {...field("password")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Create account
        </Button>
        <Link href={paths.login} className={buttonClass("quiet")}>
          I have an account already
        </Link>
      </EntryForm>
    </EntryCard>
  );
}
