import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { CircleCheck, MailQuestion } from "lucide-react";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { CodeField } from "../../parts/CodeField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { paths } from "../../state/shell/paths.ts";
import { completeAccount, registration, resendCode } from "../../state/accounts/registration.ts";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";
import { ResendButton } from "../../parts/ResendButton.tsx";

/** Takes the code that was mailed to who begins an account. */
export default function RegisterComplete(): ReactNode {
  const { sent } = useSnapshot(registration);
  const [code, setCode] = useState("");
  const { run, isBusy, error, clear } = useAction(completeAccount);
  if (error?.code === "code_elsewhere") return <Elsewhere />;
  if (error?.code === "code_used" || error?.code === "name_taken") return <Done />;
  const isAtField = error?.code === "code_wrong" || error?.code === "code_ended";
  return (
    <EntryCard
      title="Enter the code we e-mailed you"
      subtitle={
        sent
          ? `We sent it to ${sent.email}. It expires in 15 minutes and works only in this browser.`
          : "It expires in 15 minutes and works only in the browser you started in."
      }
    >
      <EntryForm onSubmit={() => void run(code)} error={isAtField ? null : error}>
        <CodeField
          label="Code"
          autoFocus
          value={code}
          onChange={setCode}
          onComplete={(whole) => void run(whole)}
          hint="Can’t find it? Check your spam folder."
          error={isAtField ? error.message : findFieldError(error, "code")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Create account
        </Button>
        <ResendButton
          resendAt={sent?.resendAt ?? 0}
          resend={resendCode}
          onSent={() => {
            setCode("");
            clear();
          }}
        />
        <Link href={paths.register} className={buttonClass("quiet")}>
          Change e-mail address
        </Link>
      </EntryForm>
    </EntryCard>
  );
}

function Elsewhere(): ReactNode {
  return (
    <EntryCard title="Enter the code we e-mailed you">
      <Notice
        title="This is a different browser"
        icon={<MailQuestion size={20} aria-hidden />}
        isAlert
        action={
          <Link href={paths.register} className={buttonClass("primary")}>
            Start again here
          </Link>
        }
      >
        Enter the code in the browser you started in, or start again here.
      </Notice>
    </EntryCard>
  );
}

function Done(): ReactNode {
  return (
    <EntryCard title="Enter the code we e-mailed you">
      <Notice
        title="You already have an account"
        icon={<CircleCheck size={20} aria-hidden />}
        isAlert
        action={
          <Link href={paths.login} className={buttonClass("primary")}>
            Sign in
          </Link>
        }
      >
        Sign in with your password.
      </Notice>
    </EntryCard>
  );
}
