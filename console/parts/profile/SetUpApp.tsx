import { useEffect, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { CodeField } from "../CodeField.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { findFieldError } from "../fieldErrors.ts";
import { PasswordField } from "../PasswordField.tsx";
import { useAction } from "../useAction.ts";
import { beginApp, turnOn } from "../../state/accounts/secondFactor.ts";
import type { AppSecret } from "../../state/accounts/secondFactor.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { QrCode } from "./QrCode.tsx";

interface SetUpAppProps {
  hasPassword: boolean;
  onClose: () => void;
}

/** Turns two-factor sign-in on, in three steps: the password, the app's first code, the recovery codes. */
export function SetUpApp({ hasPassword, onClose }: SetUpAppProps): ReactNode {
  const [password, setPassword] = useState("");
  const [app, setApp] = useState<AppSecret | null>(null);
  const [code, setCode] = useState("");
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const beginning = useAction(async () => setApp(await beginApp(password)));
  const turningOn = useAction(async (typed: string) => setRecoveryCodes(await turnOn(typed)));
  const element = useRef<HTMLFormElement>(null);

  // Users without a password are verified by a recent sign-in; the server says so if that is too long ago.
  const begin = useRef(beginning.run);
  useEffect(() => {
    if (!hasPassword) void begin.current();
  }, [hasPassword]);

  if (recoveryCodes) return <RecoveryCodesDialog codes={recoveryCodes} isFirst onClose={onClose} />;
  const { isBusy } = app ? turningOn : beginning;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void (app ? turningOn.run(code) : beginning.run());
  };
  return (
    <Dialog
      title="Turn on two-factor sign-in"
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => element.current?.requestSubmit()}>
            {app ? "Turn on" : "Continue"}
          </Button>
        </>
      }
    >
      <form ref={element} className={body} onSubmit={handleSubmit} noValidate>
        {app ? (
          <AppStep
            app={app}
            code={code}
            onChange={setCode}
            onComplete={(whole) => void turningOn.run(whole)}
            error={turningOn.error}
          />
        ) : (
          <PasswordStep
            hasPassword={hasPassword}
            password={password}
            onChange={setPassword}
            error={beginning.error}
          />
        )}
      </form>
    </Dialog>
  );
}

interface PasswordStepProps extends Pick<SetUpAppProps, "hasPassword"> {
  password: string;
  onChange: (password: string) => void;
  error: RequestError | null;
}

function PasswordStep({ hasPassword, password, onChange, error }: PasswordStepProps): ReactNode {
  const isWrong = error?.code === "password_needed";
  if (!hasPassword) return error ? <ErrorNotice error={error} /> : <Skeleton height="120px" />;
  return (
    <>
      {error && !isWrong && <ErrorNotice error={error} />}
      <p>You need an authenticator app on your phone, or a password manager that creates codes.</p>
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={onChange}
        error={isWrong ? error.message : undefined}
      />
    </>
  );
}

interface AppStepProps {
  app: AppSecret;
  code: string;
  onChange: (code: string) => void;
  onComplete: (code: string) => void;
  error: RequestError | null;
}

function AppStep({ app, code, onChange, onComplete, error }: AppStepProps): ReactNode {
  const isWrong = error?.code === "code_wrong";
  return (
    <>
      {error && !isWrong && error.fields.length === 0 && <ErrorNotice error={error} />}
      <p>Scan this with your app, or type the key into it.</p>
      <QrCode text={app.uri} label="QR code for your authenticator app" />
      <p className={key}>
        <code aria-label="Key">{app.secret.replace(/.{4}(?=.)/g, "$& ")}</code>
        <CopyButton text={app.secret} label="Copy key" />
      </p>
      <CodeField
        label="Code from the app"
        autoFocus
        value={code}
        onChange={onChange}
        onComplete={onComplete}
        error={isWrong ? error.message : findFieldError(error, "code")}
      />
    </>
  );
}

const body = css`
  display: grid;
  gap: 16px;
`;
const key = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > code {
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
    color: var(--ph-text);
    overflow-wrap: anywhere;
  }
`;
