import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { useAction } from "../../parts/useAction.ts";
import { registerInvited } from "../../state/accounts/registration.ts";
import { paths } from "../../state/shell/paths.ts";
import { AccountFields } from "./AccountFields.tsx";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";
import { SocialButton } from "./SocialButton.tsx";

interface RegisterFormProps {
  token: string;
  invitation: {
    email: string;
    organizationName: string;
    invitedBy: string | null;
    isRegistered: boolean;
  };
}

const empty = { first_name: "", last_name: "", email: "", password: "" };

/** Name and password of somebody who was invited; the address is the invited one, because only it may accept. */
export function RegisterForm({ token, invitation }: RegisterFormProps): ReactNode {
  const { email, organizationName, invitedBy, isRegistered } = invitation;
  const [typed, setTyped] = useState(empty);
  const { run, isBusy, error } = useAction(() => registerInvited({ ...typed, email, inviteToken: token }));
  const invited = invitedBy
    ? `${invitedBy} invites you to ${organizationName}.`
    : `You are invited to ${organizationName}.`;
  if (isRegistered) {
    return (
      <EntryCard title="You already have an account" subtitle={invited}>
        <p>{email} already has an account. Sign in to accept the invitation.</p>
        <Link href={paths.login} className={buttonClass("primary")}>
          Sign in
        </Link>
      </EntryCard>
    );
  }
  return (
    <EntryCard title="Create your account" subtitle={invited}>
      <EntryForm onSubmit={run} error={error}>
        <AccountFields
          typed={{ ...typed, email }}
          onChange={setTyped}
          error={error}
          isEmailFixed
          emailHint="The invited address."
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Create account
        </Button>
        <SocialButton to={paths.acceptInvite} />
        <Link href={paths.login} className={buttonClass("quiet")}>
          I already have an account
        </Link>
      </EntryForm>
    </EntryCard>
  );
}
