import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { brandName } from "../../../shared/domain/product.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useFlag } from "../../parts/useFlag.ts";
import { configuration } from "../../state/platform/configuration.ts";
import { sessionEndedFlag } from "../../state/platform/client.ts";
import { readInviteToken } from "../../state/accounts/invitation.ts";
import { paths } from "../../state/shell/paths.ts";
import { signIn } from "../../state/accounts/signIn.ts";
import { EntryCard, EntryForm, fieldLink } from "../../parts/EntryCard.tsx";
import { InvitedNotice } from "./InvitedNotice.tsx";
import { SocialButton } from "./SocialButton.tsx";
import { OneTap } from "./OneTap.tsx";

interface SignInFormProps {
  /** Why a sign-in by the provider ended without somebody signed in. */
  socialError: RequestError | null;
}

/** E-mail and password, or the provider. One message for both when they are wrong. */
export function SignInForm({ socialError }: SignInFormProps): ReactNode {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const hasEnded = useFlag(sessionEndedFlag);
  const [isInvited] = useState(() => readInviteToken() !== null);
  const { run, isBusy, error } = useAction(() => signIn({ email, password }));
  return (
    <EntryCard
      title={`Sign in to ${brandName}`}
      subtitle={hasEnded ? "Your session ended. Sign in to continue." : undefined}
    >
      {isInvited && <InvitedNotice />}
      {socialError && !error && <ErrorNotice error={socialError} />}
      {configuration.googleSignIn?.oneTapUrl && <OneTap />}
      <EntryForm onSubmit={run} error={error}>
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={setEmail}
          error={findFieldError(error, "email")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={findFieldError(error, "password")}
        />
        <Link href={paths.forgotPassword} className={fieldLink}>
          Forgot password?
        </Link>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Sign in
        </Button>
        <SocialButton />
        {configuration.registration === "open" && (
          <Link href={paths.register} className={buttonClass("quiet")}>
            Create an account
          </Link>
        )}
      </EntryForm>
    </EntryCard>
  );
}
