import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { CodeField } from "../CodeField.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { findFieldError } from "../fieldErrors.ts";
import { useAction } from "../useAction.ts";
import { confirmEmail, keepEmail, resendEmailCode } from "../../state/accounts/profile.ts";
import { ResendButton } from "../ResendButton.tsx";
import { buttons, ProfileForm } from "./ProfileForm.tsx";

interface EmailCodeProps {
  newEmail: { readonly email: string; readonly resendAt: number };
  /** It is the address that they have, which was not verified. */
  isSame: boolean;
  autoFocus: boolean;
}

/** Takes the code that went to the new address. */
export function EmailCode({ newEmail: { email, resendAt }, isSame, autoFocus }: EmailCodeProps): ReactNode {
  const [code, setCode] = useState("");
  const confirming = useAction(confirmEmail);
  const keeping = useAction(keepEmail);
  const { error } = confirming;
  const isAtField = error !== null && /^code_/.test(error.code);
  const handleComplete = async (whole: string) => {
    if (await confirming.run(whole)) showToast(isSame ? "E-mail verified" : "E-mail changed");
  };
  return (
    <ProfileForm
      onSubmit={() => void handleComplete(code)}
      error={error}
      errorTitle="The address was not changed."
      isAtField={isAtField}
      isWide
    >
      {keeping.error && <ErrorNotice error={keeping.error} />}
      <CodeField
        label={`Code sent to ${email}`}
        hint="Expires in 15 minutes. Can’t find it? Check your spam folder."
        autoFocus={autoFocus}
        value={code}
        onChange={setCode}
        onComplete={(whole) => void handleComplete(whole)}
        error={isAtField ? error.message : findFieldError(error, "code")}
      />
      <div className={buttons}>
        <Button type="submit" kind="primary" isBusy={confirming.isBusy}>
          Confirm
        </Button>
        <ResendButton
          resendAt={resendAt}
          resend={resendEmailCode}
          onSent={() => {
            setCode("");
            confirming.clear();
          }}
        />
        <Button kind="quiet" isBusy={keeping.isBusy} onClick={() => void keeping.run()}>
          {isSame ? "Not now" : "Keep old e-mail"}
        </Button>
      </div>
    </ProfileForm>
  );
}
