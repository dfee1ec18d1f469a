import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { KeyRound, MailCheck } from "lucide-react";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { paths } from "../../state/shell/paths.ts";
import { askForPasswordLink } from "../../state/accounts/signIn.ts";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";

/** Asks for a link to a new password. The answer is the same whether the address has an account or not. */
export default function ForgotPassword(): ReactNode {
  const [email, setEmail] = useState("");
  const [isMailed, setIsMailed] = useState<boolean | null>(null);
  const { run, isBusy, error } = useAction(async () => setIsMailed(await askForPasswordLink(email)));
  const back = (
    <Link href={paths.login} className={buttonClass("quiet")}>
      Back to sign in
    </Link>
  );
  if (isMailed !== null) {
    return (
      <EntryCard title="Forgot your password?">
        <div role="status">{isMailed ? <Sent email={email} /> : <AskAdmin />}</div>
        {back}
      </EntryCard>
    );
  }
  return (
    <EntryCard
      title="Forgot your password?"
      subtitle="Enter your e-mail address. We’ll send you a link to reset it."
    >
      <EntryForm onSubmit={run} error={error}>
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          isRequired
          value={email}
          onChange={setEmail}
          error={findFieldError(error, "email")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Send link
        </Button>
        {back}
      </EntryForm>
    </EntryCard>
  );
}

function Sent({ email }: { email: string }): ReactNode {
  return (
    <Notice title="Check your e-mail" icon={<MailCheck size={20} aria-hidden />}>
      If {email} has an account, we sent it a link. The link expires in an hour and works once.
    </Notice>
  );
}

function AskAdmin(): ReactNode {
  return (
    <Notice title="Ask your admin" icon={<KeyRound size={20} aria-hidden />}>
      No mail server is set up here, so no link was sent. Ask the server’s operator to run{" "}
      <code className={command}>npm run cli -- password-link EMAIL</code>
    </Notice>
  );
}

const command = css`
  display: block;
  margin-top: 12px;
  padding: 8px 10px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  color: var(--ph-text);
  font: var(--ph-text-s) / 1.5 var(--ph-mono);
  user-select: all;
`;
