import { useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import type { ButtonKind } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { findFieldError } from "../fieldErrors.ts";

interface CodeDialogProps {
  title: string;
  children: ReactNode;
  /** What is done by the code. */
  action: { label: string; kind: ButtonKind; isBusy: boolean; error: RequestError | null };
  onSubmit: (code: string) => void;
  onClose: () => void;
}

/** Asks for a code of the app, or a recovery code, before something is done to them. */
export function CodeDialog({ title, children, action, onSubmit, onClose }: CodeDialogProps): ReactNode {
  const [code, setCode] = useState("");
  const element = useRef<HTMLFormElement>(null);
  const { label, kind, isBusy, error } = action;
  const isWrong = error?.code === "code_wrong";
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(code);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={460}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={kind} isBusy={isBusy} onClick={() => element.current?.requestSubmit()}>
            {label}
          </Button>
        </>
      }
    >
      <form ref={element} className={body} onSubmit={handleSubmit} noValidate>
        {error && !isWrong && error.fields.length === 0 && <ErrorNotice error={error} />}
        <p>{children}</p>
        <TextField
          label="Authenticator code or recovery code"
          name="code"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={setCode}
          error={isWrong ? error.message : findFieldError(error, "code")}
        />
      </form>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 16px;
`;
