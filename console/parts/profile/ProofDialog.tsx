import { useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { PasswordField } from "../PasswordField.tsx";
import { useAction } from "../useAction.ts";
import { prove } from "../../state/accounts/secondFactor.ts";

interface ProofDialogProps {
  /** What was refused before the user showed who they are: it is done once they have. */
  onProved: () => void;
  onClose: () => void;
}

/** Asks for the password, or a code of the authenticator app, before something that concerns an account's safety. */
export function ProofDialog({ onProved, onClose }: ProofDialogProps): ReactNode {
  const [typed, setTyped] = useState("");
  const { run, isBusy, error } = useAction(prove);
  const element = useRef<HTMLFormElement>(null);
  const isWrong = error?.code === "password_needed" || error?.code === "code_wrong";
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await run(typed))) return;
    onProved();
    onClose();
  };
  return (
    <Dialog
      title="Confirm it’s you"
      onClose={onClose}
      width={460}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => element.current?.requestSubmit()}>
            Confirm
          </Button>
        </>
      }
    >
      <form ref={element} className={body} onSubmit={(event) => void handleSubmit(event)} noValidate>
        {error && !isWrong && <ErrorNotice error={error} />}
        <PasswordField
          label="Password or authenticator code"
          name="current-password"
          autoComplete="current-password"
          autoFocus
          value={typed}
          onChange={setTyped}
          error={isWrong ? error.message : undefined}
        />
      </form>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 16px;
`;
