import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { CodeField } from "../../parts/CodeField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { giveUpSecondFactor, showSecondFactor } from "../../state/accounts/signIn.ts";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";

/** The second step of signing in, for who turned it on: a code of their app, or a recovery code. */
export function SecondFactorForm(): ReactNode {
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const { run, isBusy, error, clear } = useAction(showSecondFactor);
  const hasEnded = error?.code === "sign_in_again";
  const isWrong = error?.code === "code_wrong";
  const fieldError = isWrong ? error.message : findFieldError(error, "code");
  const handleSwitch = () => {
    setIsRecovery(!isRecovery);
    setCode("");
    clear();
  };
  return (
    <EntryCard
      title="Enter your code"
      subtitle={
        isRecovery ? "Use a recovery code you saved. Each works once." : "Find it in your authenticator app."
      }
    >
      <EntryForm onSubmit={() => void run(code)} error={isWrong ? null : error}>
        {isRecovery ? (
          <TextField
            label="Recovery code"
            name="recovery-code"
            autoComplete="off"
            placeholder="xxxx-xxxx-xxxx-xxxx"
            autoFocus
            value={code}
            onChange={setCode}
            error={fieldError}
          />
        ) : (
          <CodeField
            label="Code"
            autoFocus
            value={code}
            onChange={setCode}
            onComplete={(whole) => void run(whole)}
            error={fieldError}
          />
        )}
        {hasEnded ? (
          <Button kind="primary" onClick={giveUpSecondFactor}>
            Start again
          </Button>
        ) : (
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Sign in
          </Button>
        )}
        <Button kind="quiet" onClick={handleSwitch}>
          {isRecovery ? "Use the app’s code" : "Use a recovery code"}
        </Button>
        <Button kind="quiet" onClick={giveUpSecondFactor}>
          Back to sign in
        </Button>
      </EntryForm>
    </EntryCard>
  );
}
